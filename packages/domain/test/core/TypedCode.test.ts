import { assert, describe, it } from "@effect/vitest"
import * as TypedCode from "@latchkey/domain/core/TypedCode"

describe("TypedCode.read", () => {
  it("returns the value of a digit of every script", () => {
    // Algorithmic and contextual systems, such as Chinese and Roman numerals, have no ten digits.
    const systems = Intl.supportedValuesOf("numberingSystem").flatMap((numberingSystem) => {
      const digits = new Intl.NumberFormat("en", { numberingSystem, useGrouping: false }).format(9_876_543_210)
      return /^\p{Nd}{10}$/u.test(digits) ? [[numberingSystem, digits] as const] : []
    })
    assert.isAbove(systems.length, 50)
    for (const [system, digits] of systems) assert.strictEqual(TypedCode.read(digits), "9876543210", system)
  })

  it("returns each value equally often, over all digits that exist", () => {
    const digits = Array.from({ length: 0x110000 - 0x800 }, (_, at) =>
      String.fromCodePoint(at < 0xd800 ? at : at + 0x800)
    ).filter((character) => /\p{Nd}/u.test(character))
    const counts = new Map<string, number>()
    for (const digit of digits) counts.set(TypedCode.read(digit), (counts.get(TypedCode.read(digit)) ?? 0) + 1)
    assert.deepStrictEqual([...counts.keys()].sort(), [..."0123456789"])
    assert.deepStrictEqual([...new Set(counts.values())], [digits.length / 10])
  })

  it("ignores spaces, dashes and invisible characters, and keeps everything else", () => {
    assert.strictEqual(TypedCode.read("\u2067K7m-2p\u2013\u00a03\u200bx \u2069"), "K7m2p3x")
  })

  it("returns nothing for a text longer than any code", () => {
    assert.strictEqual(TypedCode.read("٤".repeat(30_000)), "")
  })
})
