import { assert, type Vitest } from "@effect/vitest"
import type { EventId } from "@latchkey/domain/event/Event"
import { maxLeased } from "@latchkey/domain/webhook/WebhookQueue"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { isNone, same } from "../Assertions.ts"
import { concurrently, repeatedly, untilNoneLeft } from "../Concurrency.ts"
import { at, type Ports, result, setUp } from "./WebhookFixture.ts"

export const leasing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns what is needed to send the event as it is stored now", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, lease, log, newUser, queue } = yield* setUp
      const previousSecret = Option.some({ sealed: Samples.sealedText(), until: at(9) })
      const webhook = yield* hook({ previousSecret, failingSince: Option.some(at(1)) })
      const user = yield* newUser()
      const [eventId] = yield* append(user, { type: "user.created" })
      yield* distributed(webhook, 1, 5)
      yield* log.erase(user.instanceId, user.id)
      const [leased] = yield* lease(6)
      const { instanceId, secret, url } = webhook
      assert.deepInclude(leased, { instanceId, webhookId: webhook.id, attempts: 0 })
      assert.strictEqual(leased?.eventId, eventId)
      same(leased?.createdAt, at(5))
      same(leased?.webhook.url, url)
      same(leased?.webhook.secret, secret)
      same([leased?.webhook.failingSince, leased?.webhook.previousSecret], [webhook.failingSince, previousSecret])
      const body: unknown = JSON.parse(Option.getOrThrow(leased?.body ?? Option.none()))
      assert.deepInclude(body, {
        id: eventId,
        type: "user.created",
        occurredAt: "2030-06-15T12:00:00.000Z",
        instanceId,
        userId: user.id,
        version: 1,
        actor: "user",
        data: { user: null }
      })
      same(yield* queue.lease({ now: at(6), until: at(7), limit: 10 }), [])
    })
  )

  it.effect("has no body if the event is no longer stored", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, lease, log, newUser } = yield* setUp
      const webhook = yield* hook()
      yield* append(yield* newUser(), { occurredAt: Samples.longAgo })
      yield* distributed(webhook, 1)
      yield* untilNoneLeft(log.deleteExpired(Samples.longAgo, 1000))
      const [leased] = yield* lease(0)
      isNone(leased?.body ?? Option.some(""))
    })
  )

  it.effect("returns nothing of a disabled webhook, and nothing before it is due", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, instanceId, leasedIds, newUser, queue, webhooks } = yield* setUp
      const webhook = yield* hook()
      const ids = yield* append(yield* newUser(), {})
      yield* distributed(webhook, 1, 10)
      same(yield* leasedIds(9), [])
      yield* webhooks.disable(webhook, { at: at(9), reason: "operator" })
      same(yield* leasedIds(10), [])
      yield* webhooks.modify(instanceId, webhook.id, ({ id }) => Samples.webhook(instanceId, { id }))
      yield* queue.makeDue(instanceId, webhook.id, at(8))
      assert.deepStrictEqual(yield* leasedIds(8), ids)
    })
  )

  it.effect("returns the first of each user, and the next one from when that has ended", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, keyOf, leasedIds, newUser, queue } = yield* setUp
      const webhook = yield* hook()
      const [ann, ben] = [yield* newUser(), yield* newUser()]
      const ofAnn = yield* append(ann, {}, {}, {})
      const ofBen = yield* append(ben, {}, {})
      yield* distributed(webhook, 5)
      assert.sameMembers([...(yield* leasedIds(0))], [ofAnn[0], ofBen[0]])
      same(yield* leasedIds(10), [])
      yield* queue.complete(keyOf(webhook, ofAnn[0]), "delivered", result(20))
      assert.deepStrictEqual(yield* leasedIds(20), [ofAnn[1]])
      yield* queue.complete(keyOf(webhook, ofAnn[1]), "failed", result(30))
      yield* queue.complete(keyOf(webhook, ofBen[0]), "delivered", result(30))
      assert.sameMembers([...(yield* leasedIds(30))], [ofAnn[2], ofBen[1]])
    })
  )

  it.effect("keeps the next ones of a user back while the first waits for its next try, and those of no other", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, keyOf, leasedIds, newUser, queue } = yield* setUp
      const [webhook, other] = [yield* hook(), yield* hook()]
      const [ann, ben] = [yield* newUser(), yield* newUser()]
      const [first, second] = yield* append(ann, {}, {})
      yield* distributed(webhook, 2)
      yield* distributed(other, 2)
      assert.deepStrictEqual(yield* leasedIds(0), [first, first])
      yield* queue.reschedule(keyOf(webhook, first), at(900_000), result(1))
      yield* queue.complete(keyOf(other, first), "delivered", result(1))
      const [ofBen] = yield* append(ben, {})
      yield* distributed(webhook, 3, 2)
      yield* distributed(other, 3, 2)
      assert.sameMembers([...(yield* leasedIds(2))], [second, ofBen, ofBen])
      yield* queue.complete(keyOf(webhook, ofBen), "delivered", result(3))
      yield* queue.complete(keyOf(other, ofBen), "delivered", result(3))
      yield* queue.complete(keyOf(other, second), "delivered", result(3))
      for (const millis of [10, 1500, 299_000, 400_000, 899_999]) same(yield* leasedIds(millis), [])
      assert.deepStrictEqual(yield* leasedIds(900_000), [first])
      yield* queue.complete(keyOf(webhook, first, 1), "delivered", result(900_001))
      assert.deepStrictEqual(yield* leasedIds(900_001), [second])
    })
  )

  it.effect("returns a delivery again from the millisecond on at which its lease runs out", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, leasedIds, newUser } = yield* setUp
      const webhook = yield* hook()
      const [first] = yield* append(yield* newUser(), {}, {})
      yield* distributed(webhook, 2)
      assert.deepStrictEqual(yield* leasedIds(0, { until: 5000 }), [first])
      same(yield* leasedIds(4999), [])
      assert.deepStrictEqual(yield* leasedIds(5000, { until: 9000 }), [first])
      same(yield* leasedIds(8999), [])
    })
  )

  it.effect("leases ten of a webhook, one while it is failing, and a slow one takes no place of others", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, keyOf, leasedIds, newUser, queue, webhooks } = yield* setUp
      const [slow, other] = [yield* hook({ types: ["user.created"] }), yield* hook({ types: ["user.updated"] })]
      const ids: Array<EventId> = []
      for (const _ of Arr.range(0, maxLeased + 4))
        ids.push(...(yield* append(yield* newUser(), { type: "user.created" })))
      yield* distributed(slow, maxLeased + 5)
      const first = yield* leasedIds(0)
      assert.lengthOf(first, maxLeased)
      same(yield* leasedIds(1), [])
      const fast = yield* append(yield* newUser(), {})
      yield* distributed(other, 1)
      assert.deepStrictEqual(yield* leasedIds(2, { limit: 1 }), fast)
      yield* webhooks.recordFailure(slow, at(2))
      for (const id of first) yield* queue.release(keyOf(slow, id), at(3))
      assert.lengthOf(yield* leasedIds(3), 1)
      same(yield* leasedIds(4), [])
    })
  )

  it.effect("shares a limit between webhooks", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, lease, newUser } = yield* setUp
      const webhooks = [yield* hook(), yield* hook()]
      for (const _ of Arr.range(1, 5)) yield* append(yield* newUser(), {})
      for (const webhook of webhooks) yield* distributed(webhook, 5)
      const leased = yield* lease(0, { limit: 4 })
      const counts = webhooks.map(({ id }) => leased.filter(({ webhookId }) => webhookId === id).length)
      assert.deepStrictEqual(counts, [2, 2])
    })
  )

  it.effect("shares a limit between instances, and gives others what one of them does not need", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, instanceId, lease, newUser } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      const counted = Effect.map(lease(0, { limit: 4 }), (leased) =>
        [instanceId, otherId].map((id) => leased.filter((delivery) => delivery.instanceId === id).length)
      )
      const webhooks = [yield* hook(), yield* hook(), yield* hook({}, otherId)]
      for (const of of [instanceId, otherId]) for (const _ of Arr.range(1, 3)) yield* append(yield* newUser(of), {})
      for (const webhook of webhooks) yield* distributed(webhook, 3)
      assert.deepStrictEqual(yield* counted, [2, 2])
      assert.deepStrictEqual(yield* counted, [3, 1])
    })
  )

  it.effect("gives free places to the webhooks with the fewest leases, whatever waits for longer", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, leasedIds, newUser } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      const [slow, fast] = [yield* hook({ types: ["user.created"] }), yield* hook({ types: ["user.updated"] })]
      const elsewhere = yield* hook({}, otherId)
      for (const _ of Arr.range(1, 8)) yield* append(yield* newUser(), { type: "user.created" })
      yield* distributed(slow, 8)
      assert.lengthOf(yield* leasedIds(0, { limit: 3 }), 3)
      const ofFast = yield* append(yield* newUser(), {})
      yield* distributed(fast, 1, 1)
      assert.deepStrictEqual(yield* leasedIds(2, { limit: 1 }), ofFast)
      const ofOther = yield* append(yield* newUser(otherId), {})
      yield* distributed(elsewhere, 1, 3)
      assert.deepStrictEqual(yield* leasedIds(4, { limit: 1 }), ofOther)
      assert.lengthOf(yield* leasedIds(5), 5)
    })
  )

  it.effect("gives different deliveries to concurrent workers, and misses none", () =>
    repeatedly(3, () =>
      Effect.gen(function* () {
        const { append, distributed, hook, leasedIds, newUser } = yield* setUp
        const webhook = yield* hook()
        for (const _ of Arr.range(1, 8)) yield* append(yield* newUser(), {}, {})
        yield* distributed(webhook, 16)
        const leased = Arr.getRights(yield* concurrently(6, () => leasedIds(0, { limit: 3 }))).flat()
        const rest = yield* leasedIds(0)
        const all = [...leased, ...rest]
        assert.strictEqual(new Set(all).size, all.length)
        assert.lengthOf(all, 8)
      })
    )
  )

  it.effect("leases no more than ten of a webhook to concurrent workers", () =>
    repeatedly(3, () =>
      Effect.gen(function* () {
        const { append, distributed, hook, leasedIds, newUser } = yield* setUp
        const webhook = yield* hook()
        for (const _ of Arr.range(1, 2 * maxLeased)) yield* append(yield* newUser(), {})
        yield* distributed(webhook, 2 * maxLeased)
        const leased = Arr.getRights(yield* concurrently(6, () => leasedIds(0))).flat()
        assert.lengthOf([...leased, ...(yield* leasedIds(0))], maxLeased)
      })
    )
  )
}
