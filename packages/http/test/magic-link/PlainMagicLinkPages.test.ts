import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Html from "@latchkey/http/core/Html"
import * as MagicLinkPages from "../../src/magic-link/internal/PlainMagicLinkPages.ts"
import { problem } from "@latchkey/http/core/Problem"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

const hostile = `<script>alert("1")</script>&'`
const escaped = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;"

const rendered = async (page: Html.Page) => {
  const respond = await Effect.runPromise(Html.makeResponder)
  const response = HttpServerResponse.toWeb(respond(page))
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe("MagicLinkPages", () => {
  const link = {
    instanceName: "Acme",
    email: "ada@example.com",
    token: "t".repeat(43),
    action: "/auth/v1/auth/magic-link/verify",
    formTargets: ["https://acme.example"]
  }

  it("shows who is about to be signed in, and one button without a script", async () => {
    const { text } = await rendered(MagicLinkPages.confirmation(link))
    assert.include(text, "<strong>ada@example.com</strong>")
    assert.lengthOf(text.match(/<button/g) ?? [], 1)
    assert.include(text, '<form method="post" action="/auth/v1/auth/magic-link/verify">')
    assert.include(text, `name="token" value="${link.token}"`)
    assert.notMatch(text, /<script|\son\w+=|javascript:/i)
  })

  it.each(["instanceName", "email", "token"] as const)("escapes the %s", async (field) => {
    const { text } = await rendered(MagicLinkPages.confirmation({ ...link, [field]: hostile }))
    assert.include(text, escaped)
    assert.notInclude(text, "<script>")
  })

  it("lets its form lead to where the instance is at home", async () => {
    const { headers } = await rendered(MagicLinkPages.confirmation(link))
    assert.include(headers.get("content-security-policy") ?? "", "form-action 'self' https://acme.example;")
  })

  it.each([
    ["invalid_token", 401],
    ["magic_link_disabled", 401],
    ["invalid_request", 400],
    ["magic_link_rate_limited", 429],
    ["service_unavailable", 503]
  ] as const)("says %s in words, with its status", async (code, status) => {
    const refusal = await rendered(MagicLinkPages.refusal(problem(code, { retryAfterSeconds: 17 })))
    assert.strictEqual(refusal.status, status)
    assert.strictEqual(refusal.headers.get("retry-after"), "17")
    assert.match(refusal.text, /<h1>[A-Z][^<]+<\/h1>\n<p>[^<]{20,}<\/p>/)
    assert.notInclude(refusal.text, code)
  })
})
