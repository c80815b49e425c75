/**
 * Contract tests of `WebhookQueue`. It concerns the webhooks of all instances, so the tests need a store whose webhooks
 * no other test uses at the same time. Deletion concerns deliveries of the year 2001.
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import type { User } from "@latchkey/domain/account/UserRepository"
import type { EventId } from "@latchkey/domain/event/Event"
import type { Webhook } from "@latchkey/domain/webhook/Webhook"
import { maxLeased, maxPending, WebhookQueue } from "@latchkey/domain/webhook/WebhookQueue"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isNone, same } from "./internal/Assertions.ts"
import { concurrently, pause, repeatedly, untilNoneLeft } from "./internal/Concurrency.ts"
import { at, operationsOn, type Ports, result, setUp } from "./internal/WebhookFixture.ts"
import * as Samples from "./Samples.ts"

export type { Ports } from "./internal/WebhookFixture.ts"

const idsOf = (found: ReadonlyArray<{ readonly eventId: EventId }>) => found.map(({ eventId }) => eventId)

const distributing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("makes a delivery of each event since the webhook exists, with every field, and once", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, instanceId, log, newUser, queue } = yield* setUp
      const user = yield* newUser()
      yield* append(user, {})
      const read = log.page({ instanceId, after: Option.none(), type: Option.none(), limit: 10 })
      yield* Effect.repeat(Effect.zipLeft(read, pause(5)), { until: ({ events }) => events.length === 1 })
      const webhook = yield* hook()
      const ids = yield* append(user, { type: "user.created" }, { type: "user.verified" })
      const found = yield* distributed(webhook, 2, 5)
      assert.deepStrictEqual(idsOf(found), ids)
      const [first] = found
      assert.deepInclude(first, {
        instanceId,
        webhookId: webhook.id,
        type: "user.created",
        userId: user.id,
        version: 2,
        state: "pending",
        attempts: 0
      })
      same([first?.dueAt, first?.createdAt, first?.endedAt], [at(5), at(5), Option.none()])
      same([first?.lastStatus, first?.lastReason], [Option.none(), Option.none()])
      yield* queue.distribute(at(6))
      same(yield* distributed(webhook, 2), found)
    })
  )

  it.effect("makes those of the types of the webhook, and goes on behind the others", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, newUser, queue } = yield* setUp
      const [webhook, all] = [yield* hook({ types: ["user.deleted", "user.created"] }), yield* hook()]
      const user = yield* newUser()
      const [first] = yield* append(user, { type: "user.created" }, {}, { type: "user.verified" })
      yield* distributed(all, 3)
      assert.deepStrictEqual(idsOf(yield* distributed(webhook, 1)), [first])
      const { events } = yield* queue.distribute(at(0))
      assert.strictEqual(events, 0)
      const [last] = yield* append(user, { type: "user.deleted" })
      assert.deepStrictEqual(idsOf(yield* distributed(webhook, 2)), [first, last])
    })
  )

  it.effect("makes none for a disabled webhook, and those that it has missed when it is enabled", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, instanceId, listed, newUser, webhooks } = yield* setUp
      const disabled = Option.some({ at: at(0), reason: "operator" as const })
      const [webhook, other] = [yield* hook({ disabled }), yield* hook()]
      const ids = yield* append(yield* newUser(), {}, {})
      yield* distributed(other, 2)
      same(yield* listed(webhook), [])
      yield* webhooks.modify(instanceId, webhook.id, (found) => Samples.webhook(instanceId, { id: found.id }))
      assert.deepStrictEqual(idsOf(yield* distributed(webhook, 2)), ids)
    })
  )

  it.effect("makes none of events of another instance", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, listed, newUser } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      const [webhook, other] = [yield* hook(), yield* hook({}, otherId)]
      yield* append(yield* newUser(otherId), {})
      yield* distributed(other, 1)
      same(yield* listed(webhook), [])
    })
  )

  it.effect("stops at the limit of pending deliveries, and goes on when some have ended", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, keyOf, lease, newUser, queue } = yield* setUp
      const webhook = yield* hook()
      const users = [yield* newUser(), yield* newUser()]
      for (const user of users) yield* append(user, ...Arr.makeBy(maxPending / 2 + 5, () => ({})))
      const found = yield* distributed(webhook, maxPending)
      assert.lengthOf(found, maxPending)
      assert.strictEqual((yield* queue.distribute(at(0))).events, 0)
      const [leased] = yield* lease(0, { limit: 1 })
      assert.isDefined(leased)
      if (leased !== undefined) yield* queue.complete(keyOf(webhook, leased.eventId), "delivered", result(1))
      assert.lengthOf(yield* distributed(webhook, maxPending + 1), maxPending + 1)
    })
  )

  it.effect("misses nothing and repeats nothing while many distribute and events come", () =>
    repeatedly(3, () =>
      Effect.gen(function* () {
        const { append, distributed, hook, newUser, queue } = yield* setUp
        const webhooks = [yield* hook(), yield* hook(), yield* hook({ types: ["user.updated"] })]
        const users = yield* Effect.forEach(Arr.range(1, 4), () => newUser())
        const events = users.flatMap((user) => Arr.makeBy(5, () => append(user, {})))
        const both = [...events, ...Arr.makeBy(8, () => Effect.as(queue.distribute(at(0)), []))]
        const stored = Arr.getRights(yield* concurrently(both.length, (index) => both[index] ?? Effect.succeed([])))
        for (const webhook of webhooks) {
          const found = yield* distributed(webhook, 20)
          assert.sameMembers(idsOf(found), stored.flat())
          for (const { id } of users) {
            const versions = found.filter(({ userId }) => userId === id).map(({ version }) => version)
            assert.deepStrictEqual(versions, [1, 2, 3, 4, 5])
          }
        }
      })
    )
  )

  it.effect("says which webhooks have passed events that were no longer stored", () =>
    Effect.gen(function* () {
      const { append, hook, instanceId, listed, log, newUser, queue } = yield* setUp
      const webhook = yield* hook()
      const user = yield* newUser()
      yield* append(user, { occurredAt: Samples.longAgo })
      yield* untilNoneLeft(log.deleteExpired(Samples.longAgo, 1000))
      const ids = yield* append(user, {})
      const missed = yield* queue.distribute(at(0)).pipe(
        Effect.tap(({ events }) => (events === 0 ? pause(20) : Effect.void)),
        Effect.repeat({ until: ({ events }) => events > 0 })
      )
      assert.deepStrictEqual(missed, { events: 1, missed: [{ instanceId, webhookId: webhook.id }] })
      assert.deepStrictEqual(idsOf(yield* listed(webhook)), ids)
    })
  )

  it.effect("is undone with its transaction", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, listed, newUser, queue, run } = yield* setUp
      const webhook = yield* hook()
      yield* append(yield* newUser(), {})
      yield* Effect.either(run(Effect.zipRight(queue.distribute(at(0)), Effect.fail("refused"))))
      same(yield* listed(webhook), [])
      yield* distributed(webhook, 1)
    })
  )
}

const leasing = (it: Vitest.MethodsNonLive<Ports>) => {
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
      same([leased?.createdAt, leased?.dueAt], [at(5), at(5)])
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
      yield* webhooks.disable(instanceId, webhook.id, { at: at(9), reason: "operator" })
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
      yield* queue.complete(keyOf(webhook, first), "delivered", result(900_001))
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
      const { append, distributed, hook, instanceId, keyOf, leasedIds, newUser, queue, webhooks } = yield* setUp
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
      yield* webhooks.recordFailure(instanceId, slow.id, at(2))
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

const ending = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("keep what the last try has led to, and count it", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, keyOf, lease, listed, newUser, queue } = yield* setUp
      const webhook = yield* hook()
      const [id] = yield* append(yield* newUser(), {})
      yield* distributed(webhook, 1)
      yield* lease(0)
      const [status, reason] = [Option.none(), Option.some("timeout" as const)]
      yield* queue.reschedule(keyOf(webhook, id), at(50), result(1, { status, reason }))
      const [waiting] = yield* listed(webhook)
      assert.deepInclude(waiting, { state: "pending", attempts: 1 })
      same([waiting?.dueAt, waiting?.lastReason, waiting?.endedAt], [at(50), reason, Option.none()])
      yield* queue.release(keyOf(webhook, id), at(60))
      same((yield* listed(webhook))[0]?.attempts, 1)
      yield* queue.complete(keyOf(webhook, id), "delivered", result(61, { status: Option.some(204) }))
      const [ended] = yield* listed(webhook)
      assert.deepInclude(ended, { state: "delivered", attempts: 2 })
      same(
        [ended?.lastStatus, ended?.lastReason, ended?.endedAt],
        [Option.some(204), Option.none(), Option.some(at(61))]
      )
    })
  )

  it.effect("change nothing that has ended, and nothing of another webhook or instance", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, keyOf, leasedIds, listed, newUser, queue } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      const [webhook, other] = [yield* hook(), yield* hook()]
      const [id] = yield* append(yield* newUser(), {})
      yield* distributed(webhook, 1)
      const before = yield* distributed(other, 1)
      yield* queue.complete(keyOf(webhook, id), "delivered", result(1))
      yield* queue.complete({ ...keyOf(other, id), instanceId: otherId }, "failed", result(1))
      const ended = yield* listed(webhook)
      yield* queue.complete(keyOf(webhook, id), "failed", result(2))
      yield* queue.reschedule(keyOf(webhook, id), at(0), result(2))
      yield* queue.release(keyOf(webhook, id), at(0))
      same(yield* listed(webhook), ended)
      same(yield* listed(other), before)
      assert.deepStrictEqual(yield* leasedIds(5), [id])
    })
  )
}

const listing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns pages from the last one on, of all states or of one", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, instanceId, keyOf, newUser, queue } = yield* setUp
      const webhook = yield* hook()
      const newest = Arr.reverse(yield* append(yield* newUser(), {}, {}, {}, {}, {}))
      yield* distributed(webhook, 5)
      const failed = newest.filter((_, index) => index === 1 || index === 4)
      for (const id of failed) yield* queue.complete(keyOf(webhook, id), "failed", result(1))
      const list = (state: Option.Option<"failed" | "delivered">) =>
        Effect.gen(function* () {
          const pages: Array<ReadonlyArray<EventId>> = []
          let before: Parameters<typeof queue.list>[0]["before"] = Option.none()
          do {
            const page: Effect.Effect.Success<ReturnType<typeof queue.list>> = yield* queue.list({
              instanceId,
              webhookId: webhook.id,
              before,
              state,
              limit: 2
            })
            pages.push(page.map(({ delivery }) => delivery.eventId))
            before = Option.map(Arr.last(page), ({ at: place }) => place)
          } while (Option.isSome(before))
          return pages
        })
      assert.deepStrictEqual(yield* list(Option.none()), [...Arr.chunksOf(newest, 2), []])
      assert.deepStrictEqual(yield* list(Option.some("failed")), [failed, []])
      assert.deepStrictEqual(yield* list(Option.some("delivered")), [[]])
    })
  )
}

const resending = (it: Vitest.MethodsNonLive<Ports>) => {
  const failed = (webhook: Webhook, ids: ReadonlyArray<EventId>) =>
    Effect.gen(function* () {
      const { complete } = yield* WebhookQueue
      const { id: webhookId, instanceId } = webhook
      for (const eventId of ids) yield* complete({ instanceId, webhookId, eventId }, "failed", result(1))
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

  it.effect("returns none if the event was not for the webhook, or is no longer stored", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, instanceId, keyOf, listed, log, newUser, queue } = yield* setUp
      const webhook = yield* hook()
      const ids = yield* append(yield* newUser(), { occurredAt: Samples.longAgo })
      yield* distributed(webhook, 1)
      yield* failed(webhook, ids)
      isNone(yield* queue.redeliver({ instanceId, webhookId: webhook.id, eventId: "" }, at(7)))
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

const deleting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes those created at `until` or before, in every state, up to a limit", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, keyOf, listed, newUser, queue } = yield* setUp
      const webhook = yield* hook()
      const since = Samples.longAgo.epochMillis - Samples.now.epochMillis
      const user = yield* newUser()
      yield* untilNoneLeft(queue.deleteExpired(at(since + 100), 1000))
      const ids = yield* append(user, {}, {}, {})
      yield* distributed(webhook, 3, since + 20)
      yield* queue.complete(keyOf(webhook, ids[0]), "delivered", result(1))
      const [later] = yield* append(user, {})
      yield* distributed(webhook, 4, since + 21)
      assert.strictEqual(yield* queue.deleteExpired(at(since + 19), 10), 0)
      const batch = queue.deleteExpired(at(since + 20), 2)
      assert.deepStrictEqual([yield* batch, yield* batch, yield* batch], [2, 1, 0])
      assert.deepStrictEqual(idsOf(yield* listed(webhook)), [later])
      yield* untilNoneLeft(queue.deleteExpired(at(since + 21), 10))
    })
  )

  it.effect("deletes what is pending with its webhook", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, instanceId, keyOf, listed, newUser, queue, webhooks } = yield* setUp
      const [webhook, other] = [yield* hook(), yield* hook()]
      const ids = yield* append(yield* newUser(), {}, {})
      yield* distributed(webhook, 2)
      yield* distributed(other, 2)
      yield* queue.complete(keyOf(webhook, ids[0]), "delivered", result(1))
      yield* webhooks.delete(instanceId, webhook.id)
      same(yield* listed(webhook, "pending"), [])
      assert.lengthOf(yield* listed(other, "pending"), 2)
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("distribute", () => distributing(it))
  describe("lease", () => leasing(it))
  describe("complete, reschedule and release", () => ending(it))
  describe("list", () => listing(it))
  describe("redeliver and redeliverFailed", () => resending(it))
  describe("deleteExpired", () => deleting(it))
}

/** Stores a row of every kind that the port has. The webhook has passed the event, so that its place names the user. */
export const writeRows = (user: User): Effect.Effect<unknown, unknown, Ports> =>
  Effect.gen(function* () {
    const { append, distributed, hook } = yield* operationsOn(user.instanceId)
    const webhook = yield* hook()
    yield* append(user, {})
    yield* distributed(webhook, 1)
  })

/**
 * Runs the contract of `WebhookQueue` against a layer, which must build within a minute. Call it in a test file of
 * Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`WebhookQueue: ${name}`, tests)
