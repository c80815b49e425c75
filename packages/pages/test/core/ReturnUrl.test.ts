import * as FastCheck from "effect/FastCheck"
import * as Option from "effect/Option"
import { describe, expect, test } from "vitest"
import * as ReturnUrl from "../../src/core/ReturnUrl.ts"
import { acme, urls } from "../support/samples.ts"

const ours = [
  "https://auth.example.com:8443",
  "https://login.acme.example:8443",
  "https://app.acme.example",
  "http://localhost:5173"
]

const next = (text: string | null | undefined) => ReturnUrl.of(urls, acme, ReturnUrl.parse(urls, acme, text))

describe("Where a browser goes after signing in", () => {
  test.each([
    ["https://app.acme.example", "https://app.acme.example/"],
    ["https://app.acme.example/orders?id=7&a=b#top", "https://app.acme.example/orders?id=7&a=b#top"],
    ["https://app.acme.example:443/orders", "https://app.acme.example/orders"],
    ["http://localhost:5173/", "http://localhost:5173/"],
    ["https://auth.example.com:8443/account", "https://auth.example.com:8443/account"],
    ["https://login.acme.example:8443/account", "https://login.acme.example:8443/account"],
    ["https://app.acme.example/a/../b", "https://app.acme.example/b"],
    ["https://app.acme.example/?next=https://evil.example", "https://app.acme.example/?next=https://evil.example"]
  ])("%s is a page of the instance", (text, href) => {
    expect(next(text)).toBe(href)
  })

  const refused: ReadonlyArray<readonly [string, string | null | undefined]> = [
    ["nothing", undefined],
    ["no value", null],
    ["an empty value", ""],
    ["a foreign origin", "https://evil.example/"],
    ["a foreign origin that begins like ours", "https://app.acme.example.evil.example/"],
    ["a foreign origin that ends like ours", "https://evil-app.acme.example/"],
    ["a subdomain", "https://x.app.acme.example/"],
    ["the parent domain", "https://acme.example/"],
    ["another port", "https://app.acme.example:444/"],
    ["our host without its port", "https://auth.example.com/account"],
    ["another scheme", "http://app.acme.example/"],
    ["the origin of home, which is listed nowhere", "https://www.acme.example/other"],
    ["a path", "/account"],
    ["an address without a scheme", "//evil.example"],
    ["a scheme without slashes", "https:evil.example"],
    ["a scheme with one slash", "https:/app.acme.example"],
    ["three slashes", "https:///evil.example"],
    ["backslashes", "https:\\\\evil.example"],
    ["a backslash before a host", "https://app.acme.example\\@evil.example"],
    ["a backslash in the path", "https://app.acme.example/\\evil.example"],
    ["our origin as a name", "https://app.acme.example@evil.example/"],
    ["a name", "https://ada@app.acme.example/"],
    ["a name and a password", "https://ada:x@app.acme.example/"],
    ["an empty name", "https://:x@app.acme.example/"],
    ["a script", "javascript:alert(1)//https://app.acme.example"],
    ["a document", "data:text/html,<script>alert(1)</script>"],
    ["a file", "file:///etc/passwd"],
    ["a blob", "blob:https://app.acme.example/x"],
    ["a space before it", " https://app.acme.example/"],
    ["a space in it", "https://app.acme.example/ x"],
    ["a tab", "https://app.acme.example/\tx"],
    ["a tab in the host", "https://app.acme\t.example/"],
    ["a line", "https://app.acme.example/\r\nset-cookie: a=b"],
    ["a NUL", "https://app.acme.example/\0"],
    ["other letters", "https://app.acme.example/ü"],
    ["a full-width dot", "https://app.acme。example/"],
    ["2,001 characters", `https://app.acme.example/${"a".repeat(1976)}`],
    ["2,001 characters that the parser makes fewer", `https://app.acme.example/${"a/../".repeat(395)}b`],
    ["what becomes longer than 2,000", `https://app.acme.example/${'"'.repeat(1900)}`]
  ]
  test.each(refused)("%s goes home", (_, text) => {
    expect(next(text)).toBe("https://www.acme.example/welcome")
  })

  test("2,000 characters are not too many", () => {
    const url = `https://app.acme.example/${"a".repeat(1975)}`
    expect([url.length, next(url)]).toEqual([2000, url])
  })

  test("whatever the text is, the browser stays with the instance", () => {
    const part = FastCheck.constantFrom(
      ...ours,
      ...["https:", "http:", "//", "/", "\\", "@", ":", ".", "?", "#", "evil.example", "app.acme.example", "%2f", "\t"],
      ...["javascript:", "data:", ":443", ":8443", " ", "[::1]", "127.0.0.1", "\u3002", "\uff0f", "\r\n", "user:x@"]
    )
    const texts = FastCheck.oneof(
      FastCheck.array(part, { maxLength: 6 }).map((parts) => parts.join("")),
      FastCheck.tuple(FastCheck.constantFrom(...ours), FastCheck.array(part, { maxLength: 4 })).map(
        ([origin, parts]) => `${origin}${parts.join("")}`
      ),
      FastCheck.string({ unit: "binary" })
    )
    const expected = { isPlain: true, isOurs: true, username: "", password: "" }
    let taken = 0
    FastCheck.assert(
      FastCheck.property(texts, (text) => {
        const found = ReturnUrl.parse(urls, acme, text)
        if (Option.isNone(found)) return
        taken++
        const { href, origin, password, username } = new URL(found.value)
        // Browsers read it relative to the page that sends it.
        const asRead = new URL(found.value, "https://auth.example.com:8443/sign-in").origin
        const isPlain = /^[!-~]{1,2000}$/.test(found.value) && href === found.value && asRead === origin
        expect({ isPlain, isOurs: ours.includes(origin), username, password }).toEqual(expected)
      }),
      { numRuns: 3000 }
    )
    expect(taken).toBeGreaterThan(100)
  })

  test("a form may lead to where the browser goes next, and nowhere else", () => {
    const app = Option.some("https://app.acme.example/orders")
    expect(ReturnUrl.formTargets(urls, acme, app)).toEqual(["https://app.acme.example"])
    expect(ReturnUrl.formTargets(urls, acme, Option.none())).toEqual(["https://www.acme.example"])
  })
})
