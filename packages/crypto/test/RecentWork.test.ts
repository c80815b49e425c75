import { assert, describe, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import * as RecentWork from "../src/internal/RecentWork.ts"

const make = () => RecentWork.make({ samples: 4, usualMillis: 10, mostMillis: 1000 })

describe("RecentWork", () => {
  it("expects the usual time before any work was done", () => {
    const work = make()
    assert.deepStrictEqual([work.mean(0), work.expected("any", 0)], [10, 10])
  })

  it("counts the usual time for each sample that is missing", () => {
    const work = make()
    work.record("a", 50, 0)
    assert.strictEqual(work.mean(0), 20)
    work.record("a", 50, 0)
    assert.strictEqual(work.mean(0), 30)
  })

  it("remembers as many samples as it should, the latest", () => {
    const work = make()
    for (const milliseconds of [500, 500, 20, 20, 20, 20]) work.record("a", milliseconds, 0)
    assert.strictEqual(work.mean(0), 20)
  })

  it("expects of each kind what that kind took, with the mean as one more sample, and of others the mean", () => {
    const work = make()
    work.record("slow", 400, 0)
    work.record("slow", 600, 0)
    work.record("quick", 20, 0)
    work.record("quick", 20, 0)
    assert.deepStrictEqual(
      ["slow", "quick", "other"].map((kind) => work.expected(kind, 0)),
      [420, 100, 260]
    )
  })

  it("forgets after ten seconds", () => {
    const work = make()
    for (let sample = 0; sample < 4; sample++) work.record("a", 500, 0)
    assert.deepStrictEqual([work.mean(9999), work.expected("a", 9999)], [500, 500])
    assert.deepStrictEqual([work.mean(10_000), work.expected("a", 10_000)], [10, 10])
  })

  it("counts a stall of the machine as the most that work may take", () => {
    const work = make()
    work.record("a", 60_000, 0)
    assert.strictEqual(work.mean(0), (1000 + 3 * 10) / 4)
  })

  it("expects nothing beyond what it has seen, whatever that was", () => {
    const sample = FastCheck.record({
      kind: FastCheck.constantFrom("a", "b", "c"),
      milliseconds: FastCheck.integer({ min: 0, max: 5000 }),
      after: FastCheck.integer({ min: 0, max: 4000 })
    })
    FastCheck.assert(
      FastCheck.property(FastCheck.array(sample), (samples) => {
        const work = make()
        let now = 0
        for (const { after, kind, milliseconds } of samples) {
          now += after
          work.record(kind, milliseconds, now)
        }
        const seen = [10, ...samples.map(({ milliseconds }) => Math.min(milliseconds, 1000))]
        for (const expected of [work.mean(now), work.expected("a", now), work.expected("d", now)]) {
          assert.isAtLeast(expected, Math.min(...seen))
          assert.isAtMost(expected, Math.max(...seen))
        }
      })
    )
  })
})
