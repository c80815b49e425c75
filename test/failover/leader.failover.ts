import { cpSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { createRemoteJWKSet, jwtVerify } from "jose"
import { assert, describe, it, type TestContext } from "vitest"
import { send } from "@latchkey/test-support/HttpClient"
import { accessToken, keySet } from "@latchkey/test-support/contract"
import { openTables, type Tables } from "@latchkey/test-support/postgres/Tables"
import { afterTests } from "@latchkey/test-support/process/afterTests"
import { folder, run } from "@latchkey/test-support/process/latchkey"
import { until } from "@latchkey/test-support/process/until"
import { emailSettings } from "@latchkey/test-support/process/Replica"
import { openSesEndpoint } from "@latchkey/test-support/ses/SesEndpoint"
import * as Deliveries from "@latchkey/test-support/webhook/Deliveries"
import { openWebhookReceiver, type WebhookReceiver } from "@latchkey/test-support/webhook/WebhookReceiver"
import { audit } from "./support/Audit.ts"
import { type Cluster, nodes, parts, startCluster } from "./support/Cluster.ts"
import { type Fault, faults } from "./support/Faults.ts"
import { guessLimit, Ledger } from "./support/Ledger.ts"
import { processesIn } from "./support/processes.ts"
import { report, type Round } from "./support/Report.ts"
import { audience, Tokens } from "./support/Tokens.ts"
import { type Changes, missingPrograms } from "./support/script.ts"
import { Users } from "./support/Users.ts"

/** From the new leader until the last response with 503. */
const recoverySeconds = 30

const roundCount = Number(process.env["FAILOVER_ROUNDS"] || "20")

/** Only faults whose names contain this. */
const chosen = faults.filter(({ name }) => name.includes(process.env["FAILOVER_FAULT"] ?? ""))

/**
 * A mistake in the cluster, which the rounds must catch. `asynchronous`: there are synchronous standbys, and no commit
 * waits for them. `unfenced`: HAProxy also sends to the former leader, whatever its Patroni says. `etcd3`: a Patroni
 * before 3.0.3 that wakes takes the key of the leader away from the next one.
 */
const plant = process.env["FAILOVER_PLANT"] ?? "none"

const changes: Readonly<Record<string, Changes>> = {
  none: [],
  asynchronous: [["patroni.yml", "max_connections: 100", "max_connections: 100, synchronous_commit: local"]],
  unfenced: [],
  etcd3: [["patroni.yml", "\netcd:\n", "\netcd3:\n"]]
}

const issuer = "http://localhost:3000"
const secretKey = "k".repeat(32)
const adminKey = "an-admin-key-of-more-than-32-characters"
const admin = { authorization: `Bearer ${adminKey}` }
const cleanUp = afterTests()
const ledger = new Ledger()
const rounds: Array<Round> = []

interface Service {
  readonly cluster: Cluster
  readonly users: Users
  readonly tokens: Tokens
  readonly receiver: WebhookReceiver
  readonly pids: ReadonlyArray<number>
}

const pidsOf = (cluster: Cluster): ReadonlyArray<number> =>
  (["latchkey1", "latchkey2"] as const).flatMap((part) => processesIn(cluster.folderOf(part)).map(({ pid }) => pid))

const wide = { limit: 1_000, windowSeconds: 60 }
const rateLimits = {
  signUpPerIp: wide,
  signInPerIp: wide,
  signInPerEmail: { limit: guessLimit, windowSeconds: 3_600 },
  signInPerKnownClient: wide,
  magicLinkPerIp: wide,
  magicLinkVerifyPerIp: wide,
  magicLinkToUnknownPerInstance: wide,
  magicLinkCodePerInstance: wide,
  signUpPerInstance: wide
}

/** A folder for the logs of the cluster. Without it, they are deleted with the cluster. */
const logs = process.env["FAILOVER_LOGS"] ?? ""

/** Keeps the logs of all programs. */
const keepLogs = (cluster: Cluster) => {
  for (const part of parts) cpSync(join(cluster.folderOf(part), "log"), join(logs, `${part}.log`))
}

const administer = async (cluster: Cluster, method: string, path: string, body: object) => {
  const reply = await send(method, `${cluster.origins[0]}/v1/admin/instances/default${path}`, {
    headers: { ...admin, "content-type": "application/json" },
    body: JSON.stringify(body)
  })
  assert.include([200, 201], reply.status, reply.text)
  return reply.json
}

/** Opens a receiver that takes its time, and fails at times. */
const openReceiver = async (): Promise<WebhookReceiver> => {
  const receiver = await openWebhookReceiver(cleanUp)
  const failedOnce = new Set<string>()
  receiver.respond = async ({ id }) => {
    await sleep(Math.random() * 60)
    if (failedOnce.has(id) || Math.random() > 0.01) return 204
    failedOnce.add(id)
    return 500
  }
  return receiver
}

const start = async (): Promise<Service> => {
  const ses = await openSesEndpoint(cleanUp)
  const receiver = await openReceiver()
  const environment = {
    BASE_URL: issuer,
    ADMIN_API_KEY: adminKey,
    TRUSTED_PROXIES: "127.0.0.0/8",
    SECRET_KEY: secretKey,
    OUTGOING_PRIVATE_HOSTS: receiver.host,
    ...emailSettings("latchkey@latchkey.example", ses.url)
  }
  assert.containsAllKeys(changes, [plant])
  const cluster = await startCluster({ environment, changes: changes[plant] ?? [] }, cleanUp)
  if (logs !== "") cleanUp(() => keepLogs(cluster))
  await administer(cluster, "PATCH", "", { rateLimits, tokenConfig: { audiences: [audience] } })
  receiver.secret = String((await administer(cluster, "POST", "/webhooks", { url: receiver.url }))["secret"])
  await cluster.isWhole()
  const users = new Users(cluster.origins, ledger, ses, admin)
  const tokens = new Tokens(users, ledger, { issuer, origins: cluster.origins })
  return { cluster, receiver, users, tokens, pids: pidsOf(cluster) }
}

/** Creates the next signing key with the command line, as often as it takes. Returns its id. */
const rotateKeys = async ({ database }: Cluster, ...options: ReadonlyArray<string>): Promise<string> => {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(500)) {
    const environment = { DATABASE_URL: database, SECRET_KEY: secretKey }
    const command = run(["keys", "rotate", "--json", ...options], { directory: folder(cleanUp), environment }, cleanUp)
    if ((await command.ended) === 0) return String(JSON.parse(command.out())["id"])
  }
  throw new Error("No signing key could be created in a minute")
}

let service: Promise<Service> | undefined

const missing = missingPrograms().join(", ")
if (missing !== "") process.stderr.write(`Skipped: this machine does not have ${missing}.\n`)

const startOnce = (context: TestContext): Promise<Service> => {
  if (missing !== "") context.skip(`This machine does not have ${missing}`)
  service ??= start()
  return service
}

/** Returns the seconds between two times, and 0 if one of them never came. */
const seconds = (from: number, to: number): number =>
  Number.isFinite(to - from) ? Math.max(0, (to - from) / 1_000) : 0

/** Lets the fault happen under load, and everything recover. Returns when. */
const strike = async ({ cluster, users }: Service, fault: Fault) => {
  await users.areServed(10_000)
  const from = await cluster.leader()
  if (plant === "unfenced") await cluster.balancer(`disable health postgresql/${from}`)
  ledger.keys.add(await rotateKeys(cluster))
  const struckAt = Date.now()
  const [{ at: ledAt, node }, key] = await Promise.all([fault.strike(cluster, from), rotateKeys(cluster)])
  ledger.keys.add(key)
  await users.areServed((recoverySeconds + 15) * 1_000)
  const healedAt = Date.now()
  await fault.heal(cluster, from)
  if (plant === "unfenced") await cluster.balancer(`enable health postgresql/${from}`)
  await cluster.isWhole()
  await sleep(1_000)
  return { from, node, struckAt, ledAt, healedAt }
}

/** Lets users suffer from the fault. Returns what they noticed. */
const suffer = async (service: Service, fault: Fault, others = service.tokens.activities) => {
  const { cluster, users } = service
  users.start(others)
  const { from, node, struckAt, ledAt, healedAt } = await strike(service, fault)
    .finally(() => users.stop())
    .catch((cause) => {
      throw new Error([cause, ...ledger.wrong].join("\n"), { cause })
    })
  const unavailable = users.responses.filter((one) => one.isUnavailable)
  const first = Math.min(...unavailable.map(({ ended }) => ended))
  const last = Math.max(...unavailable.map(({ ended }) => ended))
  return {
    from,
    to: await cluster.leader(),
    newLeader: node === from ? undefined : seconds(struckAt, ledAt),
    unavailable: seconds(first, last),
    // Without a new leader, from the fault.
    recovery: seconds(node === from ? struckAt : ledAt, last),
    afterwards: unavailable.filter(({ begun }) => begun > healedAt).length,
    responses: users.responses.length
  }
}

/** Returns the ids of the keys that the store has. */
const keysOf = async (tables: Tables): Promise<Array<string>> =>
  (await tables.rows("SELECT key_id FROM signing_keys")).map((row) => String(row["key_id"])).sort()

/** Returns the ids of the keys that each service publishes. */
const publishedKeys = ({ origins }: Cluster): Promise<ReadonlyArray<ReadonlyArray<string>>> =>
  Promise.all(
    origins.map(async (origin) => {
      const { json } = await send("GET", `${origin}${keySet}`)
      return (json["keys"] as ReadonlyArray<{ readonly kid: string }>).map(({ kid }) => kid).sort()
    })
  )

describe("Two services on PostgreSQL that fails over", () => {
  const planned = Array.from({ length: roundCount }, (_, index) => ({
    number: index + 1,
    fault: chosen[index % chosen.length] as Fault
  })).map((round) => ({ ...round, name: round.fault.name }))

  cleanUp(() => void process.stdout.write(report(rounds)))

  it.for(planned)("lose nothing and recover by themselves: round $number, $name", async ({ fault }, context) => {
    const running = await startOnce(context)
    const before = ledger.counts
    const suffered = await suffer(running, fault)
    running.users.responses = []
    await audit(ledger, running.users, running.tokens, openTables(running.cluster.database, context.onTestFinished))
    const after = ledger.counts
    rounds.push({ fault: fault.name, ...suffered, before, after, wrong: ledger.wrong.length })

    assert.deepStrictEqual(ledger.wrong, [])
    assert.isFalse(
      running.users.responses.some((response) => response.isUnavailable),
      "503 during the audit"
    )
    assert.isAtMost(suffered.recovery, recoverySeconds)
    assert.deepStrictEqual(pidsOf(running.cluster), running.pids, "the services were restarted")
    for (const name of ["accounts", "signedOut", "usedLinks", "guesses", "refreshes", "verified"] as const) {
      assert.isAbove(after[name], before[name], name)
    }
  })

  it("send every email that was acknowledged", async (context) => {
    const { cluster, users } = await startOnce(context)
    const tables = openTables(cluster.database, context.onTestFinished)
    const queued = () => tables.count("SELECT count(*) FROM queued_emails")
    await until("all emails", async () => (await queued()) === 0, 90)
    assert.deepStrictEqual(users.withoutEmail(), [])
  })

  it("deliver every event to the webhook, and those of a user in their order", async (context) => {
    const { cluster, receiver } = await startOnce(context)
    const tables = openTables(cluster.database, context.onTestFinished)
    await until("all deliveries", async () => (await Deliveries.pending(tables)) === 0, 180)
    const events = await Deliveries.stored(tables)
    assert.deepStrictEqual(Deliveries.mistakes(receiver, events), [])
    assert.isAbove(events.length, ledger.accounts.size)
    const repeats = receiver.received.length - events.length
    process.stdout.write(`\n${events.length} events of webhooks, and ${repeats} repeats\n`)
  })

  it("publish one set of signing keys, each that an operator has created", async (context) => {
    const { cluster } = await startOnce(context)
    const stored = await keysOf(openTables(cluster.database, context.onTestFinished))
    assert.includeMembers(stored, [...ledger.keys])
    assert.deepStrictEqual(await publishedKeys(cluster), [stored, stored])
  })

  it("sign with a key that replaced all others just before a failover, and with no other", async (context) => {
    const running = await startOnce(context)
    const { cluster } = running
    ledger.keys.clear()
    const leaked = new Set(await keysOf(openTables(cluster.database, context.onTestFinished)))
    const key = await rotateKeys(cluster, "--now")
    await suffer(running, chosen[0] as Fault, [])
    const stored = await keysOf(openTables(cluster.database, context.onTestFinished))
    assert.deepStrictEqual(
      stored.filter((id) => leaked.has(id)),
      []
    )
    assert.includeMembers(stored, [key, ...ledger.keys])
    assert.deepStrictEqual(await publishedKeys(cluster), [stored, stored])
    const [cookie = ""] = [...ledger.signedIn.keys()].slice(-1)
    for (const origin of cluster.origins) {
      const reply = await running.users.ask("POST", accessToken, { cookie, origin, body: { audience } })
      const { protectedHeader } = await jwtVerify(
        String(reply?.json["accessToken"]),
        createRemoteJWKSet(new URL(`${origin}${keySet}`)),
        { issuer, audience }
      )
      assert.strictEqual(protectedHeader.kid, key)
    }
    assert.deepStrictEqual(ledger.wrong, [])
  })

  it("ran on all nodes", async (context) => {
    if (roundCount < 2 * faults.length) context.skip()
    await startOnce(context)
    assert.sameMembers([...new Set(rounds.map(({ to }) => to))], [...nodes])
  })
})
