import * as Cookies from "@effect/platform/Cookies"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Token from "@latchkey/domain/core/Token"
import { defaults, type HttpOptions } from "@latchkey/http/core/HttpSettings"
import * as PresentedCookies from "@latchkey/http/core/PresentedCookies"
import * as OperatorSettings from "@latchkey/http/operator/OperatorSettings"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"

const value = `${"s".repeat(42)}A`
const token = Option.getOrThrow(Token.parse(value))
const ofUsers: HttpOptions = { ...defaults, baseUrl: "http://localhost:3000", prefix: "/auth" }
const setCookies = (mapResponse: ReturnType<typeof SessionCookies.setClient>) =>
  Cookies.toSetCookieHeaders(mapResponse(HttpServerResponse.empty()).cookies)
const pending = {
  _tag: "SecondFactorRequired" as const,
  token,
  clientToken: token,
  lifetime: Duration.minutes(10),
  options: ["totp"] as const
}

describe("OperatorSettings", () => {
  it("lead below the path of the dashboard, and allow no origin but its own", () => {
    const wide = { ...ofUsers, allowedOrigins: ["https://app.example.com"], localOrigins: true }
    const { allowedOrigins, localOrigins, prefix } = OperatorSettings.of(wide)
    assert.deepStrictEqual([prefix, allowedOrigins, localOrigins], ["/auth/dashboard", [], false])
  })

  it("have the session token read if there is exactly one well-formed cookie of that name", () => {
    const read = (cookie?: string) =>
      Option.map(
        PresentedCookies.read(OperatorSettings.of(ofUsers), cookie === undefined ? {} : { cookie }).sessionToken,
        Redacted.value
      )
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
    const { clientToken, sessionToken } = PresentedCookies.read(ofUsers, { cookie: `__dashboard=${value}` })
    assert.isTrue(Option.isNone(clientToken) && Option.isNone(sessionToken))
  })

  it("keep cookies for the dashboard of this host, until the browser is closed, whatever the settings say about users' cookies", () => {
    const wide = { ...ofUsers, cookieDomain: Option.some("example.com"), cookieSameSite: "none" as const }
    assert.deepStrictEqual(setCookies(SessionCookies.setPending(OperatorSettings.of(wide), pending)), [
      `__dashboard_client=${value}; Path=/auth/dashboard; HttpOnly; SameSite=Strict`,
      `__dashboard_pending=${value}; Path=/auth/dashboard; HttpOnly; SameSite=Strict`
    ])
  })

  it("clear a cookie with the same attributes", () => {
    assert.deepStrictEqual(setCookies(SessionCookies.clearSession(OperatorSettings.of(ofUsers))), [
      "__dashboard=; Max-Age=0; Path=/auth/dashboard; HttpOnly; SameSite=Strict"
    ])
  })

  it("have the prefix __Host- with https, below any path, and then no other name is read", () => {
    const secure = { ...ofUsers, baseUrl: "https://auth.example.com", cookieDomain: Option.some("example.com") }
    const settings = OperatorSettings.of(secure)
    const attributes = "Path=/; HttpOnly; Secure; SameSite=Strict"
    assert.deepStrictEqual(setCookies(SessionCookies.setClient(settings, token)), [
      `__Host-dashboard_client=${value}; ${attributes}`
    ])
    assert.deepStrictEqual(setCookies(SessionCookies.clearSession(settings)), [
      `__Host-dashboard=; Max-Age=0; ${attributes}`
    ])
    const read = (cookie: string, of = settings) => Option.isSome(PresentedCookies.read(of, { cookie }).sessionToken)
    assert.isTrue(read(`__Host-dashboard=${value}`))
    assert.isFalse(read(`__dashboard=${value}`))
    assert.isFalse(read(`__Host-dashboard=${value}`, OperatorSettings.of(ofUsers)))
  })
})
