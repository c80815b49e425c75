import * as Cookies from "@effect/platform/Cookies"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Token from "@latchkey/domain/core/Token"
import { defaults } from "@latchkey/http/core/HttpSettings"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import * as OperatorCookie from "../../src/dashboard/operator/OperatorCookie.ts"

const value = `${"s".repeat(42)}A`
const token = Option.getOrThrow(Token.parse(value))
const settings = { ...defaults, baseUrl: "http://localhost:3000" }
const setCookies = (mapResponse: ReturnType<typeof OperatorCookie.set>) =>
  Cookies.toSetCookieHeaders(mapResponse(HttpServerResponse.empty()).cookies)

describe("OperatorCookie", () => {
  it("returns the token if there is exactly one well-formed cookie", () => {
    const read = (cookie?: string) =>
      Option.map(OperatorCookie.read(settings, cookie === undefined ? {} : { cookie }), Redacted.value)
    assert.deepStrictEqual(read(`a=b; __dashboard=${value}`), Option.some(value))
    for (const header of [
      undefined,
      "",
      `__session=${value}`,
      `__Dashboard=${value}`,
      `x__dashboard=${value}`,
      `__dashboard=${value}x`,
      `__dashboard=${value}; __dashboard=${value}`,
      `__dashboard=; __dashboard=${value}`
    ]) {
      assert.isTrue(Option.isNone(read(header)), header)
    }
  })

  it("sets the cookie for the dashboard of this host only, whatever the settings say about users' cookies", () => {
    const wide = { ...settings, cookieDomain: Option.some("example.com"), cookieSameSite: "none" as const }
    assert.deepStrictEqual(setCookies(OperatorCookie.set(wide, "/auth/dashboard", token)), [
      `__dashboard=${value}; Path=/auth/dashboard; HttpOnly; SameSite=Strict`
    ])
  })

  it("clears the cookie with the same attributes", () => {
    assert.deepStrictEqual(setCookies(OperatorCookie.clear(settings, "/dashboard")), [
      "__dashboard=; Max-Age=0; Path=/dashboard; HttpOnly; SameSite=Strict"
    ])
  })

  it("has the prefix __Host- with https, below any path, and then no other name is read", () => {
    const secure = { ...settings, baseUrl: "https://auth.example.com", cookieDomain: Option.some("example.com") }
    const attributes = "Path=/; HttpOnly; Secure; SameSite=Strict"
    assert.deepStrictEqual(setCookies(OperatorCookie.set(secure, "/auth/dashboard", token)), [
      `__Host-dashboard=${value}; ${attributes}`
    ])
    assert.deepStrictEqual(setCookies(OperatorCookie.clear(secure, "/auth/dashboard")), [
      `__Host-dashboard=; Max-Age=0; ${attributes}`
    ])
    assert.isTrue(Option.isSome(OperatorCookie.read(secure, { cookie: `__Host-dashboard=${value}` })))
    assert.isTrue(Option.isNone(OperatorCookie.read(secure, { cookie: `__dashboard=${value}` })))
    assert.isTrue(Option.isNone(OperatorCookie.read(settings, { cookie: `__Host-dashboard=${value}` })))
  })
})
