import * as SlidingWindow from "@latchkey/domain/rate-limit/SlidingWindow"
import * as FastCheck from "effect/FastCheck"
import { describe, expect, test } from "vitest"
import { ReferenceWindow } from "./ReferenceWindow.ts"

interface Step {
  /** Milliseconds since the previous step. */
  readonly wait: number
  readonly limit: number
  readonly windowSeconds: number
  /** Refunds the attempt that was allowed that many attempts before. */
  readonly refunded: number | null
}

/** Runs the steps on the window and on the reference, and expects the same results. */
const expectSame = (steps: ReadonlyArray<Step>) => {
  const reference = new ReferenceWindow()
  let times: ReadonlyArray<number> = []
  const allowed: Array<number> = []
  let now = 1_000_000
  for (const { limit, refunded, wait, windowSeconds } of steps) {
    now += wait
    const rate = { limit, windowSeconds }
    const result = SlidingWindow.consume(times, rate, now)
    expect(result.isAllowed ? "allowed" : result.retryAt).toBe(reference.consume(now, rate))
    times = result.times
    if (result.isAllowed) allowed.push(now)
    const former = refunded === null ? undefined : allowed.splice(-1 - refunded, 1)[0]
    if (former !== undefined) {
      times = SlidingWindow.refund(times, former)
      reference.refund(former)
    }
  }
}

const between = (min: number, max: number) => FastCheck.integer({ min, max })

const steps = (parts: { readonly [Key in keyof Step]: FastCheck.Arbitrary<Step[Key]> }) =>
  FastCheck.array(FastCheck.record(parts), { minLength: 1, maxLength: 60 })

const check = (sequences: FastCheck.Arbitrary<ReadonlyArray<Step>>) =>
  FastCheck.assert(FastCheck.property(sequences, expectSame), { numRuns: 1000 })

const never = FastCheck.constant(null)
const waits = FastCheck.oneof(FastCheck.constant(0), between(0, 400), between(0, 2000))

describe("SlidingWindow equals counting every allowed attempt of the last window", () => {
  test("while limits change and attempts are refunded", () => {
    const refunded = FastCheck.oneof({ weight: 3, arbitrary: never }, { weight: 1, arbitrary: between(0, 3) })
    check(steps({ wait: waits, limit: between(1, 6), windowSeconds: FastCheck.constant(2), refunded }))
  })

  test("with clocks that run ahead of and behind each other", () => {
    const limits = between(1, 6)
    const wait = FastCheck.oneof({ weight: 3, arbitrary: waits }, { weight: 2, arbitrary: between(-2500, 0) })
    const sequences = limits.chain((limit) =>
      steps({ wait, limit: FastCheck.constant(limit), windowSeconds: FastCheck.constant(2), refunded: never })
    )
    check(sequences)
  })

  test("with clocks that run behind, while the length of the window changes", () => {
    const wait = FastCheck.oneof({ weight: 3, arbitrary: waits }, { weight: 1, arbitrary: between(-1000, 0) })
    const sequences = between(1, 6).chain((limit) =>
      steps({ wait, limit: FastCheck.constant(limit), windowSeconds: between(1, 3), refunded: never })
    )
    check(sequences)
  })
})
