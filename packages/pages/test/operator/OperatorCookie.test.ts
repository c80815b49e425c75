import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Cookies from "@effect/platform/Cookies"
import * as Token from "@latchkey/domain/core/Token"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { defaults } from "@latchkey/http/core/HttpSettings"
import * as OperatorCookie from "../../src/operator/OperatorCookie.ts"

const value = `${"s".repeat(42)}A`
const secret = Option.getOrThrow(Token.parse(value))
const settings = { ...defaults, baseUrl: "http://localhost:3000" }
const sent = (change: ReturnType<typeof OperatorCookie.set>) =>
  Cookies.toSetCookieHeaders(change(HttpServerResponse.empty()).cookies)

describe("The cookie of the dashboard", () => {
  it("is read when there is exactly one, and it is well-formed", () => {
    const read = (header: string | undefined) => Option.map(OperatorCookie.read(header), Redacted.value)
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

  it("is for the dashboard of this host alone, whatever the cookies of people are", () => {
    const wide = { ...settings, cookieDomain: Option.some("example.com"), cookieSameSite: "none" as const }
    assert.deepStrictEqual(sent(OperatorCookie.set(wide, "/auth/dashboard", secret)), [
      `__dashboard=${value}; Path=/auth/dashboard; HttpOnly; SameSite=Strict`
    ])
  })

  it("is Secure with https, and cleared by what set it", () => {
    const secure = { ...settings, baseUrl: "https://auth.example.com" }
    assert.deepStrictEqual(sent(OperatorCookie.clear(secure, "/dashboard")), [
      "__dashboard=; Max-Age=0; Path=/dashboard; HttpOnly; Secure; SameSite=Strict"
    ])
  })
})
