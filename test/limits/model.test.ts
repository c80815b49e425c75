import * as SlidingWindow from "@latchkey/domain/rate-limit/SlidingWindow"
import * as FastCheck from "effect/FastCheck"
import { describe, expect, test } from "vitest"
import { EveryHit } from "./EveryHit.ts"

interface Step {
  /** Milliseconds since the one before. */
  readonly wait: number
  readonly limit: number
  readonly windowSeconds: number
  /** Gives back the hit that was admitted so many admissions before. */
  readonly givesBack: number | null
}

/** Plays steps in the window and in the model, and expects the same of both. */
const expectSame = (steps: ReadonlyArray<Step>) => {
  const model = new EveryHit()
  let hits: ReadonlyArray<number> = []
  const admitted: Array<number> = []
  let now = 1_000_000
  for (const { givesBack, limit, wait, windowSeconds } of steps) {
    now += wait
    const rate = { limit, windowSeconds }
    const verdict = SlidingWindow.consume(hits, rate, now)
    expect(verdict.isAllowed ? "admitted" : verdict.retryAt).toBe(model.take(now, rate))
    hits = verdict.times
    if (verdict.isAllowed) admitted.push(now)
    const former = givesBack === null ? undefined : admitted.splice(-1 - givesBack, 1)[0]
    if (former !== undefined) {
      hits = SlidingWindow.refund(hits, former)
      model.giveBack(former)
    }
  }
}

const between = (min: number, max: number) => FastCheck.integer({ min, max })

const steps = (parts: { readonly [Key in keyof Step]: FastCheck.Arbitrary<Step[Key]> }) =>
  FastCheck.array(FastCheck.record(parts), { minLength: 1, maxLength: 60 })

const check = (played: FastCheck.Arbitrary<ReadonlyArray<Step>>) =>
  FastCheck.assert(FastCheck.property(played, expectSame), { numRuns: 1000 })

const never = FastCheck.constant(null)
const waits = FastCheck.oneof(FastCheck.constant(0), between(0, 400), between(0, 2000))

describe("The sliding window admits what counting every hit of the last window admits, and is free when that is", () => {
  test("while limits change and hits are given back", () => {
    const givesBack = FastCheck.oneof({ weight: 3, arbitrary: never }, { weight: 1, arbitrary: between(0, 3) })
    check(steps({ wait: waits, limit: between(1, 6), windowSeconds: FastCheck.constant(2), givesBack }))
  })

  test("for clocks that are ahead of each other and behind", () => {
    const limits = between(1, 6)
    const wait = FastCheck.oneof({ weight: 3, arbitrary: waits }, { weight: 2, arbitrary: between(-2500, 0) })
    const played = limits.chain((limit) =>
      steps({ wait, limit: FastCheck.constant(limit), windowSeconds: FastCheck.constant(2), givesBack: never })
    )
    check(played)
  })

  test("for clocks that are behind, while the length of the window changes", () => {
    const wait = FastCheck.oneof({ weight: 3, arbitrary: waits }, { weight: 1, arbitrary: between(-1000, 0) })
    const played = between(1, 6).chain((limit) =>
      steps({ wait, limit: FastCheck.constant(limit), windowSeconds: between(1, 3), givesBack: never })
    )
    check(played)
  })
})
