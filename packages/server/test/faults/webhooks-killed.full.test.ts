import { assert, beforeAll, describe, it } from "vitest"
import { afterTests } from "@latchkey/test-support/process/afterTests"
import { database } from "@latchkey/test-support/postgres/database"
import { openTables, type Tables } from "@latchkey/test-support/postgres/Tables"
import * as Replica from "@latchkey/test-support/process/Replica"
import { until, within } from "@latchkey/test-support/process/until"
import * as Deliveries from "@latchkey/test-support/webhook/Deliveries"
import {
  openWebhookReceiver,
  type ReceivedEvent,
  type WebhookReceiver
} from "@latchkey/test-support/webhook/WebhookReceiver"

/** How often a process of three is killed. */
const rounds = Number(process.env["WEBHOOK_ROUNDS"] ?? 2)

/** A lease lasts a minute: what a killed process has leased is due then. */
const leaseSeconds = 60

const cleanUp = afterTests()
let receiver: WebhookReceiver
let tables: Tables
let start: () => Promise<Replica.Replica>
let webhook: string

beforeAll(async () => {
  const url = await database(cleanUp)
  receiver = await openWebhookReceiver(cleanUp)
  const environment = { OUTGOING_PRIVATE_HOSTS: receiver.host, SECRET_KEY: "k".repeat(32), HASH_CONCURRENCY: "1" }
  start = () => Replica.startReplica({ database: url, environment }, cleanUp)
  tables = openTables(url, cleanUp)
})

const addWebhook = async (replica: Replica.Replica) => {
  const { json } = await Replica.administer(replica, "POST", "/default/webhooks", { url: receiver.url })
  receiver.secret = String(json["secret"])
  webhook = String(json["id"])
}

const addUser = async (replica: Replica.Replica): Promise<string> => {
  const { json } = await Replica.administer(replica, "POST", "/default/users", { email: Replica.newEmail() })
  return String(json["id"])
}

const events = (userId: string): ReadonlyArray<ReceivedEvent> =>
  receiver.received.filter((event) => event.userId === userId)

const kill = async (replica: Replica.Replica) => {
  replica.kill("SIGKILL")
  assert.isNull(await replica.ended)
}

/** Makes what killed processes have leased due, while none runs. */
const endLeases = () =>
  tables.rows(
    `UPDATE webhook_deliveries SET due_at = due_at - interval '1 minute', leased_until = leased_until - interval '1 minute'
     WHERE state = 'pending' AND leased_until IS NOT NULL`
  )

/** What users have done as far as a process has said so, and what else it may have done. */
interface Acknowledged {
  readonly userId: string
  readonly types: Array<string>
}

/** Adds users and changes them, each through any of the processes, until `ends`. */
const startTraffic = (living: () => ReadonlyArray<Replica.Replica>) => {
  let isStopped = false
  const acknowledged: Array<Acknowledged> = []
  const anyOf = (replicas: ReadonlyArray<Replica.Replica>) =>
    replicas[Math.floor(Math.random() * replicas.length)] as Replica.Replica
  const live = async () => {
    const userId = await addUser(anyOf(living()))
    const types = ["user.created"]
    acknowledged.push({ userId, types })
    const change = async (method: string, body: object | undefined, type: string) => {
      await Replica.administer(anyOf(living()), method, `/default/users/${userId}`, body)
      types.push(type)
    }
    await change("PATCH", { disabled: true }, "user.disabled")
    await change("PATCH", { disabled: false }, "user.enabled")
    if (acknowledged.length % 2 === 0) await change("DELETE", undefined, "user.deleted")
  }
  const again = async () => {
    while (!isStopped) {
      // Whether a killed process has done it is not known.
      await live().catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
  }
  const users = Promise.all([1, 2, 3].map(again))
  const ends = async () => {
    isStopped = true
    await users
    return acknowledged
  }
  return { acknowledged, ends }
}

describe("An event for a webhook", () => {
  let service: Replica.Replica
  beforeAll(async () => {
    service = await start()
    await addWebhook(service)
  })

  it("comes after a restart if the process was killed between the commit and the delivery", async () => {
    // Nothing is distributed while the webhook is locked.
    const held = await tables.lock("SELECT FROM webhooks FOR UPDATE")
    const userId = await addUser(service)
    await Replica.administer(service, "DELETE", `/default/users/${userId}`, undefined)
    await kill(service)
    await held.release()
    assert.deepStrictEqual(events(userId), [])
    service = await start()
    await until("the deletion", () => events(userId).some(({ type }) => type === "user.deleted"))
    assert.deepStrictEqual(
      events(userId).map(({ type, version }) => [type, version]),
      [
        ["user.created", 1],
        ["user.deleted", 2]
      ]
    )
  })

  it("comes again with the same id, before the next one of its user, if the process was killed before it has read the response", async () => {
    receiver.respond = () => service.ended.then(() => 204)
    const userId = await addUser(service)
    await Replica.administer(service, "PATCH", `/default/users/${userId}`, { disabled: true })
    await until("the first message", () => events(userId)[0])
    await kill(service)
    receiver.respond = () => 204
    await endLeases()
    service = await start()
    await until("the next event", () => events(userId).some(({ version }) => version === 2))
    const [first, again, next, ...others] = events(userId)
    assert.deepStrictEqual(others, [])
    assert.deepStrictEqual(again, first)
    assert.deepStrictEqual([next?.type, next?.version], ["user.disabled", 2])
  })

  it("leaves its lease on SIGTERM, and another process sends it soon, although the receiver hangs", async () => {
    const other = await start()
    receiver.respond = () => new Promise(() => {})
    const userId = await addUser(service)
    await until("the first message", () => events(userId)[0])
    receiver.respond = () => 204
    const begun = performance.now()
    // One of the two has sent it. The receiver does not know which.
    for (const replica of [service, other]) {
      replica.kill("SIGTERM")
      assert.strictEqual(await within(25, "the end after SIGTERM", replica.ended), 0)
      if (replica === service) service = await start()
    }
    await until("the message again", () => events(userId).length > 1)
    assert.isBelow(performance.now() - begun, 50_000)
    const [first, again] = events(userId)
    assert.deepStrictEqual(again, first)
    await kill(service)
  })

  it("is not lost while one of three processes is killed again and again, and comes in order for each user", {
    timeout: 300_000 + rounds * 60_000
  }, async () => {
    const replicas = await Promise.all([start(), start(), start()])
    let living: ReadonlyArray<Replica.Replica> = replicas
    const failedOnce = new Set<string>()
    receiver.respond = async ({ id }) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 60))
      if (failedOnce.has(id) || Math.random() > 0.01) return 204
      failedOnce.add(id)
      return 500
    }
    const traffic = startTraffic(() => living)
    for (let round = 0; round < rounds; round++) {
      const before = receiver.received.length
      await until("some messages", () => receiver.received.length > before + 4, 90)
      const index = round % replicas.length
      const victim = replicas[index] as Replica.Replica
      living = replicas.filter((replica) => replica !== victim)
      await kill(victim)
      replicas[index] = await start()
      living = [...replicas]
    }
    const acknowledged = await traffic.ends()
    await until("all deliveries", async () => (await Deliveries.pending(tables)) === 0, leaseSeconds + 120)
    const stored = await Deliveries.stored(tables)
    assert.deepStrictEqual(Deliveries.mistakes(receiver, stored), [])
    for (const { types, userId } of acknowledged) {
      const ofUser = stored.filter((event) => event.userId === userId).sort((a, b) => a.version - b.version)
      assert.deepStrictEqual(
        ofUser.slice(0, types.length).map(({ type }) => type),
        types
      )
    }
    const { length } = receiver.received
    const [delivered] = await tables.rows(
      "SELECT count(*)::int AS count FROM webhook_deliveries WHERE webhook_id = $1 AND state = 'delivered'",
      [webhook]
    )
    assert.strictEqual(delivered?.["count"], stored.length)
    const users = new Set(stored.map(({ userId }) => userId)).size
    process.stdout.write(
      `\n${rounds} processes killed: ${stored.length} events of ${users} users in ${length} messages, ` +
        `${length - stored.length} of them repeats; the receiver failed ${failedOnce.size} once\n`
    )
  })
})
