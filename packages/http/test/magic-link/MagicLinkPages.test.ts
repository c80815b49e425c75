import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { assert, describe, it } from "@effect/vitest"
import type { Email } from "@latchkey/domain/core/Email"
import { defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import { problem } from "@latchkey/http/core/Problem"
import { MagicLinkPages, plain } from "@latchkey/http/magic-link/MagicLinkPages"
import * as Effect from "effect/Effect"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { contextOf } from "../support/contextOf.ts"

const hostile = `<script>alert("1")</script>&'`
const escaped = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;"

const rendered = async (page: Effect.Effect<HttpServerResponse.HttpServerResponse>) => {
  const response = HttpServerResponse.toWeb(await Effect.runPromise(page))
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const link = {
  email: "ada@example.com" as Email,
  current: Option.none<Email>(),
  linkToken: "t".repeat(43),
  action: "/auth/v1/auth/magic-link/verify",
  home: "https://acme.example/home?from=mail"
}
const contextNamed = (name: string) =>
  contextOf(HttpServerRequest.fromWeb(new Request("http://localhost/")), new Instance({ ...defaultInstance, name }))
const acme = contextNamed("Acme")

describe("plain.confirmation", () => {
  it("names the instance and the address, with one button and no script", async () => {
    const { text } = await rendered(plain.confirmation(link, acme))
    assert.include(text, "<h1>Sign in to Acme?</h1>")
    assert.include(text, "sign in on this device as <strong>ada@example.com</strong>.")
    assert.lengthOf(text.match(/<button/g) ?? [], 1)
    assert.include(text, '<form method="post" action="/auth/v1/auth/magic-link/verify">')
    assert.include(text, `name="token" value="${link.linkToken}"`)
    assert.notMatch(text, /<script|\son\w+=|javascript:/i)
  })

  it("says whom the browser is signed in as, if that is another user", async () => {
    const { text } = await rendered(
      plain.confirmation({ ...link, current: Option.some("bob@example.com" as Email) }, acme)
    )
    const plainText = text.replace(/<\/?strong>/g, "").replaceAll("&#39;", "'")
    assert.include(plainText, "You're signed in as bob@example.com. Continuing switches to ada@example.com.")
    assert.include(text, ">Continue</button>")
  })

  it.each([
    ["instance name", link, contextNamed(hostile)],
    ["email address", { ...link, email: `a@${hostile}` as Email }, acme],
    ["current address", { ...link, current: Option.some(`a@${hostile}` as Email) }, acme],
    ["link token", { ...link, linkToken: hostile }, acme],
    ["action", { ...link, action: hostile }, acme]
  ])("trap 11: escapes the %s", async (_, shown, context) => {
    const { text } = await rendered(plain.confirmation(shown, context))
    assert.include(text, escaped)
    assert.notInclude(text, "<script>")
  })

  it("allows its form to lead to the origin of the return URL", async () => {
    const { headers } = await rendered(plain.confirmation(link, acme))
    assert.include(headers.get("content-security-policy") ?? "", "form-action 'self' https://acme.example;")
  })
})

describe("plain.rejected", () => {
  it.each([
    [
      "invalid_token",
      401,
      "This link no longer works",
      "It may have expired, or a link or code sent to this address was already used."
    ],
    ["magic_link_disabled", 401, "This link doesn't work", "Sign-in links are unavailable."],
    ["invalid_request", 400, "This link is incomplete", "Open it from the email again."],
    ["magic_link_rate_limited", 429, "Too many attempts", "Your link still works. Try again in 17 seconds."],
    ["service_unavailable", 503, "We couldn't check your link", "Try again in 17 seconds. Open the link from the email"]
  ] as const)("explains %s to the user, with status %i and Retry-After", async (code, status, title, text) => {
    const page = await rendered(plain.rejected(problem(code, { retryAfterSeconds: 17 }), undefined, acme.request))
    assert.strictEqual(page.status, status)
    assert.strictEqual(page.headers.get("retry-after"), "17")
    assert.include(page.text.replaceAll("&#39;", "'"), `<title>${title}</title>`)
    assert.match(page.text, /<h1>[A-Z][^<]+<\/h1>\n<p>[^<]{20,}<\/p>/)
    assert.include(page.text.replaceAll("&#39;", "'"), text)
    assert.notInclude(page.text, code)
  })
})

describe("plain.signedIn", () => {
  it("redirects to the return URL with 303", async () => {
    const { headers, status } = await rendered(
      plain.signedIn({ _tag: "SignedIn", home: link.home, passwordRemoved: false, deletionAt: Option.none() }, acme)
    )
    assert.deepStrictEqual([status, headers.get("location")], [303, link.home])
  })

  it("says first that a password was removed, with a link to the return URL", async () => {
    const { headers, status, text } = await rendered(
      plain.signedIn({ _tag: "SignedIn", home: link.home, passwordRemoved: true, deletionAt: Option.none() }, acme)
    )
    assert.deepStrictEqual([status, headers.get("location")], [200, null])
    assert.include(text, "We removed the unverified password")
    assert.include(text, `<a href="${link.home}">Continue to Acme</a>`)
  })

  it("says first when the account will be deleted, with a link to the return URL", async () => {
    const deletionAt = Option.some(DateTime.unsafeMake("2026-11-30T10:00:00Z"))
    const { status, text } = await rendered(
      plain.signedIn({ _tag: "SignedIn", home: link.home, passwordRemoved: false, deletionAt }, acme)
    )
    assert.strictEqual(status, 200)
    assert.include(text, "Your account will be deleted on 2026-11-30.")
    assert.include(text, `<a href="${link.home}">Continue to Acme</a>`)
  })
})

describe("MagicLinkPages", () => {
  it("are the plain pages by default", () => assert.strictEqual(Effect.runSync(MagicLinkPages), plain))
})
