import * as NodeTokenGenerator from "@latchkey/crypto/NodeTokenGenerator"
import { Email } from "@latchkey/domain/core/Email"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import * as LimitKey from "@latchkey/domain/rate-limit/LimitKey"
import * as Effect from "effect/Effect"
import { setTimeout as sleep } from "node:timers/promises"
import { assert, beforeAll, describe, it } from "vitest"
import { freePort } from "@latchkey/test-support/freePort"
import { type Reply, send } from "@latchkey/test-support/HttpClient"
import * as PgBouncer from "@latchkey/test-support/postgres/PgBouncer"
import { database } from "@latchkey/test-support/postgres/database"
import { openTables, type Tables } from "@latchkey/test-support/postgres/Tables"
import { afterTests } from "@latchkey/test-support/process/afterTests"
import { folder, run } from "@latchkey/test-support/process/latchkey"
import * as Replica from "@latchkey/test-support/process/Replica"
import { until } from "@latchkey/test-support/process/until"
import { openSesEndpoint, type SesEndpoint } from "@latchkey/test-support/ses/SesEndpoint"
import { magicLinkCodePerEmail } from "@latchkey/domain/magic-link/MagicLinkLimits"

const encode = LimitKey.makeEncode(Effect.runSync(Effect.provide(TokenGenerator, NodeTokenGenerator.layer)))

const { administer, newAddress, newEmail, password, sentTo, visitor } = Replica

const size = 8
/** Connections of one process, to PgBouncer. */
const poolSize = 5
/** Connections of PgBouncer, to the database. */
const serverConnections = 6
const expiredRows = 50_000

/** The name under which the test itself is connected. */
const observer = "observer"

const bouncerSettings = {
  default_pool_size: String(serverConnections),
  ignore_startup_parameters: "statement_timeout, lock_timeout, idle_in_transaction_session_timeout, options"
}

const cleanUp = afterTests()
let replicas: ReadonlyArray<Replica.Replica>
let metricsPorts: ReadonlyArray<number>
let ses: SesEndpoint
let tables: Tables
let console: Tables
let name: string
let cleanup: Sampler

interface Sampler {
  readonly most: () => number
  readonly stop: () => Promise<void>
}

/** Asks for a number again and again, until it is stopped. */
const sample = (ask: () => Promise<number>): Sampler => {
  let most = 0
  let isStopped = false
  const sampling = (async () => {
    while (!isStopped) {
      most = Math.max(most, await ask())
      await sleep(10)
    }
  })()
  return {
    most: () => most,
    stop: async () => {
      isStopped = true
      await sampling
    }
  }
}

const deletions = () =>
  tables.count(`
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name <> '${observer}' AND state = 'active'
      AND query LIKE '%DELETE FROM "latchkey"."one_time_tokens"%SKIP LOCKED%'`)

/** Adds rows for the cleanup job that every process runs when it starts. Nothing else here adds any to this table. */
const addExpired = () =>
  tables.rows(
    `INSERT INTO one_time_tokens (instance_id, subject, token_hash, kind, data, expires_at)
     SELECT 'default', n || '@example.com', '', '', '', now() - interval '1 day' FROM generate_series(1, $1::integer) n`,
    [expiredRows]
  )

/** Makes each deletion take a tenth of a second, so that two at a time would be seen. */
const slowDown = () =>
  tables.rows(`
    CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.1); RETURN NULL; END';
    CREATE TRIGGER slow BEFORE DELETE ON one_time_tokens FOR EACH STATEMENT EXECUTE FUNCTION slow()`)

const start = (url: string, metricsPort: number) =>
  Replica.startReplica(
    {
      database: url,
      emailProvider: ses.url,
      environment: {
        DATABASE_POOL_SIZE: String(poolSize),
        HASH_CONCURRENCY: "1",
        METRICS_PORT: String(metricsPort),
        MIGRATE_ON_START: "false",
        SECRET_KEY: "a-server-key-of-at-least-32-characters"
      }
    },
    cleanUp
  )

beforeAll(async () => {
  if (PgBouncer.program === undefined) return
  const url = await database(cleanUp)
  name = new URL(url).pathname.slice(1)
  ses = await openSesEndpoint(cleanUp)
  const environment = { DATABASE_URL: url }
  assert.strictEqual(await run(["migrate", "apply"], { directory: folder(cleanUp), environment }, cleanUp).ended, 0)
  tables = openTables(`${url}?application_name=${observer}`, cleanUp)
  await addExpired()
  await slowDown()
  const bouncer = await PgBouncer.start(url, { ...bouncerSettings, admin_users: new URL(url).username })
  cleanUp(bouncer.stop)
  const admin = new URL(bouncer.url)
  admin.pathname = "/pgbouncer"
  console = openTables(admin.href, cleanUp)
  cleanup = sample(deletions)
  cleanUp(cleanup.stop)
  const ports = await Promise.all(Array.from({ length: size }, () => freePort()))
  // Two at a time: a start takes a second of a processor.
  const startAll = async (): Promise<ReadonlyArray<readonly [Replica.Replica, number]>> => {
    const port = ports.pop()
    return port === undefined ? [] : [[await start(bouncer.url, port), port], ...(await startAll())]
  }
  const started = (await Promise.all([startAll(), startAll()])).flat()
  replicas = started.map(([replica]) => replica)
  metricsPorts = started.map(([, port]) => port)
  await administer(at(0), "PATCH", "/default", { authConfig: { magic_link: true } })
}, 300_000)

const at = (index: number) => replicas[index % size] as Replica.Replica

/** As many requests as are under way at a time. */
const concurrency = 64

/** Sends requests concurrently, each to the next process, and returns how many had each result. */
const flood = async (count: number, request: (replica: Replica.Replica, index: number) => Promise<Reply>) => {
  const counts: Record<string, number> = {}
  const sendUntilAdmitted = async (index: number): Promise<Reply> => {
    const reply = await request(at(index), index)
    // What the hashing queue refuses counts against no limit.
    if (!reply.text.includes("Too many sign-ins at once.")) return reply
    await sleep(500 + 10 * index)
    return await sendUntilAdmitted(index)
  }
  let sent = 0
  const sendAll = async () => {
    while (sent < count) {
      const { json, status } = await sendUntilAdmitted(sent++)
      const kind = status === 200 ? "200" : `${status} ${json["code"]}`
      counts[kind] = (counts[kind] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, sendAll))
  return counts
}

const left = () => tables.count("SELECT count(*) FROM one_time_tokens")

/** Returns how many expired rows a process has deleted, by its own metrics. */
const deletedBy = async (port: number) => {
  const { text } = await send("GET", `http://127.0.0.1:${port}/metrics`)
  return Number(/^latchkey_expired_rows_deleted_total\{kind="one_time_tokens"\} (\d+)/m.exec(text)?.[1] ?? 0)
}

const deletedByAll = async (ports: ReadonlyArray<number>) =>
  (await Promise.all(ports.map(deletedBy))).reduce((total, count) => total + count, 0)

describe.skipIf(PgBouncer.program === undefined)("Eight processes behind PgBouncer", () => {
  it("use no more connections than each is allowed, and than PgBouncer is, under a flood", async () => {
    const signedIn = visitor(at(0))
    await signedIn.post(Replica.signUp, { email: newEmail(), password })
    const isOfDatabase = (row: Record<string, unknown>) => row["database"] === name
    const clients = sample(async () => (await console.rows("SHOW CLIENTS")).filter(isOfDatabase).length)
    const servers = sample(() =>
      tables.count(`
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend' AND application_name <> '${observer}'`)
    )
    const replies = await flood(1600, async (replica, index) =>
      Math.floor(index / size) % 4 === 0
        ? await sentTo(signedIn, replica).get(Replica.session)
        : await visitor(replica).get("/v1/auth/magic-link/verify?token=none")
    )
    await Promise.all([clients.stop(), servers.stop()])
    // On a slow machine some wait too long for a connection.
    const { 200: active = 0, "401 invalid_token": refused = 0, "503 service_unavailable": late = 0, ...wrong } = replies
    assert.deepStrictEqual(wrong, {})
    assert.strictEqual(active + refused + late, 1600)
    for (const [most, allowed] of [
      [clients.most(), size * poolSize],
      [servers.most(), serverConnections]
    ] as const) {
      assert.isAtMost(most, allowed)
      // Otherwise the flood was too weak to show anything.
      assert.isAbove(most, 0.8 * allowed)
    }
  })

  it("count sign-ins to one account together", async () => {
    await administer(at(0), "PATCH", "/default", { rateLimits: { signInPerEmail: { limit: 7 } } })
    await sleep(1500)
    const email = newEmail()
    const replies = await flood(10 * size, (replica) => visitor(replica).post(Replica.signIn, { email, password }))
    assert.deepStrictEqual(replies, { "401 invalid_credentials": 7, "429 signin_rate_limited": 10 * size - 7 })
  })

  it("count attempts from one IP address together", async () => {
    await administer(at(0), "PATCH", "/default", { rateLimits: { magicLinkVerifyPerIp: { limit: 11 } } })
    await sleep(1500)
    const from = { "x-forwarded-for": newAddress() }
    const replies = await flood(10 * size, (replica) =>
      visitor(replica, from).get("/v1/auth/magic-link/verify?token=none")
    )
    assert.deepStrictEqual(replies, { "401 invalid_token": 11, "429 magic_link_rate_limited": 10 * size - 11 })
  })

  it("count the tries of a code together", async () => {
    await administer(at(0), "PATCH", "/default", { emailConfig: { magicLinkCodes: true } })
    await sleep(1500)
    const requested = async () => {
      const email = newEmail()
      const browser = visitor(at(0))
      assert.strictEqual((await browser.post(Replica.requestLink, { email })).status, 200)
      const { text } = await until("the email", () => ses.emailsTo(email)[0])
      const code = (/\b\d{3} ?\d{3}\b/.exec(text)?.[0] ?? "").replace(" ", "")
      const use = (replica: Replica.Replica, tried: string) =>
        sentTo(browser, replica).post(
          "/v1/auth/magic-link/verify-code",
          { code: tried },
          { "x-forwarded-for": newAddress() }
        )
      const wrong = (index: number) => String((Number(code) + 1 + index) % 1_000_000).padStart(6, "0")
      return { code, email, use, wrong }
    }
    const counted = (email: string) =>
      tables.count("SELECT cardinality(consumed_at) FROM rate_limits WHERE key = $1", [
        encode(magicLinkCodePerEmail.keys(Email.make(email))[0])
      ])
    const [few, many] = [await requested(), await requested()]
    assert.deepStrictEqual(await flood(4, (replica, index) => few.use(replica, few.wrong(index))), {
      "401 invalid_token": 4
    })
    assert.strictEqual((await few.use(at(5), few.code)).status, 200)
    assert.deepStrictEqual(await flood(5 * size, (replica, index) => many.use(replica, many.wrong(index))), {
      "401 invalid_token": 5 * size
    })
    assert.strictEqual(await counted(many.email), 5)
    assert.strictEqual((await many.use(at(5), many.code)).json["code"], "invalid_token")
  })

  it("have a change of settings in force in all of them within two seconds", async () => {
    const brokenRules = async (replica: Replica.Replica) =>
      String((await visitor(replica).post(Replica.signUp, { email: newEmail(), password: "short" })).json["violations"])
    // All of them have just read the settings.
    for (const seen of await Promise.all(replicas.map(brokenRules))) assert.strictEqual(seen, "too_short")
    await administer(at(0), "PATCH", "/default", { sessionConfig: { passwordPolicy: { requireNumber: true } } })
    const changed = performance.now()
    const seenAfter = await Promise.all(
      replicas.map(async (replica) => {
        let asked = performance.now()
        while ((await brokenRules(replica)) !== "too_short,number_required") {
          await sleep(50)
          asked = performance.now()
        }
        return asked - changed
      })
    )
    for (const millis of seenAfter) assert.isBelow(millis, 2000)
  })

  // Once they have started, because most then give way to the first, and run the job again a minute later.
  it("clean up one at a time, and delete each row once", async () => {
    await until("an empty table", async () => (await left()) === 0, 110)
    await until("the counts", async () => (await deletedByAll(metricsPorts)) === expiredRows)
    assert.strictEqual(cleanup.most(), 1)
  })

  // The last test: it kills one of them.
  it("take over from a process that is killed while it cleans up", async () => {
    const before = await Promise.all(metricsPorts.map(deletedBy))
    await addExpired()
    const hasBegun = async (port: number, index: number) => (await deletedBy(port)) > (before[index] as number)
    const begun = async () => (await Promise.all(metricsPorts.map(hasBegun))).indexOf(true) + 1
    const killed = (await until("a process that cleans up", begun, 80)) - 1
    const others = replicas.filter((_, index) => index !== killed)
    const ports = metricsPorts.filter((_, index) => index !== killed)
    // The others do nothing until the rows are counted that it leaves.
    for (const replica of others) replica.kill("SIGSTOP")
    at(killed).kill("SIGKILL")
    await at(killed).ended
    await until("the end of its transaction", async () => (await deletions()) === 0)
    const kept = await left()
    for (const replica of others) replica.kill("SIGCONT")
    assert.isAbove(kept, 0)

    await until("an empty table", async () => (await left()) === 0, 110)
    await cleanup.stop()
    assert.strictEqual(cleanup.most(), 1)
    const deletedBefore = before.reduce((total, count, index) => (index === killed ? total : total + count), 0)
    const takenOver = async () => (await deletedByAll(ports)) - deletedBefore
    await until("the counts of what it left", async () => (await takenOver()) >= kept)
    assert.isBelow(await takenOver(), expiredRows)
  })
})
