import { assert, type Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Samples from "../../Samples.ts"
import { same } from "../Assertions.ts"
import { untilNoneLeft } from "../Concurrency.ts"
import { at, idsOf, type Ports, result, setUp } from "./WebhookFixture.ts"

export const deleting = (it: Vitest.MethodsNonLive<Ports>) => {
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
