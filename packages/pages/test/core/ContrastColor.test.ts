import { assert, describe, it } from "@effect/vitest"
import { contrast } from "../support/contrast.ts"
import { shiftOf, textOn } from "../../src/core/ContrastColor.ts"

const hex = (channel: number): string => channel.toString(16).padStart(2, "0")

/** Every fifth shade of each channel, including black and white: 140,608 colors. */
const shades = Array.from({ length: 52 }, (_, index) => hex(index * 5))
const colors = shades.flatMap((red) => shades.flatMap((green) => shades.map((blue) => `#${red}${green}${blue}`)))

describe("ContrastColor.textOn", () => {
  it("returns a color with a contrast of at least 4.58 on any background", () => {
    assert.lengthOf(colors, 140_608)
    const worst = colors.reduce((least, color) => Math.min(least, contrast(color, textOn(color))), 21)
    assert.isAtLeast(worst, 4.58)
    assert.isBelow(worst, 4.6)
  })

  it("returns white or black, whichever has more contrast", () => {
    const wrong = colors.filter(
      (color) => contrast(color, textOn(color)) < Math.max(contrast(color, "#ffffff"), contrast(color, "#000000"))
    )
    assert.deepStrictEqual(wrong, [])
    assert.strictEqual(textOn("#000000"), "#ffffff")
    assert.strictEqual(textOn("#ffffff"), "#000000")
    assert.strictEqual(textOn("#1f5eff"), "#ffffff")
    assert.strictEqual(textOn("#ffcc00"), "#000000")
  })
})

describe("ContrastColor.shiftOf", () => {
  const mix = (color: string, other: string) =>
    [1, 3, 5].reduce((mixed, start) => {
      const channel = (of: string) => Number.parseInt(of.slice(start, start + 2), 16)
      return mixed + hex(Math.round(channel(color) * 0.76 + channel(other) * 0.24))
    }, "#")

  it("returns a color that keeps the text readable, and that can be seen, on any background", () => {
    const pressed = colors.map((color) => ({ color, mixed: mix(color, shiftOf(color)) }))
    assert.isAtLeast(
      pressed.reduce((least, { color, mixed }) => Math.min(least, contrast(mixed, textOn(color))), 21),
      4.5
    )
    assert.isAtLeast(
      pressed.reduce((least, { color, mixed }) => Math.min(least, contrast(color, mixed)), 21),
      1.09
    )
  })
})
