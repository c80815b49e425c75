import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { assert, describe, it } from "@effect/vitest"
import * as Page from "@latchkey/http/core/Page"

const hostile = `<script>alert("1")</script>&'`
const escaped = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;"

const respond = Page.makeResponder("body{margin:0}")

const rendered = async (page: Page.Page) => {
  const response = HttpServerResponse.toWeb(respond(page))
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe("Page.html", () => {
  it("trap 11: escapes values, in text and in attributes", () => {
    assert.strictEqual(Page.html`<p title="${hostile}">${hostile}</p>`.source, `<p title="${escaped}">${escaped}</p>`)
  })

  it("escapes entities again", () => {
    assert.strictEqual(Page.html`${"&lt;"}`.source, "&amp;lt;")
  })

  it("does not change fragments", () => {
    assert.strictEqual(Page.html`<ul>${Page.html`<li>${"<"}</li>`}</ul>`.source, "<ul><li>&lt;</li></ul>")
  })

  it("does not change backslashes and dollar signs", () => {
    assert.strictEqual(Page.html`${"\\n $1"}`.source, "\\n $1")
  })
})

describe("Page.makeResponder", () => {
  const page = { title: hostile, body: Page.html`<p>Hello</p>` }
  const nonceIn = (text: string) => /<style nonce="([^"]+)">/.exec(text)?.[1] ?? ""

  it("makes a page in UTF-8, with its title escaped", async () => {
    const { headers, status, text } = await rendered(page)
    assert.strictEqual(status, 200)
    assert.strictEqual(headers.get("content-type"), "text/html; charset=utf-8")
    assert.include(text, `<title>${escaped}</title>`)
    assert.include(text, "<p>Hello</p>")
  })

  it("allows its styles, its forms and nothing else", async () => {
    const style = "p{color:red}"
    const { headers, text } = await rendered({ ...page, style, formTargets: ["https://app.example.com"] })
    assert.include(text, `<style nonce="${nonceIn(text)}">body{margin:0}${style}</style>`)
    assert.lengthOf(text.match(/<style/g) ?? [], 1)
    assert.strictEqual(
      headers.get("content-security-policy"),
      `default-src 'none'; style-src 'nonce-${nonceIn(text)}'; form-action 'self' https://app.example.com; base-uri 'none'; frame-ancestors 'none'`
    )
    assert.strictEqual(headers.get("x-frame-options"), "DENY")
  })

  it("allows no script, or the one of the page by its hash", async () => {
    assert.notInclude((await rendered(page)).headers.get("content-security-policy"), "script-src")
    const script = { url: "/pages.js?<", hash: "aGFzaA==" }
    const { headers, text } = await rendered({ ...page, script })
    assert.include(headers.get("content-security-policy"), "; script-src 'sha256-aGFzaA=='; ")
    assert.include(text, '<script src="/pages.js?&lt;" integrity="sha256-aGFzaA=="></script>')
    assert.lengthOf(text.match(/<script/g) ?? [], 1)
  })

  it("allows a script no request, or those to the page's own origin", async () => {
    assert.notInclude((await rendered(page)).headers.get("content-security-policy"), "connect-src")
    const { headers } = await rendered({ ...page, hasRequests: true })
    assert.include(headers.get("content-security-policy"), "; connect-src 'self'; ")
  })

  it("asks search engines not to list it", async () => {
    const { headers, text } = await rendered(page)
    assert.include(text, '<meta name="robots" content="noindex">')
    assert.strictEqual(headers.get("x-robots-tag"), "noindex")
  })

  it("shares no window with pages of other origins, and is no resource of theirs", async () => {
    const { headers } = await rendered(page)
    assert.strictEqual(headers.get("cross-origin-opener-policy"), "same-origin")
    assert.strictEqual(headers.get("cross-origin-resource-policy"), "same-origin")
  })

  it("allows images from the named origins only", async () => {
    const { headers } = await rendered({ ...page, imageOrigins: ["https://cdn.example.com", "https://b.example"] })
    assert.include(headers.get("content-security-policy"), "; img-src https://cdn.example.com https://b.example; ")
    assert.notInclude((await rendered(page)).headers.get("content-security-policy"), "img-src")
  })

  it("has a new nonce of 16 bytes in every response", async () => {
    const nonces = (await Promise.all([rendered(page), rendered(page)])).map(({ text }) => nonceIn(text))
    for (const nonce of nonces) assert.lengthOf(Buffer.from(nonce, "base64"), 16)
    assert.notStrictEqual(nonces[0], nonces[1])
  })

  it("has the status and headers of the page", async () => {
    const { headers, status } = await rendered({ ...page, status: 429, headers: { "retry-after": "17" } })
    assert.strictEqual(status, 429)
    assert.strictEqual(headers.get("retry-after"), "17")
  })

  it("is complete before browsers show it: the element that they wait for is the last one", async () => {
    const { text } = await rendered(page)
    assert.include(text, `<link rel="expect" href="#end" blocking="render">`)
    assert.match(text, /<div id="end" hidden><\/div>\n<\/body>\n<\/html>\n$/)
  })
})

describe("Page.redirect", () => {
  it("is 303 with an empty body", async () => {
    const response = HttpServerResponse.toWeb(Page.redirect("https://app.example.com/home?a=b"))
    assert.deepStrictEqual(
      [response.status, response.headers.get("location"), await response.text()],
      [303, "https://app.example.com/home?a=b", ""]
    )
  })
})
