/** The order of deliveries, on transactions that end in another order than they began. */
import { SqlClient } from "@effect/sql/SqlClient"
import { assert, it } from "@effect/vitest"
import type { User } from "@latchkey/domain/account/UserRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { EventLog } from "@latchkey/domain/event/EventLog"
import type { Webhook } from "@latchkey/domain/webhook/Webhook"
import { WebhookQueue } from "@latchkey/domain/webhook/WebhookQueue"
import { WebhookRepository } from "@latchkey/domain/webhook/WebhookRepository"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Postgres from "@latchkey/postgres/Postgres"
import { serversWithCitus } from "@latchkey/test-support/postgres/databases"
import * as Samples from "@latchkey/testkit/Samples"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestServices from "effect/TestServices"

const setUp = Effect.gen(function* () {
  const log = yield* EventLog
  const queue = yield* WebhookQueue
  const { run } = yield* Transaction
  const sql = yield* SqlClient
  const { id: instanceId } = yield* Samples.storedInstance
  const append = (user: User) => Effect.map(log.append(instanceId, [Samples.newEvent(user)]), ([event]) => event?.id)

  const addWebhook = Effect.gen(function* () {
    const webhook = Samples.webhook(instanceId)
    yield* (yield* WebhookRepository).insert(webhook)
    return webhook
  })

  /** Begins a transaction that has an id, and holds it open until `end`. */
  const opened = Effect.fnUntraced(function* <A>(last: Effect.Effect<A, unknown>) {
    const [begun, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const body = Effect.gen(function* () {
      yield* sql`SELECT pg_current_xact_id()`
      yield* Deferred.succeed(begun, undefined)
      yield* Deferred.await(end)
      return yield* last
    })
    const fiber = yield* Effect.fork(run(body))
    yield* Deferred.await(begun)
    return { end: Effect.zipRight(Deferred.succeed(end, undefined), Fiber.join(fiber)) }
  })

  /** Returns the deliveries of a webhook, the first one first. */
  const list = ({ id: webhookId }: Webhook) =>
    Effect.map(
      queue.list({ instanceId, webhookId, before: Option.none(), state: Option.none(), limit: 100 }),
      (found) => found.map(({ delivery }) => delivery).reverse()
    )

  /** Distributes until there are so many: other tests have transactions open on the same server. */
  const distributed = (webhook: Webhook, count: number) =>
    Effect.zipRight(queue.distribute(Samples.now), list(webhook)).pipe(
      Effect.tap((found) => (found.length < count ? TestServices.provideLive(Effect.sleep(20)) : Effect.void)),
      Effect.repeat({ until: (found) => found.length >= count, times: 1000 })
    )

  const newUser = Samples.storedUser(instanceId)
  return { addWebhook, append, distributed, instanceId, list, newUser, opened, queue, sql }
})

for (const server of serversWithCitus()) {
  const layer = Layer.provideMerge(Postgres.layer, server.migrated)
  it.layer(layer, { timeout: "60 seconds" })(`Deliveries on ${server.name}`, (it) => {
    it.effect("have an event whose transaction ends late, in its place before those that began later", () =>
      Effect.gen(function* () {
        const { addWebhook, append, distributed, list, newUser, opened, queue } = yield* setUp
        const webhook = yield* addWebhook
        const [early, late, later] = [yield* newUser, yield* newUser, yield* newUser]
        const first = yield* append(early)
        const open = yield* opened(append(late))
        const last = yield* append(later)
        yield* distributed(webhook, 1)
        yield* queue.distribute(Samples.now)
        assert.deepStrictEqual(
          (yield* list(webhook)).map(({ eventId }) => eventId),
          [first]
        )
        const second = yield* open.end
        assert.deepStrictEqual(
          (yield* distributed(webhook, 3)).map(({ eventId }) => eventId),
          [first, second, last]
        )
      })
    )

    it.effect("have what a transaction adds that was open when the webhook was added", () =>
      Effect.gen(function* () {
        const { addWebhook, append, distributed, newUser, opened } = yield* setUp
        const user = yield* newUser
        const open = yield* opened(append(user))
        const webhook = yield* addWebhook
        const id = yield* open.end
        assert.deepStrictEqual(
          (yield* distributed(webhook, 1)).map(({ eventId }) => eventId),
          [id]
        )
      })
    )

    it.effect(
      "have the events of a user in the order of their versions, also if the older transaction writes later",
      () =>
        Effect.gen(function* () {
          const { addWebhook, append, distributed, instanceId, newUser, opened, queue } = yield* setUp
          const webhook = yield* addWebhook
          const user = yield* newUser
          const older = yield* opened(append(user))
          const first = yield* append(user)
          const second = yield* older.end
          const found = yield* distributed(webhook, 2)
          assert.deepStrictEqual(
            found.map(({ eventId, version }) => [eventId, version]),
            [
              [first, 1],
              [second, 2]
            ]
          )
          const lease = Effect.map(
            queue.lease({ now: Samples.now, until: Samples.plus(Samples.minute), limit: 100 }),
            (leased) => leased.flatMap((one) => (one.instanceId === instanceId ? [one] : []))
          )
          const [leased] = yield* lease
          assert.strictEqual(leased?.eventId, first)
          if (leased === undefined) return
          yield* queue.complete(leased, "delivered", {
            at: Samples.now,
            status: Option.some(204),
            reason: Option.none()
          })
          assert.deepStrictEqual(
            (yield* lease).map(({ eventId }) => eventId),
            [second]
          )
        })
    )

    it.effect("go on in a new cluster, in which ids of transactions are smaller", () =>
      Effect.gen(function* () {
        const { addWebhook, append, distributed, newUser, sql } = yield* setUp
        const webhook = yield* addWebhook
        const before = yield* append(yield* newUser)
        yield* distributed(webhook, 1)
        const moved = 1_000_000_000_000
        yield* sql`UPDATE latchkey.webhooks SET position = position + ${moved} WHERE webhook_id = ${webhook.id}`
        yield* Migrations.apply
        const after = yield* append(yield* newUser)
        assert.deepStrictEqual(
          (yield* distributed(webhook, 2)).map(({ eventId }) => eventId),
          [before, after]
        )
      })
    )

    it.effect("are listed in the order of the numbers of their places", () =>
      Effect.gen(function* () {
        const { addWebhook, append, distributed, list, newUser, sql } = yield* setUp
        const webhook = yield* addWebhook
        const ids = [yield* append(yield* newUser), yield* append(yield* newUser)]
        yield* distributed(webhook, 2)
        for (const [index, id] of ids.entries()) {
          yield* sql`UPDATE latchkey.webhook_deliveries SET position = ${9 + index} WHERE event_id = ${id ?? ""}`
        }
        assert.deepStrictEqual(
          (yield* list(webhook)).map(({ eventId }) => eventId),
          ids
        )
      })
    )
  })
}
