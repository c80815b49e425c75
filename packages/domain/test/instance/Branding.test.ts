import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { Branding, defaultBranding, textOn } from "@latchkey/domain/instance/Branding"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { apply, create, InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import { instance, otherInstance } from "../support.ts"

const is = Schema.is(Branding)
const isLogo = (logoUrl: string | null) => is({ logoUrl, accentColor: null })
const isColor = (accentColor: string | null) => is({ logoUrl: null, accentColor })

/** The contrast of two colours, straight from the definitions of WCAG 2.2: relative luminance and contrast ratio. */
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

/** Every fifth shade of each channel, black and white among them: 140,608 colours. */
const shades = Array.from({ length: 52 }, (_, index) => hex(index * 5))
const colors = shades.flatMap((red) => shades.flatMap((green) => shades.map((blue) => `#${red}${green}${blue}`)))

describe("A logo", () => {
  it("is an https URL, or none", () => {
    for (const url of [
      null,
      "https://example.com/",
      "https://cdn.example.com:8443/a/logo.svg?v=2#x",
      `https://example.com/${"a".repeat(480)}`
    ]) {
      assert.isTrue(isLogo(url), String(url))
    }
  })

  it("is nothing that a page could not show, or should not load", () => {
    for (const url of [
      "",
      "/logo.svg",
      "//example.com/logo.svg",
      "http://example.com/logo.svg",
      "data:image/svg+xml,<svg/>",
      "javascript:alert(1)",
      "https://example.com",
      "https://EXAMPLE.com/",
      "https://user@example.com/",
      "https://example.com/a b.svg",
      "https://example.com/\n",
      "https://example.com/ü.svg",
      "https://example.com;script-src/",
      "https://example.com 'unsafe-inline'/",
      ` https://example.com/`,
      `https://example.com/${"a".repeat(481)}`
    ]) {
      assert.isFalse(isLogo(url), url)
    }
  })
})

describe("A colour", () => {
  it("is #rrggbb in lower case, or none", () => {
    for (const color of [null, "#000000", "#ffffff", "#1f5eff"]) assert.isTrue(isColor(color), String(color))
    for (const color of [
      "",
      "1f5eff",
      "#1f5ef",
      "#1f5efff",
      "#1F5EFF",
      "#fff",
      "#1f5efg",
      "red",
      "#1f5eff;",
      "#1f5eff\n",
      " #1f5eff",
      "url(x)"
    ]) {
      assert.isFalse(isColor(color), color)
    }
  })

  it("has text on it that can be read, whatever it is", () => {
    assert.lengthOf(colors, 140_608)
    const worst = colors.reduce((least, color) => Math.min(least, contrast(color, textOn(color))), 21)
    assert.isAtLeast(worst, 4.58)
    assert.isBelow(worst, 4.6)
  })

  it("has the text with more contrast on it", () => {
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

describe("The branding of an instance", () => {
  const branded = instance({ branding: { logoUrl: "https://example.com/logo.svg", accentColor: "#1f5eff" } })

  it("is none unless it is asked for", () => {
    assert.deepStrictEqual(defaultInstance.branding, defaultBranding)
    assert.deepStrictEqual(create(otherInstance.id, { name: "Bakery" }).branding, defaultBranding)
    const made = create(otherInstance.id, { name: "Bakery", branding: { accentColor: "#ffcc00" } })
    assert.deepStrictEqual(made.branding, { logoUrl: null, accentColor: "#ffcc00" })
  })

  it("is changed field by field, and null takes one away", () => {
    const recoloured = apply(branded, { branding: { accentColor: "#000000" } })
    assert.deepStrictEqual(recoloured.branding, { ...branded.branding, accentColor: "#000000" })
    assert.deepStrictEqual(apply(branded, { branding: { logoUrl: null } }).branding, {
      logoUrl: null,
      accentColor: "#1f5eff"
    })
    assert.deepStrictEqual(apply(branded, { name: "Renamed" }).branding, branded.branding)
  })

  it("is refused in a patch when it is none", () => {
    const isPatch = (patch: unknown) => Either.isRight(Schema.decodeUnknownEither(InstancePatch)(patch))
    assert.isTrue(isPatch({ branding: {} }))
    assert.isTrue(isPatch({ branding: { logoUrl: null } }))
    for (const branding of [null, { accentColor: "red" }, { logoUrl: "http://example.com/" }, { logoUrl: 1 }]) {
      assert.isFalse(isPatch({ branding }), JSON.stringify(branding))
    }
  })
})
