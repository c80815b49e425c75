import { assert, type Vitest } from "@effect/vitest"
import { maxPending } from "@latchkey/domain/webhook/WebhookQueue"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { same } from "../Assertions.ts"
import { concurrently, pause, repeatedly, untilNoneLeft } from "../Concurrency.ts"
import { at, idsOf, type Ports, result, setUp } from "./WebhookFixture.ts"

export const distributing = (it: Vitest.MethodsNonLive<Ports>) => {
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
