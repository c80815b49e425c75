import { assert, describe, it } from "@effect/vitest"
import * as RetryTimes from "../src/internal/RetryTimes.ts"

/** Returns the next times of callers that are refused now. */
const next = (times: RetryTimes.RetryTimes, count: number, now = 0) =>
  Array.from({ length: count }, () => times.next(now))

const countOf = (times: ReadonlyArray<number>, seconds: number) => times.filter((time) => time === seconds).length

describe("RetryTimes.next", () => {
  it("is one second before any work was done", () => {
    assert.deepStrictEqual(next(RetryTimes.make(2), 3), [1, 1, 1])
  })

  it("sends callers back as fast as the threads work", () => {
    const times = RetryTimes.make(2)
    times.record(100)
    const told = next(times, 101)
    // Two threads with 100 ms each finish 20 passwords a second.
    assert.deepStrictEqual(
      [1, 2, 3, 4, 5, 6].map((seconds) => countOf(told, seconds)),
      [1, 20, 20, 20, 20, 20]
    )
  })

  it("is 10 seconds at most, and then begins again at one", () => {
    const times = RetryTimes.make(1)
    times.record(1000)
    assert.deepStrictEqual(next(times, 12), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2])
  })

  it("becomes shorter while no caller is refused", () => {
    const times = RetryTimes.make(1)
    times.record(1000)
    next(times, 5)
    assert.deepStrictEqual(next(times, 1, 3000), [3])
    assert.deepStrictEqual(next(times, 1, 60_000), [1])
  })

  it("follows work that becomes slower", () => {
    const times = RetryTimes.make(1)
    times.record(1)
    for (let work = 0; work < 100; work++) times.record(2000)
    assert.deepStrictEqual(next(times, 3), [1, 3, 5])
  })
})
