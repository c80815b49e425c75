import { assert, describe, it } from "@effect/vitest"
import { Branding, defaultBranding } from "@latchkey/domain/instance/Branding"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { apply, create, InstancePatch } from "@latchkey/domain/instance/InstancePatch"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { instance, otherInstance } from "../support.ts"

const is = Schema.is(Branding)
const isWith = (branding: Partial<Branding>) => is({ ...defaultBranding, ...branding })
const isColor = (accentColor: string | null) => isWith({ accentColor })

describe.each(["logoUrl", "termsUrl", "privacyUrl", "supportUrl"] as const)("Branding.%s", (field) => {
  const isUrl = (url: string | null) => isWith({ [field]: url })

  it("accepts https URLs and null", () => {
    for (const url of [
      null,
      "https://example.com/",
      "https://cdn.example.com:8443/a/logo.svg?v=2#x",
      `https://example.com/${"a".repeat(480)}`
    ]) {
      assert.isTrue(isUrl(url), String(url))
    }
  })

  it("refuses other schemes, relative URLs, credentials, spaces and more than 500 characters", () => {
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
      assert.isFalse(isUrl(url), url)
    }
  })
})

describe("mailto URLs in Branding", () => {
  it("are accepted as supportUrl only", () => {
    assert.isTrue(isWith({ supportUrl: "mailto:help@example.com" }))
    assert.isTrue(isWith({ supportUrl: "mailto:help+acme@sub.example.com" }))
    for (const field of ["logoUrl", "termsUrl", "privacyUrl"]) {
      assert.isFalse(isWith({ [field]: "mailto:help@example.com" }), field)
    }
  })

  it("are refused if they are not one plain address", () => {
    for (const url of [
      "mailto:",
      "mailto:help",
      "mailto:@example.com",
      "mailto:help@example.com?bcc=evil@example.com",
      "mailto:help@example.com,b c@example.com",
      "mailto:help@Example.com",
      "mailto:help@example.com\n",
      "MAILTO:help@example.com"
    ]) {
      assert.isFalse(isWith({ supportUrl: url }), url)
    }
  })
})

describe("Branding.accentColor", () => {
  it("accepts #rrggbb in lower case and null, and nothing else", () => {
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
})

describe("Branding.corners and Branding.font", () => {
  it("accept the names of a choice, and no CSS", () => {
    for (const corners of ["square", "rounded", "pill"]) assert.isTrue(is({ ...defaultBranding, corners }), corners)
    for (const font of ["system", "humanist", "geometric", "rounded", "serif"]) {
      assert.isTrue(is({ ...defaultBranding, font }), font)
    }
    for (const value of [
      null,
      "",
      "Pill",
      "pill ",
      "8px",
      8,
      "Arial",
      "serif;background:url(https://evil.example)",
      "serif}body{display:none",
      "</style><script>alert(1)</script>",
      "url(https://evil.example/font.woff2)"
    ]) {
      assert.isFalse(is({ ...defaultBranding, corners: value }), String(value))
      assert.isFalse(is({ ...defaultBranding, font: value }), String(value))
    }
  })
})

describe("The branding of an instance", () => {
  const branded = instance({
    branding: { ...defaultBranding, logoUrl: "https://example.com/logo.svg", accentColor: "#1f5eff" }
  })

  it("is empty unless settings say otherwise", () => {
    assert.deepStrictEqual(defaultInstance.branding, defaultBranding)
    assert.deepStrictEqual(create(otherInstance.id, { name: "Bakery" }).branding, defaultBranding)
    const created = create(otherInstance.id, { name: "Bakery", branding: { accentColor: "#ffcc00" } })
    assert.deepStrictEqual(created.branding, { ...defaultBranding, accentColor: "#ffcc00" })
  })

  it("is patched field by field, and null removes a value", () => {
    const recolored = apply(branded, { branding: { accentColor: "#000000" } })
    assert.deepStrictEqual(recolored.branding, { ...branded.branding, accentColor: "#000000" })
    assert.deepStrictEqual(apply(branded, { branding: { logoUrl: null } }).branding, {
      ...defaultBranding,
      accentColor: "#1f5eff"
    })
    assert.deepStrictEqual(apply(branded, { name: "Renamed" }).branding, branded.branding)
  })

  it("is refused in a patch if it is invalid", () => {
    const isPatch = (patch: unknown) => Either.isRight(Schema.decodeUnknownEither(InstancePatch)(patch))
    assert.isTrue(isPatch({ branding: {} }))
    assert.isTrue(isPatch({ branding: { logoUrl: null } }))
    for (const branding of [null, { accentColor: "red" }, { logoUrl: "http://example.com/" }, { termsUrl: 1 }]) {
      assert.isFalse(isPatch({ branding }), JSON.stringify(branding))
    }
  })
})
