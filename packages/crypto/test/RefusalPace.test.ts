import { assert, describe, it } from "@effect/vitest"
import * as RefusalPace from "../src/internal/RefusalPace.ts"

const next = (pace: RefusalPace.RefusalPace, count: number, now = 0) =>
  Array.from({ length: count }, () => pace.next(now))

describe("RefusalPace", () => {
  it("refuses the first hundred at once, and then one in each millisecond", () => {
    const pauses = next(RefusalPace.make(), 103)
    assert.deepStrictEqual(pauses.slice(0, 100), Array(100).fill(0))
    assert.deepStrictEqual(pauses.slice(100), [1, 2, 3])
  })

  it("delays no refusal by more than half a second", () => {
    const pauses = next(RefusalPace.make(), 2000)
    assert.strictEqual(Math.max(...pauses), 500)
    assert.strictEqual(pauses.at(-1), 500)
  })

  it("refuses at once again when the storm is over", () => {
    const pace = RefusalPace.make()
    next(pace, 2000)
    assert.deepStrictEqual(next(pace, 1, 500), [1])
    assert.deepStrictEqual(next(pace, 100, 1000), Array(100).fill(0))
  })

  it("delays no one while fewer than a thousand are refused in a second", () => {
    const pace = RefusalPace.make()
    for (let now = 0; now < 10_000; now += 2) assert.strictEqual(pace.next(now), 0)
  })
})
