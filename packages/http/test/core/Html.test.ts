import { createHash } from "node:crypto"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Html from "@latchkey/http/core/Html"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

const hostile = `<script>alert("1")</script>&'`
const escaped = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;"

const rendered = async (page: Html.Page) => {
  const respond = await Effect.runPromise(Html.makeResponder)
  const response = HttpServerResponse.toWeb(respond(page))
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe("html", () => {
  it("escapes values, in text and in attributes", () => {
    assert.strictEqual(Html.html`<p title="${hostile}">${hostile}</p>`.source, `<p title="${escaped}">${escaped}</p>`)
  })

  it("escapes what is escaped already", () => {
    assert.strictEqual(Html.html`${"&lt;"}`.source, "&amp;lt;")
  })

  it("leaves fragments as they are", () => {
    assert.strictEqual(Html.html`<ul>${Html.html`<li>${"<"}</li>`}</ul>`.source, "<ul><li>&lt;</li></ul>")
  })

  it("leaves backslashes and dollar signs as they are", () => {
    assert.strictEqual(Html.html`${"\\n $1"}`.source, "\\n $1")
  })
})

describe("Html.makeResponder", () => {
  const page = { title: hostile, body: Html.html`<p>Hello</p>` }

  it("makes a page in UTF-8, with its title escaped", async () => {
    const { headers, status, text } = await rendered(page)
    assert.strictEqual(status, 200)
    assert.strictEqual(headers.get("content-type"), "text/html; charset=utf-8")
    assert.include(text, `<title>${escaped}</title>`)
    assert.include(text, "<p>Hello</p>")
  })

  it("allows the style that is in the page, forms, and nothing else", async () => {
    const { headers, text } = await rendered({ ...page, formTargets: ["https://app.example.com"] })
    const style = /<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? ""
    const hash = createHash("sha256").update(style).digest("base64")
    assert.isAbove(style.length, 100)
    assert.strictEqual(
      headers.get("content-security-policy"),
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self' https://app.example.com; base-uri 'none'; frame-ancestors 'none'`
    )
    assert.strictEqual(headers.get("x-frame-options"), "DENY")
  })

  it("has the status and headers that a page asks for", async () => {
    const { headers, status } = await rendered({ ...page, status: 429, headers: { "retry-after": "17" } })
    assert.strictEqual(status, 429)
    assert.strictEqual(headers.get("retry-after"), "17")
  })
})
