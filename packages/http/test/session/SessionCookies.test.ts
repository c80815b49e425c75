import * as Cookies from "@effect/platform/Cookies"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as HttpSettings from "@latchkey/http/core/HttpSettings"
import * as PresentedCookies from "@latchkey/http/core/PresentedCookies"
import * as SessionCookies from "@latchkey/http/session/SessionCookies"
import { SessionId, UserId } from "@latchkey/domain/core/Ids"
import * as Token from "@latchkey/domain/core/Token"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

const client = `${"c".repeat(42)}A`
const session = `${"s".repeat(42)}A`
const other = `${"x".repeat(42)}A`

const read = (cookie: string | undefined) => {
  const cookies = PresentedCookies.read(HttpSettings.defaults, { cookie })
  return {
    client: Option.getOrNull(Option.map(cookies.clientToken, Redacted.value)) as string | null,
    session: Option.getOrNull(Option.map(cookies.sessionToken, Redacted.value)) as string | null
  }
}
const neither = { client: null, session: null }

describe("PresentedCookies.read", () => {
  it("finds both cookies among others, in any order", () => {
    assert.deepStrictEqual(read(`a=1; __client=${client}; b=2; __session=${session}`), { client, session })
    assert.deepStrictEqual(read(`__session=${session};__client=${client};`), { client, session })
    assert.deepStrictEqual(read(`\t __session=${session} ;\t__client=${client}\t`), { client, session })
  })

  it("returns the one cookie that there is, or neither", () => {
    assert.deepStrictEqual(read(undefined), neither)
    assert.deepStrictEqual(read(""), neither)
    assert.deepStrictEqual(read("__session="), neither)
    assert.deepStrictEqual(read(`__session=${session}`), { client: null, session })
  })

  it.each([
    [`__session=${session}; __session=${other}; __client=${client}`],
    [`__session=${other}; __session=${session}; __client=${client}`],
    [`__session=${session}; __session=${session}; __client=${client}`],
    [`__session=${session}; __session=; __client=${client}`],
    [`__session=; __client=${client}; __session=${session}`],
    [`__client=${client}; __session=${session}; __client=${other}`],
    [`__client=${other}; __client=${client}; __session=${session}`]
  ])("returns neither cookie if one is repeated: %s", (header) => {
    assert.deepStrictEqual(read(header), neither)
  })

  it.each([
    ["other case", `__Session=${session}`],
    ["another case", `__SESSION=${session}`],
    ["a prefix", `x__session=${session}`],
    ["a suffix", `__session2=${session}`],
    ["a space before the equals sign", `__session =${session}`],
    ["NBSP before the name", `\u00a0__session=${session}`],
    ["U+2000 before the name, as bytes", `\u00e2\u0080\u0080__session=${session}`],
    ["U+2000 before the name", `\u2000__session=${session}`],
    ["a line separator before the name", `\u2028__session=${session}`],
    ["NEL before the name", `\u0085__session=${session}`],
    ["a vertical tab before the name", `\u000b__session=${session}`],
    ["percent-encoding in the name", `%5F_session=${session}`],
    ["a comma as separator", `a=1, __session=${session}`],
    ["no equals sign", "__session"]
  ])("ignores other names: %s", (_, header) => {
    assert.deepStrictEqual(read(header), neither)
  })

  it("does not count another name as a repetition", () => {
    assert.deepStrictEqual(read(`\u00a0__session=${other}; __Session=${other}; __session=${session}`), {
      client: null,
      session
    })
  })

  it("gives $Version and quotes no meaning", () => {
    assert.deepStrictEqual(read(`$Version=1; __session=${session}; $Path=/`), { client: null, session })
    assert.deepStrictEqual(read(`$Version=1, __session=${session}`), neither)
    assert.deepStrictEqual(read(`$Version=1; __session="${session}"`), neither)
    assert.deepStrictEqual(read(`a="; __session=${session}; b="`), { client: null, session })
  })

  it.each(["%ZZ", "é", "\u0000", "\r\n", "{}", session.slice(1), `${session}A`, `${session.slice(1)}=`, ` ${session}`])(
    "ignores a value that is not a token",
    (value) => assert.deepStrictEqual(read(`__session=${value}`), neither)
  )

  it("does not decode values", () => {
    assert.deepStrictEqual(read(`__session=%73${session.slice(1)}`), neither)
  })

  it("reads headers of 60 kB", () => {
    assert.deepStrictEqual(read(`__session=${"a".repeat(60_000)}`), neither)
    assert.deepStrictEqual(read(`${"a=1; ".repeat(12_000)}__session=${session}`), { client: null, session })
  })
})

const https = { ...HttpSettings.defaults, baseUrl: "https://auth.example.com" }
const tokenOf = (text: string) => Option.getOrThrow(Token.parse(text))
const issued = {
  _tag: "SignedIn" as const,
  userId: UserId.make("user_0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708"),
  sessionId: SessionId.make("sess_0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708"),
  clientToken: tokenOf(client),
  sessionToken: tokenOf(session),
  lifetime: Duration.days(30),
  deletionAt: Option.none()
}
const empty = HttpServerResponse.empty()
const setCookies = (response: HttpServerResponse.HttpServerResponse) => Cookies.toSetCookieHeaders(response.cookies)

describe("SessionCookies.setSession", () => {
  it("sets both cookies as host-only and HttpOnly", () => {
    assert.deepStrictEqual(setCookies(SessionCookies.setSession(https, issued)(empty)), [
      `__client=${client}; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Lax`,
      `__session=${session}; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax`
    ])
  })

  it("is Secure with an https base URL only", () => {
    const http = { ...https, baseUrl: "http://localhost:3000" }
    for (const cookie of setCookies(SessionCookies.setSession(http, issued)(empty))) {
      assert.notInclude(cookie, "Secure")
    }
  })

  it("uses the domain and SameSite of the settings", () => {
    const settings = { ...https, cookieDomain: Option.some("example.com"), cookieSameSite: "none" as const }
    for (const cookie of setCookies(SessionCookies.setSession(settings, issued)(empty))) {
      assert.include(cookie, "Domain=example.com;")
      assert.include(cookie, "SameSite=None")
    }
  })
})

describe("SessionCookies.clearSession", () => {
  const attributesOf = (cookie: string | undefined) =>
    (cookie ?? "")
      .split("; ")
      .slice(1)
      .filter((attribute) => !attribute.startsWith("Max-Age="))
      .sort()

  it.each([
    ["https", https],
    ["http", { ...https, baseUrl: "http://localhost:3000" }],
    ["a domain", { ...https, cookieDomain: Option.some("example.com") }],
    ["other sites", { ...https, cookieSameSite: "none" as const }],
    ["strict", { ...https, cookieSameSite: "strict" as const }]
  ])("clears with the attributes that setSession uses: %s", (_, settings) => {
    const [, set] = setCookies(SessionCookies.setSession(settings, issued)(empty))
    const cleared = setCookies(SessionCookies.clearSession(settings)(empty))
    assert.lengthOf(cleared, 1)
    assert.match(cleared[0] ?? "", /^__session=; Max-Age=0;/)
    assert.isAbove(attributesOf(set).length, 2)
    assert.deepStrictEqual(attributesOf(cleared[0]), attributesOf(set))
  })
})

describe("The cookies with the prefix", () => {
  const prefixed = { ...https, cookiePrefix: "host" as const }
  const clientCookie = `__Host-__client=${client}`
  const sessionCookie = `__Host-__session=${session}`
  const readPrefixed = (cookie: string) =>
    SessionCookies.toHeader(prefixed, PresentedCookies.read(prefixed, { cookie }))

  it("are set and cleared with it, as browsers demand: Path=/, Secure and no Domain", () => {
    assert.deepStrictEqual(setCookies(SessionCookies.setSession(prefixed, issued)(empty)), [
      `${clientCookie}; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Lax`,
      `${sessionCookie}; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax`
    ])
    const [cleared = ""] = setCookies(SessionCookies.clearSession(prefixed)(empty))
    assert.match(cleared, /^__Host-__session=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax/)
  })

  it("are the only ones that are read: plain ones grant nothing, and are no repetition", () => {
    const planted = `__client=${other}; __session=${other}`
    assert.deepStrictEqual(
      readPrefixed(`${planted}; ${clientCookie}; ${sessionCookie}; ${planted}`),
      Option.some(`${clientCookie}; ${sessionCookie}`)
    )
    assert.isTrue(Option.isNone(readPrefixed(planted)))
    assert.isTrue(Option.isNone(readPrefixed(`${clientCookie}; __session=${session}`)))
    assert.deepStrictEqual(read(`${clientCookie}; ${sessionCookie}`), neither)
  })
})

describe("The cookie of a pending sign-in", () => {
  const pending = {
    _tag: "SecondFactorRequired" as const,
    token: tokenOf(other),
    clientToken: tokenOf(client),
    lifetime: Duration.minutes(10),
    options: ["totp", "recovery_code"] as const
  }
  const prefixed = { ...https, cookiePrefix: "host" as const }
  const readPending = (settings: typeof prefixed | typeof https, cookie: string) =>
    Option.getOrNull(Option.map(SessionCookies.readPending(settings, { cookie }), Redacted.value))

  it("is set for ten minutes beside that of the client, and no session is", () => {
    assert.deepStrictEqual(setCookies(SessionCookies.setSignIn(https, pending)(empty)), [
      `__client=${client}; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Lax`,
      `__pending=${other}; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax`
    ])
  })

  it("is cleared with the attributes that it was set with, also with a prefix or a domain", () => {
    const ofDomain = { ...https, cookieDomain: Option.some("example.com"), cookieSameSite: "none" as const }
    for (const settings of [https, prefixed, ofDomain]) {
      const [, set = ""] = setCookies(SessionCookies.setPending(settings, pending)(empty))
      const [cleared = ""] = setCookies(SessionCookies.clearPending(settings)(empty))
      const withoutValue = (cookie: string) => cookie.replace(/=[^;]*; Max-Age=\d+/, "").replace(/; Expires=[^;]+/, "")
      assert.match(cleared, /pending=; Max-Age=0;/)
      assert.strictEqual(withoutValue(cleared), withoutValue(set))
    }
  })

  it("is read by the name of the settings only, and not at all if there are two", () => {
    assert.strictEqual(readPending(https, `__pending=${other}`), other)
    assert.isNull(readPending(https, `__pending=${other}; __pending=${client}`))
    assert.isNull(readPending(https, `__Host-__pending=${other}`))
    assert.strictEqual(readPending(prefixed, `__pending=${client}; __Host-__pending=${other}`), other)
    assert.isNull(readPending(prefixed, `__pending=${other}`))
  })
})

describe("SessionCookies.setClient", () => {
  it("sets only __client", () => {
    const cookies = setCookies(SessionCookies.setClient(https, tokenOf(client))(empty))
    assert.deepStrictEqual(cookies, [`__client=${client}; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Lax`])
  })
})
