import { assert, type Vitest } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import type { Budget, RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import { atOnce, rounds } from "./Concurrency.ts"
import { budget, setUp } from "./RateLimitSamples.ts"

type Ports = InstanceRepository | RateLimitStore

const race = (...budgets: Arr.NonEmptyReadonlyArray<Budget>) =>
  Effect.gen(function* () {
    const { take } = yield* setUp
    const answers = Arr.getRights(yield* atOnce(50, () => take(0, ...budgets)))
    assert.lengthOf(answers, 50)
    return { admitted: answers.filter((answer) => answer === "admitted").length, take }
  })

export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  it.effect("admits exactly as many as the limit, from one budget", () =>
    rounds(3, () =>
      Effect.gen(function* () {
        const five = budget(5)
        const { admitted, take } = yield* race(five)
        assert.strictEqual(admitted, 5)
        assert.strictEqual(yield* take(59_999, five), 60_000)
      })
    )
  )

  it.effect("admits exactly as many as the smaller limit, from two budgets in either order", () =>
    rounds(2, () =>
      Effect.gen(function* () {
        for (const narrowFirst of [true, false]) {
          const [narrow, wide] = [budget(5), budget(60)]
          const { admitted, take } = yield* narrowFirst ? race(narrow, wide) : race(wide, narrow)
          assert.strictEqual(admitted, 5)
          const rest = yield* Effect.forEach(Arr.range(1, 56), () => take(1, wide), { concurrency: 10 })
          assert.strictEqual(rest.filter((answer) => answer === "admitted").length, 55)
        }
      })
    )
  )

  it.effect("admits exactly as many as the limit, from two budgets with the same one", () =>
    Effect.gen(function* () {
      const { admitted } = yield* race(budget(5), budget(5))
      assert.strictEqual(admitted, 5)
    })
  )
}
