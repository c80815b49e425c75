import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Csv from "../../src/dashboard/core/Csv.ts"

/** Reads a list of so many rows. Returns how many rows it got, and how many it asked for at once. */
const gathered = (length: number) =>
  Effect.gen(function* () {
    const limits: Array<number> = []
    const rows = yield* Csv.gather((after: Option.Option<number>, limit) =>
      Effect.sync(() => {
        limits.push(limit)
        const start = Option.getOrElse(after, () => 0)
        const end = Math.min(length, start + limit)
        const page = Array.from({ length: end - start }, (_, index) => start + index)
        return { rows: page, next: end < length ? Option.some(end) : Option.none<number>() }
      })
    )
    assert.deepStrictEqual(rows, [...rows.keys()])
    return [rows.length, limits]
  })

describe("A list as CSV", () => {
  it.effect("is read page by page, until its end", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* gathered(0), [0, [1000]])
      assert.deepStrictEqual(yield* gathered(1001), [1001, [1000, 1000]])
    })
  )

  it.effect("ends at the bound that the page says", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* gathered(25_000), [Csv.maxRows, Array.from({ length: 10 }, () => 1000)])
      assert.strictEqual(Csv.maxRows, 10_000)
    })
  )
})
