import * as Headers from "@effect/platform/Headers"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as Origins from "../../src/core/internal/Origins.ts"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import * as PublicUrls from "@latchkey/domain/instance/PublicUrls"
import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"

const base = "https://auth.example.com"
const ofSettings = "https://app.example.com"
const ofInstance = "https://acme.example"
const foreign = "https://evil.example"

const instance = new Instance({ ...defaultInstance, origins: [ofInstance] })
const acme = new Instance({
  ...defaultInstance,
  id: InstanceId.make("inst_0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708"),
  hosts: ["login.acme.example", "signin.acme.example"]
})
const settings = { ...HttpSettings.defaults, baseUrl: base, allowedOrigins: [ofSettings] }
const origins = Origins.make(settings, PublicUrls.make(base))

const headersOf = (origin: string | undefined, site: string | undefined) =>
  Headers.fromInput({
    ...(origin === undefined ? {} : { origin }),
    ...(site === undefined ? {} : { "sec-fetch-site": site })
  })
const allows = (origin: string | undefined, site: string | undefined, target = instance) =>
  origins.allows(target, headersOf(origin, site))

const sites = [undefined, "none", "same-origin", "same-site", "cross-site"]

describe("Origins.allows", () => {
  it("lets a page of our own origin pass unless the browser calls it cross-site", () => {
    assert.deepStrictEqual(
      sites.filter((site) => allows(base, site)),
      [undefined, "none", "same-origin", "same-site"]
    )
  })

  it.each([
    ["the settings list", ofSettings],
    ["the instance lists", ofInstance]
  ])("lets an origin that %s pass, wherever it is", (_, origin) =>
    assert.deepStrictEqual(
      sites.filter((site) => allows(origin, site)),
      sites
    )
  )

  it.each([
    foreign,
    "https://auth.example.com.evil.example",
    "https://evil.example/https://auth.example.com",
    "http://auth.example.com",
    "https://auth.example.com:8443",
    "https://auth.example.com/",
    "https://AUTH.example.com",
    "https://sub.auth.example.com",
    `${foreign}, ${base}`,
    `${base}, ${base}`,
    "file://",
    "undefined",
    ""
  ])("refuses every other origin, whatever the browser calls it: %j", (origin) => {
    assert.deepStrictEqual(
      sites.filter((site) => allows(origin, site)),
      []
    )
  })

  it("takes Origin: null from our own page alone, which sends it under Referrer-Policy: no-referrer", () => {
    assert.deepStrictEqual(
      sites.filter((site) => allows("null", site)),
      ["same-origin"]
    )
  })

  it("lets a program without Origin pass, and a browser only from our own site", () => {
    assert.deepStrictEqual(
      sites.filter((site) => allows(undefined, site)),
      [undefined, "none", "same-origin"]
    )
  })

  it("refuses values of Sec-Fetch-Site that no browser sends", () => {
    for (const site of ["", "SAME-ORIGIN", "same-origin, cross-site", "websocket"]) {
      assert.isFalse(allows(undefined, site), site)
    }
  })

  it("takes the first host of an instance for its own origin, and no other instance's", () => {
    assert.isTrue(allows("https://login.acme.example", "same-origin", acme))
    assert.isFalse(allows(base, "same-origin", acme))
    assert.isFalse(allows("https://login.acme.example", "same-origin", instance))
    assert.isFalse(allows(ofInstance, "same-origin", acme))
  })
})

describe("Origins.corsOrigin", () => {
  const corsOrigin = (origin: string | undefined, target = instance) =>
    Option.getOrNull(origins.corsOrigin(target, headersOf(origin, undefined)))

  it("names our own origin and the listed ones", () => {
    for (const origin of [base, ofSettings, ofInstance]) assert.strictEqual(corsOrigin(origin), origin)
  })

  it("names no other, not even by reflection", () => {
    for (const origin of [undefined, foreign, "null", "*", "", `${base}.evil.example`]) {
      assert.isNull(corsOrigin(origin))
    }
    assert.isNull(corsOrigin(ofInstance, acme))
  })
})
