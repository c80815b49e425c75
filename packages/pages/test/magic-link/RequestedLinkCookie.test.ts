import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Cookies from "@effect/platform/Cookies"
import { Email } from "@latchkey/domain/core/Email"
import * as RequestedLinkCookie from "../../src/magic-link/RequestedLinkCookie.ts"
import { defaults } from "@latchkey/http/core/HttpSettings"
import * as Encoding from "effect/Encoding"
import * as Option from "effect/Option"
import { describe, expect, test } from "vitest"

const settings = { ...defaults, baseUrl: "https://auth.example.com" }
const email = Email.make("ada@example.com")
const headerOf = (response: HttpServerResponse.HttpServerResponse) =>
  Cookies.toSetCookieHeaders(response.cookies)[0] ?? ""
const set = (returnTo: Option.Option<string>, given = settings, path = "/") =>
  headerOf(RequestedLinkCookie.set(given, path, { email, returnTo })(HttpServerResponse.empty()))
const presented = (header: string) => header.split(";", 1).join("")
const cookie = (text: string) => `__link=${Encoding.encodeBase64Url(text)}`

describe("The cookie of who asked for a link", () => {
  test("is read as it was set", () => {
    for (const returnTo of [Option.none(), Option.some("https://app.example.com/a?b=c;d#e")]) {
      expect(RequestedLinkCookie.read(presented(set(returnTo)))).toEqual(Option.some({ email, returnTo }))
    }
  })

  test("is out of reach of scripts and of other sites, for an hour, only with https, below its path", () => {
    const [, ...attributes] = set(Option.none(), settings, "/auth").split("; ")
    expect(attributes.sort()).toEqual(["HttpOnly", "Max-Age=3600", "Path=/auth", "SameSite=Lax", "Secure"])
    expect(set(Option.none(), { ...settings, baseUrl: "http://localhost:3000" })).not.toContain("Secure")
  })

  test("is never for a whole domain, and stays Lax, whatever the settings say of other cookies", () => {
    const wide = { ...settings, cookieDomain: Option.some("example.com"), cookieSameSite: "none" as const }
    expect(set(Option.none(), wide)).toBe(set(Option.none()))
  })

  test("does not say the address to who reads the header in passing", () => {
    expect(set(Option.none())).not.toContain("ada")
  })

  test("fits into what browsers keep, at its longest", () => {
    const longest = Email.make(`${"a".repeat(64)}@${`${"b".repeat(61)}.`.repeat(3)}cc`)
    const asked = { email: longest, returnTo: Option.some("x".repeat(2000)) }
    expect(headerOf(RequestedLinkCookie.set(settings, "/", asked)(HttpServerResponse.empty())).length).toBeLessThan(4096)
  })

  test("is cleared by the same name and path", () => {
    const header = headerOf(RequestedLinkCookie.clear(settings, "/auth")(HttpServerResponse.empty()))
    expect(header).toMatch(/^__link=; Max-Age=0; Path=\/auth;/)
  })

  test.each([
    ["nothing", undefined],
    ["another name", "__links=YWRhQGV4YW1wbGUuY29t"],
    ["no base64", "__link=%%%"],
    ["no address", cookie("ada")],
    ["an address with a tag", cookie("<b>@example.com")],
    ["an address in capitals, which nobody has set", cookie("Ada@example.com")],
    ["three lines", cookie("ada@example.com\nhttps://a.example\nhttps://b.example")],
    ["two cookies", `${cookie("ada@example.com")}; ${cookie("eve@example.com")}`]
  ])("%s is no cookie of ours", (_, header) => {
    expect(RequestedLinkCookie.read(header)).toEqual(Option.none())
  })
})
