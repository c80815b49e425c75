import { assert, type Vitest } from "@effect/vitest"
import type { EventId } from "@latchkey/domain/event/Event"
import type { Webhook } from "@latchkey/domain/webhook/Webhook"
import { WebhookQueue } from "@latchkey/domain/webhook/WebhookQueue"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { isNone, same } from "../Assertions.ts"
import { untilNoneLeft } from "../Concurrency.ts"
import { at, idsOf, type Ports, result, setUp } from "./WebhookFixture.ts"

export const resending = (it: Vitest.MethodsNonLive<Ports>) => {
  const failed = (webhook: Webhook, ids: ReadonlyArray<EventId>) =>
    Effect.gen(function* () {
      const { complete } = yield* WebhookQueue
      const { id: webhookId, instanceId } = webhook
      for (const eventId of ids) yield* complete({ instanceId, webhookId, eventId, attempts: 0 }, "failed", result(1))
    })

  it.effect("makes a delivery pending, as if it was never tried", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, keyOf, leasedIds, listed, newUser, queue } = yield* setUp
      const webhook = yield* hook()
      const ids = yield* append(yield* newUser(), {})
      const [before] = yield* distributed(webhook, 1)
      yield* failed(webhook, ids)
      const found = yield* queue.redeliver(keyOf(webhook, ids[0]), at(7))
      assert.deepInclude(Option.getOrThrow(found), { state: "pending", attempts: 0 })
      same(
        Option.map(found, ({ dueAt }) => dueAt),
        Option.some(at(7))
      )
      same(
        Option.map(found, ({ createdAt }) => createdAt),
        Option.fromNullable(before?.createdAt)
      )
      same(yield* listed(webhook), Option.toArray(found))
      assert.deepStrictEqual(yield* leasedIds(7), ids)
      yield* queue.redeliver(keyOf(webhook, ids[0]), at(8))
      same(yield* leasedIds(9), [])
    })
  )

  it.effect("waits until the event of its user that is being sent has ended", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, keyOf, leasedIds, newUser, queue } = yield* setUp
      const webhook = yield* hook()
      const [first, second] = yield* append(yield* newUser(), {}, {})
      yield* distributed(webhook, 2)
      assert.deepStrictEqual(yield* leasedIds(0), [first])
      yield* queue.complete(keyOf(webhook, first), "failed", result(1))
      assert.deepStrictEqual(yield* leasedIds(1), [second])
      yield* queue.redeliver(keyOf(webhook, first), at(2))
      for (const millis of [2, 1500, 5000]) same(yield* leasedIds(millis), [])
      yield* queue.complete(keyOf(webhook, second), "delivered", result(5001))
      assert.deepStrictEqual(yield* leasedIds(5001), [first])
    })
  )

  it.effect("ignores the outcome of a try that it comes into, and the next try is the first", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, keyOf, lease, leasedIds, listed, newUser, queue } = yield* setUp
      const webhook = yield* hook()
      const [id] = yield* append(yield* newUser(), {})
      yield* distributed(webhook, 1)
      yield* leasedIds(0)
      yield* queue.reschedule(keyOf(webhook, id), at(10), result(1))
      yield* leasedIds(10, { until: 1000 })
      const found = yield* queue.redeliver(keyOf(webhook, id), at(20))
      yield* queue.complete(keyOf(webhook, id, 1), "failed", result(30))
      yield* queue.reschedule(keyOf(webhook, id, 1), at(30), result(30))
      yield* queue.release(keyOf(webhook, id, 1), at(30))
      same(yield* listed(webhook), Option.toArray(found))
      same(yield* leasedIds(999), [])
      assert.deepStrictEqual(
        (yield* lease(1000)).map(({ attempts, eventId }) => [eventId, attempts]),
        [[id, 0]]
      )
    })
  )

  it.effect("returns none if the event was not for the webhook, or is no longer stored", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, instanceId, keyOf, listed, log, newUser, queue } = yield* setUp
      const webhook = yield* hook()
      const ids = yield* append(yield* newUser(), { occurredAt: Samples.longAgo })
      yield* distributed(webhook, 1)
      yield* failed(webhook, ids)
      isNone(yield* queue.redeliver({ instanceId, webhookId: webhook.id, eventId: Samples.eventId() }, at(7)))
      const { id: otherId } = yield* Samples.storedInstance
      isNone(yield* queue.redeliver({ ...keyOf(webhook, ids[0]), instanceId: otherId }, at(7)))
      yield* untilNoneLeft(log.deleteExpired(Samples.longAgo, 1000))
      isNone(yield* queue.redeliver(keyOf(webhook, ids[0]), at(7)))
      const query = { instanceId, webhookId: webhook.id, until: at(7), limit: 10 }
      assert.strictEqual(yield* queue.redeliverFailed(query), 0)
      assert.strictEqual((yield* listed(webhook))[0]?.state, "failed")
    })
  )

  it.effect("sends those again that had failed at a time, up to a limit", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, instanceId, keyOf, listed, newUser, queue } = yield* setUp
      const webhook = yield* hook()
      const ids = yield* append(yield* newUser(), {}, {}, {}, {}, {})
      yield* distributed(webhook, 5)
      yield* failed(webhook, ids.slice(0, 3))
      yield* queue.complete(keyOf(webhook, ids[3]), "delivered", result(1))
      yield* queue.complete(keyOf(webhook, ids[4]), "failed", result(3))
      const query = { instanceId, webhookId: webhook.id, until: at(2), limit: 2 }
      const batch = queue.redeliverFailed(query)
      assert.deepStrictEqual([yield* batch, yield* batch, yield* batch], [2, 1, 0])
      assert.deepStrictEqual(idsOf(yield* listed(webhook, "pending")).reverse(), ids.slice(0, 3))
    })
  )
}
