import * as FastCheck from "effect/FastCheck"
import * as Option from "effect/Option"
import { describe, expect, test } from "vitest"
import * as ReturnUrl from "../../src/core/ReturnUrl.ts"
import { acme, urls } from "../support/samples.ts"

const allowed = [
  "https://auth.example.com:8443",
  "https://login.acme.example:8443",
  "https://app.acme.example",
  "http://localhost:5173"
]

const next = (text?: string) => {
  const query = new URLSearchParams(text === undefined ? [] : [[ReturnUrl.parameter, text]])
  return ReturnUrl.orHome(urls, acme, ReturnUrl.read(urls, acme, query))
}

describe("ReturnUrl", () => {
  test.each([
    ["https://app.acme.example", "https://app.acme.example/"],
    ["https://app.acme.example/orders?id=7&a=b#top", "https://app.acme.example/orders?id=7&a=b#top"],
    ["https://app.acme.example:443/orders", "https://app.acme.example/orders"],
    ["http://localhost:5173/", "http://localhost:5173/"],
    ["https://auth.example.com:8443/account", "https://auth.example.com:8443/account"],
    ["https://login.acme.example:8443/account", "https://login.acme.example:8443/account"],
    ["https://app.acme.example/a/../b", "https://app.acme.example/b"],
    ["https://app.acme.example/?next=https://evil.example", "https://app.acme.example/?next=https://evil.example"]
  ])("accepts a page of the instance: %s", (text, href) => {
    expect(next(text)).toBe(href)
  })

  const rejected: ReadonlyArray<readonly [string, string | undefined]> = [
    ["no parameter", undefined],
    ["an empty value", ""],
    ["another origin", "https://evil.example/"],
    ["an origin that begins like an allowed one", "https://app.acme.example.evil.example/"],
    ["an origin that ends like an allowed one", "https://evil-app.acme.example/"],
    ["a subdomain", "https://x.app.acme.example/"],
    ["the parent domain", "https://acme.example/"],
    ["another port", "https://app.acme.example:444/"],
    ["a host of the instance without its port", "https://auth.example.com/account"],
    ["another scheme", "http://app.acme.example/"],
    ["the origin of the redirect URL, which is not allowed", "https://www.acme.example/other"],
    ["a path", "/account"],
    ["a URL without a scheme", "//evil.example"],
    ["a scheme without slashes", "https:evil.example"],
    ["a scheme with one slash", "https:/app.acme.example"],
    ["three slashes", "https:///evil.example"],
    ["backslashes", "https:\\\\evil.example"],
    ["a backslash before a host", "https://app.acme.example\\@evil.example"],
    ["a backslash in the path", "https://app.acme.example/\\evil.example"],
    ["an allowed origin as a user name", "https://app.acme.example@evil.example/"],
    ["a user name", "https://ada@app.acme.example/"],
    ["a user name and a password", "https://ada:x@app.acme.example/"],
    ["an empty user name", "https://:x@app.acme.example/"],
    ["a script", "javascript:alert(1)//https://app.acme.example"],
    ["a document", "data:text/html,<script>alert(1)</script>"],
    ["a file", "file:///etc/passwd"],
    ["a blob", "blob:https://app.acme.example/x"],
    ["a space before it", " https://app.acme.example/"],
    ["a space in it", "https://app.acme.example/ x"],
    ["a tab", "https://app.acme.example/\tx"],
    ["a tab in the host", "https://app.acme\t.example/"],
    ["a line break", "https://app.acme.example/\r\nset-cookie: a=b"],
    ["a NUL", "https://app.acme.example/\0"],
    ["a letter outside ASCII", "https://app.acme.example/ü"],
    ["a full-width dot", "https://app.acme。example/"],
    ["2,001 characters", `https://app.acme.example/${"a".repeat(1976)}`],
    ["2,001 characters that the parser shortens", `https://app.acme.example/${"a/../".repeat(395)}b`],
    ["characters that the parser expands beyond 2,000", `https://app.acme.example/${'"'.repeat(1900)}`]
  ]
  test.each(rejected)("leads home for %s", (_, text) => {
    expect(next(text)).toBe("https://www.acme.example/welcome")
  })

  test("leads home for a repeated parameter", () => {
    const query = new URLSearchParams(
      ["a", "b"].map((path) => [ReturnUrl.parameter, `https://app.acme.example/${path}`])
    )
    expect(ReturnUrl.read(urls, acme, query)).toEqual(Option.none())
  })

  test("accepts 2,000 characters", () => {
    const url = `https://app.acme.example/${"a".repeat(1975)}`
    expect([url.length, next(url)]).toEqual([2000, url])
  })

  test("never leads to another origin, for any text", () => {
    const part = FastCheck.constantFrom(
      ...allowed,
      ...["https:", "http:", "//", "/", "\\", "@", ":", ".", "?", "#", "evil.example", "app.acme.example", "%2f", "\t"],
      ...["javascript:", "data:", ":443", ":8443", " ", "[::1]", "127.0.0.1", "\u3002", "\uff0f", "\r\n", "user:x@"]
    )
    const texts = FastCheck.oneof(
      FastCheck.array(part, { maxLength: 6 }).map((parts) => parts.join("")),
      FastCheck.tuple(FastCheck.constantFrom(...allowed), FastCheck.array(part, { maxLength: 4 })).map(
        ([origin, parts]) => `${origin}${parts.join("")}`
      ),
      FastCheck.string({ unit: "binary" })
    )
    const expected = { isPlain: true, isAllowed: true, username: "", password: "" }
    let accepted = 0
    FastCheck.assert(
      FastCheck.property(texts, (text) => {
        const found = ReturnUrl.parse(urls, acme, text)
        if (Option.isNone(found)) return
        accepted++
        const { href, origin, password, username } = new URL(found.value)
        // Browsers resolve it relative to the page that sends it.
        const resolved = new URL(found.value, "https://auth.example.com:8443/sign-in").origin
        const isPlain = /^[!-~]{1,2000}$/.test(found.value) && href === found.value && resolved === origin
        expect({ isPlain, isAllowed: allowed.includes(origin), username, password }).toEqual(expected)
      }),
      { numRuns: 3000 }
    )
    expect(accepted).toBeGreaterThan(100)
  })

  test("allows forms to lead to the origin of the return URL or the home only", () => {
    const app = Option.some("https://app.acme.example/orders")
    expect(ReturnUrl.formTargets(urls, acme, app)).toEqual(["https://app.acme.example"])
    expect(ReturnUrl.formTargets(urls, acme, Option.none())).toEqual(["https://www.acme.example"])
  })
})
