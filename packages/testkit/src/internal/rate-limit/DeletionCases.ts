import { assert, type Vitest } from "@effect/vitest"
import * as LimitKey from "@latchkey/domain/rate-limit/LimitKey"
import { RateLimitStore, type Window } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as Effect from "effect/Effect"
import * as Samples from "../../Samples.ts"
import { concurrently } from "../Concurrency.ts"
import { type Ports, setUp } from "./WindowFixture.ts"
import { perSecondFactor } from "@latchkey/domain/second-factor/SecondFactorLimits"

const windowOf = (key: string): Window => ({ key, rate: { limit: 1, windowSeconds: 60 } })

export const deletingAll = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes the windows with the keys, and no others", () =>
    Effect.gen(function* () {
      const { consume, consumeIn, instanceId } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const store = yield* RateLimitStore
      const keys = perSecondFactor(Samples.userId()).map(LimitKey.format)
      const own = keys.map(windowOf)
      const others = [
        ...perSecondFactor(Samples.userId()).map(LimitKey.format),
        ...keys.map((key) => `${key}:`),
        ...keys.map((key) => key.slice(0, -1))
      ].map(windowOf)
      for (const window of [...own, ...others]) yield* consume(0, window)
      for (const window of own) yield* consumeIn(otherInstanceId)(0, window)
      yield* store.deleteAll(instanceId, [...keys, "none"])
      for (const window of own) assert.strictEqual(yield* consume(1, window), "allowed", window.key)
      for (const window of others) assert.notStrictEqual(yield* consume(1, window), "allowed", window.key)
      for (const window of own) assert.notStrictEqual(yield* consumeIn(otherInstanceId)(1, window), "allowed")
    })
  )

  it.effect("deadlocks with no attempt that consumes the windows", () =>
    Effect.gen(function* () {
      const { instanceId } = yield* setUp
      const store = yield* RateLimitStore
      const keys = perSecondFactor(Samples.userId()).map(LimitKey.format)
      const [first, second] = keys.map((key) => ({ key, rate: { limit: 1000, windowSeconds: 60 } }))
      if (first === undefined || second === undefined) return assert.fail("The second factor has two windows")
      const outcomes = yield* concurrently(40, (index) =>
        index % 4 === 0
          ? store.deleteAll(instanceId, [...keys].reverse())
          : Effect.asVoid(store.consume(instanceId, [first, second], Samples.plus(index)))
      )
      assert.isTrue(outcomes.every(({ _tag }) => _tag === "Right"))
    })
  )
}
