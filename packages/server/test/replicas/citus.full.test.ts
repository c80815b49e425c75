import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { assert, beforeAll, describe, inject, it } from "vitest"
import type { Reply } from "@latchkey/test-support/HttpClient"
import * as CitusDatabase from "@latchkey/test-support/postgres/CitusDatabase"
import { noCitus } from "@latchkey/test-support/postgres/databases"
import { openTables, type Tables } from "@latchkey/test-support/postgres/Tables"
import { afterTests } from "@latchkey/test-support/process/afterTests"
import { folder, run } from "@latchkey/test-support/process/latchkey"
import * as Replica from "@latchkey/test-support/process/Replica"
import { until, within } from "@latchkey/test-support/process/until"
import { openSesEndpoint, type SesEndpoint } from "@latchkey/test-support/ses/SesEndpoint"

const { newAddress, newEmail, password, sentTo, visitor } = Replica
const nodes = inject("citusCluster")

describe.skipIf(nodes === null)(nodes === null ? noCitus : "Two replicas on a Citus cluster", () => {
  const cleanUp = afterTests()
  let replicas: ReadonlyArray<Replica.Replica>
  let ses: SesEndpoint
  let outputs: ReadonlyArray<string>
  let tables: Tables
  const host = "limits.example"

  const emptyDatabase = async (): Promise<string> => {
    if (nodes === null) throw new Error(noCitus)
    const scope = await Effect.runPromise(Scope.make())
    cleanUp(() => Effect.runPromise(Scope.close(scope, Exit.void)))
    return Redacted.value(await Effect.runPromise(Scope.extend(CitusDatabase.make(nodes), scope)))
  }

  const migrate = async (url: string): Promise<string> => {
    const options = { directory: folder(cleanUp), environment: { DATABASE_URL: url } }
    const command = run(["migrate", "apply", "--citus"], options, cleanUp)
    assert.strictEqual(await command.ended, 0, command.err())
    return command.out()
  }

  beforeAll(async () => {
    const url = await emptyDatabase()
    outputs = [await migrate(url), await migrate(url)]
    tables = openTables(url, cleanUp)
    // As after a migration, if distributing its table failed.
    await tables.rows("CREATE TABLE latchkey.later (LIKE latchkey.users INCLUDING ALL)")
    ses = await openSesEndpoint(cleanUp)
    const start = () => Replica.startReplica({ database: url, emailProvider: ses.url }, cleanUp)
    replicas = await Promise.all([start(), start()])
    const rateLimits = { signInPerEmail: { limit: 7 }, magicLinkPerEmail: { limit: 4 } }
    const settings = { name: "Limits", hosts: [host], authConfig: { magic_link: true }, rateLimits }
    await Replica.administer(replica(0), "POST", "", settings)
  })

  const replica = (index: number) => replicas[index % 2] as Replica.Replica

  /** Sends requests concurrently, every second one to the other replica. Counts the replies by kind. */
  const flood = async (count: number, send: (replica: Replica.Replica) => Promise<Reply>) => {
    const all = Promise.all(Array.from({ length: count }, (_, index) => send(replica(index))))
    const counts: Record<string, number> = {}
    for (const { json, status } of await within(60, `${count} concurrent requests`, all)) {
      const kind = status === 200 ? "200" : `${status} ${json["code"]}`
      counts[kind] = (counts[kind] ?? 0) + 1
    }
    return counts
  }

  it("distribute a table that is not distributed yet when they start", async () => {
    const distributed = "SELECT count(*) FROM pg_dist_partition WHERE logicalrelid = 'latchkey.later'::regclass"
    assert.strictEqual(await tables.count(distributed), 1)
  })

  it("start after migrate apply --citus, which prints the tables once", () => {
    const [first = "", second = ""] = outputs
    assert.match(first, /^Applied: 0001_initial.*\.\nDistributed: api_keys, audit_log, .*, users, .*sessions.*\.\n$/)
    assert.strictEqual(second, "The database is up to date.\nThe tables are distributed.\n")
  })

  it("allow exactly as many sign-ins to one account as its limit", async () => {
    const email = newEmail()
    const counts = await flood(30, (to) =>
      visitor(to, { host, "x-forwarded-for": newAddress() }).post(Replica.signIn, { email, password })
    )
    assert.deepStrictEqual(counts, { "401 invalid_credentials": 7, "429 signin_rate_limited": 23 })
  })

  it("send each email once, and let one of twenty clients use its link", async () => {
    const email = newEmail()
    const requested = await flood(20, (to) => visitor(to, { host }).post(Replica.requestLink, { email }))
    assert.deepStrictEqual(requested, { 200: 4, "429 magic_link_rate_limited": 16 })
    await until("four emails", () => ses.emailsTo(email).length >= 4)
    const path = ses.emailsTo(email)[0]?.path ?? ""
    const used = await flood(20, (to) => visitor(to, { host }).get(path))
    assert.deepStrictEqual(used, { 200: 1, "401 invalid_token": 19 })
    assert.lengthOf(ses.emailsTo(email), 4)
  })

  it("create one account for concurrent sign-ups, whose session the other one revokes", async () => {
    const email = newEmail()
    const counts = await flood(10, (to) => visitor(to).post(Replica.signUp, { email, password }))
    assert.deepStrictEqual(counts, { 200: 1, "400 email_already_exists": 9 })
    const here = visitor(replica(0))
    assert.strictEqual((await here.post(Replica.signIn, { email, password })).status, 200)
    const there = sentTo(here, replica(1))
    assert.strictEqual((await there.get(Replica.session)).status, 200)
    assert.strictEqual((await there.post("/v1/auth/sign-out/all")).status, 200)
    assert.strictEqual((await here.get(Replica.session)).status, 401)
  })
})
