import { assert, type Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { same } from "../Assertions.ts"
import { at, type Ports, result, setUp } from "./WebhookFixture.ts"

export const ending = (it: Vitest.MethodsNonLive<Ports>) => {
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
      yield* queue.release(keyOf(webhook, id, 1), at(60))
      same((yield* listed(webhook))[0]?.attempts, 1)
      yield* queue.complete(keyOf(webhook, id, 1), "delivered", result(61, { status: Option.some(204) }))
      const [ended] = yield* listed(webhook)
      assert.deepInclude(ended, { state: "delivered", attempts: 2 })
      same(
        [ended?.lastStatus, ended?.lastReason, ended?.endedAt],
        [Option.some(204), Option.none(), Option.some(at(61))]
      )
    })
  )

  it.effect("make the next one of the user due, unless that waits for its next try", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, keyOf, leasedIds, newUser, queue } = yield* setUp
      const webhook = yield* hook()
      const [first, second] = yield* append(yield* newUser(), {}, {})
      yield* distributed(webhook, 2)
      const redeliverFirst = (millis: number) =>
        Effect.gen(function* () {
          yield* queue.redeliver(keyOf(webhook, first), at(millis))
          assert.deepStrictEqual(yield* leasedIds(millis), [first])
          yield* queue.complete(keyOf(webhook, first), "failed", result(millis + 1))
        })
      yield* redeliverFirst(0)
      assert.deepStrictEqual(yield* leasedIds(1), [second])
      yield* queue.release(keyOf(webhook, second), at(900))
      yield* redeliverFirst(10)
      assert.deepStrictEqual(yield* leasedIds(11), [second])
      yield* queue.reschedule(keyOf(webhook, second), at(900), result(12))
      yield* redeliverFirst(20)
      same(yield* leasedIds(899), [])
      assert.deepStrictEqual(yield* leasedIds(900), [second])
    })
  )

  it.effect("change nothing that has ended, and nothing of another try, webhook or instance", () =>
    Effect.gen(function* () {
      const { append, distributed, hook, keyOf, leasedIds, listed, newUser, queue } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      const [webhook, other] = [yield* hook(), yield* hook()]
      const [id] = yield* append(yield* newUser(), {})
      yield* distributed(webhook, 1)
      yield* distributed(other, 1)
      yield* queue.release(keyOf(other, id), at(3))
      const before = yield* listed(other)
      yield* queue.complete(keyOf(webhook, id), "delivered", result(1))
      yield* queue.complete({ ...keyOf(other, id), instanceId: otherId }, "failed", result(1))
      yield* queue.complete(keyOf(other, id, 1), "failed", result(1))
      const ended = yield* listed(webhook)
      yield* queue.complete(keyOf(webhook, id, 1), "failed", result(2))
      yield* queue.reschedule(keyOf(webhook, id, 1), at(0), result(2))
      yield* queue.release(keyOf(webhook, id, 1), at(0))
      same(yield* listed(webhook), ended)
      same(yield* listed(other), before)
      assert.deepStrictEqual(yield* leasedIds(5), [id])
    })
  )
}
