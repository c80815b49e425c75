import * as Headers from "@effect/platform/Headers"
import * as BaseUrl from "@latchkey/http/core/BaseUrl"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as Origins from "../../src/core/Origins.ts"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"

const base = "https://auth.example.com"
const ofSettings = "https://app.example.com"
const ofInstance = "https://acme.example"
const crossOrigin = "https://evil.example"

const instance = new Instance({ ...defaultInstance, origins: [ofInstance] })
const acme = new Instance({
  ...defaultInstance,
  id: InstanceId.make("inst_0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708"),
  hosts: ["login.acme.example", "signin.acme.example"]
})
const settings = { ...HttpSettings.defaults, baseUrl: base, allowedOrigins: [ofSettings] }
const origins = Origins.make(settings, BaseUrl.make(settings))

const headersOf = (origin: string | undefined, site: string | undefined) =>
  Headers.fromInput({
    ...(origin === undefined ? {} : { origin }),
    ...(site === undefined ? {} : { "sec-fetch-site": site })
  })
const isCrossOrigin = (origin: string | undefined, site: string | undefined, target = instance) =>
  origins.isCrossOrigin(target, headersOf(origin, site))
/** The values of `Sec-Fetch-Site` with which an origin is not cross-origin. */
const sitesOf = (origin: string | undefined) => sites.filter((site) => !isCrossOrigin(origin, site))

const sites = [undefined, "none", "same-origin", "same-site", "cross-site"]

describe("Origins.isCrossOrigin", () => {
  it("is false for the service's own origin, unless the browser reports cross-site", () => {
    assert.deepStrictEqual(sitesOf(base), [undefined, "none", "same-origin", "same-site"])
  })

  it.each([
    ["the settings", ofSettings],
    ["the instance", ofInstance]
  ])("is false for an allowed origin of %s, on any site", (_, origin) => assert.deepStrictEqual(sitesOf(origin), sites))

  it.each([
    crossOrigin,
    "https://auth.example.com.evil.example",
    "https://evil.example/https://auth.example.com",
    "http://auth.example.com",
    "https://auth.example.com:8443",
    "https://auth.example.com/",
    "https://AUTH.example.com",
    "https://sub.auth.example.com",
    `${crossOrigin}, ${base}`,
    `${base}, ${base}`,
    "file://",
    "undefined",
    ""
  ])("is true for every other origin, whatever the browser reports: %j", (origin) => {
    assert.deepStrictEqual(sitesOf(origin), [])
  })

  it("trap 26: is false for Origin: null from the service's own page only, which sends it under Referrer-Policy: no-referrer", () => {
    assert.deepStrictEqual(sitesOf("null"), ["same-origin"])
  })

  it("is false without Origin for a program, and for a browser on the service's own origin only", () => {
    assert.deepStrictEqual(sitesOf(undefined), [undefined, "none", "same-origin"])
  })

  it("is true for values of Sec-Fetch-Site that no browser sends", () => {
    for (const site of ["", "SAME-ORIGIN", "same-origin, cross-site", "websocket"]) {
      assert.isTrue(isCrossOrigin(undefined, site), site)
    }
  })

  it("is false for the hosts of the instance, and true for those of another", () => {
    for (const host of ["login.acme.example", "signin.acme.example"]) {
      assert.isFalse(isCrossOrigin(`https://${host}`, "same-origin", acme))
    }
    assert.isTrue(isCrossOrigin(base, "same-origin", acme))
    assert.isTrue(isCrossOrigin("https://login.acme.example", "same-origin", instance))
    assert.isTrue(isCrossOrigin(ofInstance, "same-origin", acme))
  })

  it("is false for an allowed origin of the settings at the default instance only", () => {
    assert.isFalse(isCrossOrigin(ofSettings, "cross-site"))
    assert.isTrue(isCrossOrigin(ofSettings, "cross-site", acme))
  })
})

describe("Origins.isOwnPage", () => {
  const isOwnPage = (origin: string | undefined, target = instance) =>
    origins.isOwnPage(target, headersOf(origin, undefined))

  it("is true for the service's own origin, for a program, and for Origin: null, which only an own page may send", () => {
    for (const origin of [base, undefined, "null"]) assert.isTrue(isOwnPage(origin))
    assert.isTrue(isOwnPage("https://login.acme.example", acme))
  })

  it("is false for an allowed origin, and for that of another instance", () => {
    for (const origin of [ofSettings, ofInstance, "https://login.acme.example", ""]) assert.isFalse(isOwnPage(origin))
    assert.isFalse(isOwnPage(base, acme))
  })
})

describe("Origins.corsOrigin", () => {
  const corsOrigin = (origin: string | undefined, target = instance) =>
    Option.getOrNull(origins.corsOrigin(target, headersOf(origin, undefined)))

  it("returns the service's own origin and the allowed ones", () => {
    for (const origin of [base, ofSettings, ofInstance]) assert.strictEqual(corsOrigin(origin), origin)
  })

  it("returns no other origin", () => {
    for (const origin of [undefined, crossOrigin, "null", "*", "", `${base}.evil.example`]) {
      assert.isNull(corsOrigin(origin))
    }
    assert.isNull(corsOrigin(ofInstance, acme))
    assert.isNull(corsOrigin(ofSettings, acme))
  })
})

describe("Origins.refused", () => {
  it("names every allowed origin once, also one of the settings and of the instance", () => {
    const both = new Instance({ ...defaultInstance, origins: [ofSettings, ofInstance, base] })
    assert.deepStrictEqual(origins.refused(both, headersOf(crossOrigin, undefined)).allowed, [
      base,
      ofSettings,
      ofInstance
    ])
  })
})

describe("Origins, with localOrigins", () => {
  const local = { ...HttpSettings.defaults, baseUrl: "http://localhost:3000", localOrigins: true }
  const { corsOrigin, isCrossOrigin } = Origins.make(local, BaseUrl.make(local))

  it("allow pages on every port of localhost at the default instance, and on no other host", () => {
    const allowed = ["http://localhost:5173", "http://127.0.0.1:5173", "https://evil.example:5173"].filter(
      (origin) =>
        !isCrossOrigin(defaultInstance, headersOf(origin, "same-site")) &&
        Option.isSome(corsOrigin(defaultInstance, headersOf(origin, undefined)))
    )
    assert.deepStrictEqual(allowed, ["http://localhost:5173"])
    assert.isTrue(isCrossOrigin(acme, headersOf("http://localhost:5173", "same-site")))
  })
})

describe("Origins.hasReplacedHost", () => {
  const hasReplacedHost = (host: string, origin: string | undefined, target = acme) =>
    origins.hasReplacedHost(target, host, headersOf(origin, "same-origin"))

  it("is true if an own page sends a request whose host is none of the instance's", () => {
    assert.isTrue(hasReplacedHost("internal.lan", base, instance))
    assert.isTrue(hasReplacedHost("10.0.0.7", "https://login.acme.example"))
  })

  it("is false for the hosts of the instance, for programs and for pages of other origins", () => {
    assert.isFalse(hasReplacedHost("auth.example.com", base, instance))
    assert.isFalse(hasReplacedHost("signin.acme.example", "https://login.acme.example"))
    for (const origin of [undefined, "null", crossOrigin, ofSettings, ofInstance]) {
      assert.isFalse(hasReplacedHost("internal.lan", origin, instance))
    }
  })
})
