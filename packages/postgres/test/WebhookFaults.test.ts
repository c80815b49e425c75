/** What a fault of one instance, such as a lost part of a table, leaves to the webhooks of the others. */
import { SqlClient } from "@effect/sql/SqlClient"
import { assert, it } from "@effect/vitest"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { EventLog } from "@latchkey/domain/event/EventLog"
import { WebhookQueue } from "@latchkey/domain/webhook/WebhookQueue"
import { WebhookRepository } from "@latchkey/domain/webhook/WebhookRepository"
import * as Postgres from "@latchkey/postgres/Postgres"
import { onServer, servers } from "@latchkey/test-support/postgres/databases"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as TestServices from "effect/TestServices"

/** In a database in which only the webhooks of the test are enabled. */
const setUp = Effect.gen(function* () {
  const log = yield* EventLog
  const queue = yield* WebhookQueue
  const sql = yield* SqlClient
  const webhooks = yield* WebhookRepository
  yield* sql`UPDATE latchkey.webhooks SET disabled_at = now(), disabled_reason = 'operator'`

  /** A new instance with a webhook. */
  const newInstance = Effect.gen(function* () {
    const { id: instanceId } = yield* Samples.storedInstance
    const webhook = Samples.webhook(instanceId)
    yield* webhooks.insert(webhook)
    return { instanceId, webhookId: webhook.id }
  })

  const append = Effect.fnUntraced(function* ({ instanceId }: { readonly instanceId: InstanceId }) {
    const user = yield* Samples.storedUser(instanceId)
    yield* log.append(instanceId, [Samples.newEvent(user)])
  })

  const countOf = (of: Effect.Effect.Success<typeof newInstance>) =>
    Effect.map(queue.list({ ...of, before: Option.none(), state: Option.none(), limit: 100 }), (found) => found.length)

  /** Distributes until a webhook has a delivery: other tests have transactions open on the same server. */
  const distributed = (of: Effect.Effect.Success<typeof newInstance>, millis = 0) =>
    Effect.zipRight(queue.distribute(Samples.plus(millis)), countOf(of)).pipe(
      Effect.tap((count) => (count === 0 ? TestServices.provideLive(Effect.sleep(20)) : Effect.void)),
      Effect.repeat({ until: (count) => count > 0, times: 200 })
    )

  /** The instances of what is leased, from a millisecond on. */
  const leasedAt = (millis: number) =>
    Effect.map(
      queue.lease({ now: Samples.plus(millis), until: Samples.plus(millis + Samples.minute), limit: 100 }),
      (leased) => leased.map(({ instanceId }) => instanceId)
    )

  /** Lets every write of a delivery of an instance fail. Returns what ends that. */
  const broken = Effect.fnUntraced(function* ({ instanceId }: { readonly instanceId: InstanceId }) {
    const deliveries = sql.literal("latchkey.webhook_deliveries")
    const name = sql.literal(`"broken_${instanceId}"`)
    yield* sql`
      ALTER TABLE ${deliveries}
      ADD CONSTRAINT ${name} CHECK (instance_id <> ${sql.literal(`'${instanceId}'`)}) NOT VALID`
    return sql`ALTER TABLE ${deliveries} DROP CONSTRAINT ${name}`
  })

  return { append, broken, distributed, leasedAt, newInstance, queue }
})

/** Runs a test, and gives it what it logs, each with its instance. */
const logging = <A, E, R>(test: (lines: ReadonlyArray<string>) => Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const lines: Array<string> = []
    const logger = Logger.make<unknown, void>(({ annotations, message }) => {
      const [text] = Array.isArray(message) ? message : [message]
      lines.push(`${String(text)}: ${String(Option.getOrNull(HashMap.get(annotations, "instance")))}`)
    })
    return Effect.provide(test(lines), Logger.replace(Logger.defaultLogger, logger))
  })

for (const server of servers()) {
  const layer = Layer.provideMerge(Postgres.layer, onServer(server).migrated)
  it.layer(layer, { timeout: "60 seconds" })(`A fault of one instance on ${server.name}`, (it) => {
    it.effect("keeps no webhook of another one from getting events", () =>
      logging(() =>
        Effect.gen(function* () {
          const { append, broken, distributed, newInstance } = yield* setUp
          const [first, second, third] = [yield* newInstance, yield* newInstance, yield* newInstance]
          for (const one of [first, second, third]) yield* append(one)
          const repair = yield* broken(first)
          assert.strictEqual(yield* distributed(second), 1)
          assert.strictEqual(yield* distributed(third), 1)
          yield* repair
          assert.strictEqual(yield* distributed(first), 1)
        })
      )
    )

    it.effect("leaves the leases of others, whichever comes first", () =>
      logging(() =>
        Effect.gen(function* () {
          const { append, broken, distributed, leasedAt, newInstance } = yield* setUp
          const [first, second, third] = [yield* newInstance, yield* newInstance, yield* newInstance]
          for (const one of [first, second, third]) {
            yield* append(one)
            yield* distributed(one)
          }
          const repair = yield* broken(second)
          const leased = yield* leasedAt(0)
          assert.includeMembers(leased, [first.instanceId, third.instanceId])
          assert.notInclude(leased, second.instanceId)
          yield* repair
          assert.deepStrictEqual(yield* leasedAt(1), [second.instanceId])
        })
      )
    )

    it.effect("ends a call when three have one: the database may be down. They come last in the next call", () =>
      logging((lines) =>
        Effect.gen(function* () {
          const { append, broken, distributed, leasedAt, newInstance } = yield* setUp
          const faulty = [yield* newInstance, yield* newInstance, yield* newInstance, yield* newInstance]
          for (const one of faulty) {
            yield* append(one)
            yield* distributed(one)
          }
          const repairs = yield* Effect.forEach(faulty, broken)
          assert.deepStrictEqual(yield* leasedAt(0), [])
          assert.lengthOf(lines, 3)
          const sound = yield* newInstance
          yield* append(sound)
          yield* distributed(sound, 1)
          assert.deepStrictEqual(yield* leasedAt(1), [sound.instanceId])
          yield* Effect.all(repairs)
          assert.sameMembers(
            [...(yield* leasedAt(2))],
            faulty.map(({ instanceId }) => instanceId)
          )
        })
      )
    )

    it.effect("is in the log when it begins and when it has ended, not each time", () =>
      logging((lines) =>
        Effect.gen(function* () {
          const { append, broken, distributed, leasedAt, newInstance } = yield* setUp
          const one = yield* newInstance
          yield* append(one)
          yield* distributed(one)
          const repair = yield* broken(one)
          assert.deepStrictEqual([yield* leasedAt(0), yield* leasedAt(1)], [[], []])
          yield* repair
          assert.deepStrictEqual(yield* leasedAt(2), [one.instanceId])
          assert.deepStrictEqual(lines, [
            `Deliveries of an instance cannot be leased: ${one.instanceId}`,
            `Deliveries of an instance can be leased again: ${one.instanceId}`
          ])
        })
      )
    )
  })
}
