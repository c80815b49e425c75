import { assert, describe, it } from "@effect/vitest"
import { textOn } from "../../src/core/ContrastColor.ts"

/** Returns the contrast ratio of two colors, by the definitions of WCAG 2.2. */
const contrast = (one: string, other: string): number => {
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
      const share = Number.parseInt(color.slice(start, start + 2), 16) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

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
