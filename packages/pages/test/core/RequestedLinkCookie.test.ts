import * as Cookies from "@effect/platform/Cookies"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Email } from "@latchkey/domain/core/Email"
import { defaults } from "@latchkey/http/core/HttpSettings"
import * as Encoding from "effect/Encoding"
import * as Option from "effect/Option"
import { describe, expect, test } from "vitest"
import * as RequestedLinkCookie from "../../src/core/RequestedLinkCookie.ts"

const settings = { ...defaults, baseUrl: "https://auth.example.com" }
const email = Email.make("ada@example.com")
const headerOf = (response: HttpServerResponse.HttpServerResponse) =>
  Cookies.toSetCookieHeaders(response.cookies)[0] ?? ""
const set = (returnUrl: Option.Option<string>, given = settings, path = "/") =>
  headerOf(RequestedLinkCookie.set(given, path, { email, returnUrl })(HttpServerResponse.empty()))
const presented = (header: string) => header.split(";", 1).join("")
const cookie = (text: string) => `__link=${Encoding.encodeBase64Url(text)}`

describe("RequestedLinkCookie", () => {
  test("reads what it set", () => {
    for (const returnUrl of [Option.none(), Option.some("https://app.example.com/a?b=c;d#e")]) {
      expect(RequestedLinkCookie.read({ cookie: presented(set(returnUrl)) })).toEqual(Option.some({ email, returnUrl }))
    }
  })

  test("sets HttpOnly, SameSite=Lax, one hour and the path, and Secure with https", () => {
    const [, ...attributes] = set(Option.none(), settings, "/auth").split("; ")
    expect(attributes.sort()).toEqual(["HttpOnly", "Max-Age=3600", "Path=/auth", "SameSite=Lax", "Secure"])
    expect(set(Option.none(), { ...settings, baseUrl: "http://localhost:3000" })).not.toContain("Secure")
  })

  test("ignores the domain and SameSite of the settings", () => {
    const wide = { ...settings, cookieDomain: Option.some("example.com"), cookieSameSite: "none" as const }
    expect(set(Option.none(), wide)).toBe(set(Option.none()))
  })

  test("does not contain the address as plain text", () => {
    expect(set(Option.none())).not.toContain("ada")
  })

  test("fits into the 4,096 bytes that browsers keep, at its longest", () => {
    const longest = Email.make(`${"a".repeat(64)}@${`${"b".repeat(61)}.`.repeat(3)}cc`)
    const longestLink = { email: longest, returnUrl: Option.some("x".repeat(2000)) }
    expect(
      headerOf(RequestedLinkCookie.set(settings, "/", longestLink)(HttpServerResponse.empty())).length
    ).toBeLessThan(4096)
  })

  test("clears the cookie with the same name and path", () => {
    const header = headerOf(RequestedLinkCookie.clear(settings, "/auth")(HttpServerResponse.empty()))
    expect(header).toMatch(/^__link=; Max-Age=0; Path=\/auth;/)
  })

  test.each([
    ["no cookie", undefined],
    ["another name", "__links=YWRhQGV4YW1wbGUuY29t"],
    ["text that is not base64", "__link=%%%"],
    ["text that is not an address", cookie("ada")],
    ["an address with a tag", cookie("<b>@example.com")],
    ["an address in upper case", cookie("Ada@example.com")],
    ["three lines", cookie("ada@example.com\nhttps://a.example\nhttps://b.example")],
    ["two cookies", `${cookie("ada@example.com")}; ${cookie("eve@example.com")}`]
  ])("reads nothing from %s", (_, header) => {
    expect(RequestedLinkCookie.read(header === undefined ? {} : { cookie: header })).toEqual(Option.none())
  })
})
