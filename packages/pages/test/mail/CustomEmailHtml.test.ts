import { assert, describe, it } from "@effect/vitest"
import { defaultBranding } from "@latchkey/domain/instance/Branding"
import { Language } from "@latchkey/domain/language/Language"
import { CustomEmailFormat, type FormattedValue } from "@latchkey/domain/mail/CustomEmailFormat"
import * as CustomEmailHtml from "@latchkey/pages/mail/CustomEmailHtml"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { parse } from "parse5"

const envelope = {
  subject: "Hello",
  preheader: "",
  language: Language.make("en"),
  instanceName: "Bakery",
  host: "auth.example.com",
  branding: defaultBranding
}
const link = "https://auth.example.com/verify?token=abc&x=1"

const values = (changes: Readonly<Record<string, FormattedValue>> = {}) =>
  new Map<string, FormattedValue>(
    Object.entries({
      link: { type: "link", text: link },
      instanceName: { type: "text", text: `Ben & "Jerry's" <b>` },
      signInUrl: { type: "url", text: "https://auth.example.com/sign-in" },
      supportUrl: { type: "url", text: "mailto:help@example.com" },
      code: { type: "code", text: "123456" },
      logoUrl: { type: "image", text: "https://cdn.example.com/logo.png" },
      accentColor: { type: "color", text: "#123456" },
      accentTextColor: { type: "text-color", text: "#ffffff" },
      expiresAt: { type: "time", text: "November 22, 2026 at 15:04 UTC" },
      ...changes
    } satisfies Record<string, FormattedValue>)
  )

const { bodyOf, renderHtml } = await Effect.runPromise(Effect.provide(CustomEmailFormat, CustomEmailHtml.layer))

const button = '<a href="{{link}}">Sign in</a>'
const render = (source: string, of = values()) => renderHtml(source, of, envelope)
const bodyFrom = (source: string, of = values()) =>
  bodyOf(Either.getOrThrowWith(render(source, of), (mistakes) => new Error(JSON.stringify(mistakes))))
const mistakesIn = (source: string) =>
  Either.match(render(source), {
    onLeft: (mistakes) => mistakes.map(({ column, line, reason }) => `${line}:${column} ${reason}`),
    onRight: () => []
  })
/** Returns the mistakes of something beside the link that every email needs. */
const beside = (source: string) => mistakesIn(`${button}\n${source}`)

describe("Values in the HTML of a custom email", () => {
  it("are escaped in text, in attributes and in URLs", () => {
    assert.strictEqual(
      bodyFrom(`<p title="{{instanceName}}" style='color:{{accentColor}}'>{{instanceName}} ${button}</p>`),
      `<p title="Ben &amp; &quot;Jerry's&quot; &lt;b&gt;" style="color:#123456">Ben &amp; "Jerry's" &lt;b&gt; ` +
        '<a href="https://auth.example.com/verify?token=abc&amp;x=1">Sign in</a></p>'
    )
  })

  it("are escaped in an attribute without quotation marks, too", () => {
    const [, title] = /^<p title="([^"]*)"><\/p>/.exec(bodyFrom(`<p title={{instanceName}}></p>${button}`)) ?? []
    assert.include(title, "Ben &amp; &quot;")
  })

  it("never become elements or attributes, whatever they contain", () => {
    const source = `<p title="{{instanceName}}">{{instanceName}}</p>${button}`
    const shape = (html: string) => html.replace(/title="[^"]*">[^<]*</, "")
    const expected = shape(bodyFrom(source))
    FastCheck.assert(
      FastCheck.property(FastCheck.string({ unit: "binary" }), (text) => {
        const body = bodyFrom(source, values({ instanceName: { type: "text", text } }))
        assert.strictEqual(shape(body), expected)
      })
    )
  })

  it("are shown as they are, and may contain braces", () => {
    const body = bodyFrom(
      `<p>{{instanceName}}</p>${button}`,
      values({ instanceName: { type: "text", text: "{{link}} $&" } })
    )
    assert.include(body, "<p>{{link}} $&amp;</p>")
  })

  it("without a logo there is no image, and without a support page no link to it", () => {
    const source = `<img src="{{logoUrl}}" alt="{{instanceName}}"><a href="{{supportUrl}}">Help</a>${button}`
    assert.match(bodyFrom(source), /^<img src="https:\/\/cdn.*<a href="mailto:help@example.com">Help<\/a>/)
    const none = values({ logoUrl: { type: "image", text: "" }, supportUrl: { type: "url", text: "" } })
    assert.match(bodyFrom(source, none), /^<a>Help<\/a>/)
  })

  it("an address is shown without `mailto:`", () => {
    assert.include(bodyFrom(`<p>{{supportUrl}}</p>${button}`), "<p>help@example.com</p>")
  })
})

describe("The link of a custom email", () => {
  it("is required as the target of a link", () => {
    const missing = '1:1 a link to {{link}} is missing: <a href="{{link}}">…</a>'
    assert.deepStrictEqual(mistakesIn("<p>Hello</p>"), [missing])
    assert.deepStrictEqual(mistakesIn("<p>{{link}}</p>"), [missing])
    assert.deepStrictEqual(mistakesIn(button), [])
  })

  it("can be shown as text, between spaces", () => {
    for (const shown of [
      "<p>{{link}}</p>",
      "<p>Here: {{link}} </p>",
      "<p>Here:<br>{{link}}</p>",
      `<a href="{{link}}">{{link}}</a>`
    ]) {
      assert.deepStrictEqual(beside(shown), [], shown)
    }
  })

  it("never becomes part of another URL", () => {
    const target = /^2:\d+ a link must lead to/
    const sources: ReadonlyArray<readonly [source: string, reason: RegExp]> = [
      ['<a href="https://evil.example/?to={{link}}">x</a>', target],
      ['<a href="{{link}}@evil.example">x</a>', target],
      ['<a href=" {{link}}">x</a>', target],
      ['<a href="{{signInUrl}}{{link}}">x</a>', target],
      ['<img src="{{link}}">', /^2:6 the only image that is allowed is the logo/],
      ['<img src="https://evil.example/{{logoUrl}}">', /^2:6 the only image that is allowed is the logo/],
      ['<p title="{{link}}">x</p>', /^2:4 {{link}} is not allowed here/],
      ['<p title="{{code}}">x</p>', /^2:4 {{code}} is not allowed here/],
      ['<p style="color:{{link}}">x</p>', /^2:4 {{link}} is not allowed in a style/],
      ['<a href="https://evil.example">{{link}}</a>', /^2:32 {{link}} is in a link that leads elsewhere/],
      ['<a href="https://evil.example"><b>{{link}}</b></a>', /^2:35 {{link}} is in a link that leads elsewhere/],
      ["<p>https://evil.example/?to={{link}}</p>", /^1:1 {{link}} must have spaces around it/],
      ["<p>https://evil.example/?to=<b>{{link}}</b></p>", /^1:1 {{link}} must have spaces around it/],
      ["<p>{{link}}.evil.example</p>", /^1:1 {{link}} must have spaces around it/]
    ]
    for (const [source, reason] of sources) {
      const mistakes = beside(source)
      assert.lengthOf(mistakes, 1, source)
      assert.match(mistakes[0] ?? "", reason, source)
    }
  })
})

describe("Tags that a browser leaves out", () => {
  it.each([
    `https://evil.example/?<td>{{link}} ${button}</td>`,
    `<td>https://evil.example/?</td><td>{{link}} ${button}</td>`
  ])("do not hide what is attached to the link: %s", (source) => {
    assert.include(mistakesIn(source).join(), "{{link}} must have spaces around it")
  })
})

describe("The HTML of a custom email", () => {
  it("may have what shows text", () => {
    const source = `<h1 style="font-size:20px; color: rgb(1, 2, 3)">Hello</h1>
<table role="presentation" width="100%" cellpadding="0"><tbody><tr><td align="center" bgcolor="#ffffff">${button}</td></tr></tbody></table>
<ul><li>One</li></ul><p dir="rtl" lang="ar">&copy; <bdi>x</bdi><br><a href="https://example.com/?a=1&amp;b=2">Site</a></p>`
    assert.strictEqual(
      bodyFrom(source).replaceAll(link.replace("&", "&amp;"), "{{link}}"),
      source.replace("&copy;", "©")
    )
  })

  it("may have no element or attribute that runs, loads or sends something", () => {
    const sources: ReadonlyArray<readonly [source: string, mistake: string]> = [
      ["<script>alert(1)</script>", "2:1 <script> is not allowed"],
      ["<style>p{background:url(//evil.example)}</style>", "2:1 <style> is not allowed"],
      ['<form action="https://evil.example"><input></form>', "2:1 <form> is not allowed"],
      ['<iframe src="https://evil.example"></iframe>', "2:1 <iframe> is not allowed"],
      ["<svg><a href='javascript:alert(1)'></a></svg>", "2:1 <svg> is not allowed"],
      ['<meta http-equiv="refresh" content="0">', "2:1 <meta> is not allowed"],
      ['<link rel="stylesheet" href="https://evil.example">', "2:1 <link> is not allowed"],
      ['<base href="https://evil.example">', "2:1 <base> is not allowed"],
      ["<template><p></p></template>", "2:1 <template> is not allowed"],
      ['<p onclick="alert(1)">x</p>', "2:4 the attribute onclick is not allowed on <p>"],
      ['<p id="x">x</p>', "2:4 the attribute id is not allowed on <p>"],
      ['<p {{instanceName}}="x">x</p>', "2:4 the attribute {{instancename}} is not allowed on <p>"],
      [
        '<img src="https://evil.example/pixel.gif">',
        '2:6 the only image that is allowed is the logo: src="{{logoUrl}}"'
      ],
      ['<img src="{{logoUrl}}" srcset="https://evil.example">', "2:24 the attribute srcset is not allowed on <img>"],
      ["<!-- [if mso]> -->", "2:1 comments and declarations are not allowed"]
    ]
    for (const [source, mistake] of sources) assert.strictEqual(beside(source)[0], mistake)
  })

  it("has links to https and to email addresses only", () => {
    const refused = [
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      "java\nscript:x",
      "&#106;avascript:x",
      "data:text/html,x",
      "http://example.com",
      "//evil.example",
      "/path",
      "",
      " https://example.com"
    ]
    for (const href of refused)
      assert.match(beside(`<a href="${href}">x</a>`)[0] ?? "", /^2:4 a link must lead to/, href)
    for (const href of ["https://example.com/x?y#z", "mailto:help@example.com", "{{signInUrl}}", "{{ supportUrl }}"]) {
      assert.deepStrictEqual(beside(`<a href="${href}">x</a>`), [], href)
    }
  })

  it("has styles that load nothing", () => {
    const refused = [
      "background:url(https://evil.example)",
      "background:u\\72l(x)",
      "position:fixed",
      "width:expression(alert(1))",
      "color:red;background-image:none",
      "color",
      "@import x",
      "color:re/**/d",
      "behavior:x",
      "color:var(--x)"
    ]
    for (const style of refused)
      assert.match(beside(`<p style="${style}">x</p>`)[0] ?? "", /^2:4 the (style|value)/, style)
    for (const style of [
      "",
      "color:red;",
      "background:{{accentColor}};color:{{accentTextColor}}",
      "font:16px/1.5 system-ui,sans-serif",
      "margin:0 auto !important"
    ]) {
      assert.deepStrictEqual(beside(`<p style="${style}">x</p>`), [], style)
    }
  })

  it("has classes with colors of the dark mode, and the color of the instance as a background", () => {
    const source = '<p class="soft line">x</p><table bgcolor="{{accentColor}}"></table>'
    assert.deepStrictEqual(beside(source), [])
    assert.include(bodyFrom(`${source}${button}`), '<p class="soft line">x</p><table bgcolor="#123456"></table>')
    assert.deepStrictEqual(beside('<p class="soft card">x</p>'), ["2:4 the classes are soft, set-apart, line"])
    assert.deepStrictEqual(beside('<table bgcolor="x{{accentColor}}"></table>'), [
      "2:8 {{accentColor}} is not allowed here"
    ])
  })

  it("isolates names for programs that drop <bdi>, and shows operators no invisible characters", () => {
    const source = `<p><bdi dir="ltr">Ada</bdi></p>${button}`
    assert.include(Either.getOrThrow(render(source)), '<bdi dir="ltr">\u2068Ada\u2069</bdi>')
    assert.include(bodyFrom(source), '<bdi dir="ltr">Ada</bdi>')
  })

  it("is closed and nested properly", () => {
    const sources: ReadonlyArray<readonly [source: string, mistake: RegExp]> = [
      ["<p>x", /^2:1 <p> is not closed/],
      ["<b>x", /^2:1 <b> is not closed/],
      ["<p", /eof in tag/],
      ['<p title="x>y</p>', /eof in tag/],
      ["x</b>", /closing tag without its opening tag/],
      ["<html><body><p>x</p></body></html>", /write only what is inside <body>/],
      [`${"<div>".repeat(60)}x${"</div>".repeat(60)}`, /nested too deeply/]
    ]
    for (const [source, mistake] of sources) assert.match(beside(source).join("\n"), mistake, source)
  })

  it("has placeholders of the email only, and names the place of others", () => {
    assert.deepStrictEqual(beside("<p>Hi\n  {{firstName}}</p>"), ["3:3 there is no {{firstName}} in this email"])
    assert.deepStrictEqual(beside("<p>{{link</p>"), [
      "2:4 two braces must begin a placeholder such as {{instanceName}}"
    ])
    assert.deepStrictEqual(beside("<p>{{logoUrl}}</p>"), ["2:4 {{logoUrl}} is not allowed here"])
    assert.deepStrictEqual(beside("<p>{{toString}} {{constructor}}</p>"), [
      "2:4 there is no {{toString}} in this email",
      "2:17 there is no {{constructor}} in this email"
    ])
  })

  it("is checked in less than a second, also if it is made to be slow", () => {
    const sources = [
      "<b>",
      "<a>",
      "<table>",
      "<p><b>",
      "</p>",
      "<!--",
      "{{",
      "<a href='{{link}}'>",
      "&",
      '<p a="',
      "<div title={{link}} "
    ]
    for (const source of sources) {
      // Of the processor: other programs may be running.
      const start = process.cpuUsage()
      assert.isNotEmpty(mistakesIn(source.repeat(50_000 / source.length)), source)
      const { system, user } = process.cpuUsage(start)
      assert.isBelow(user + system, 1_000_000, source)
    }
  })

  it("is read by browsers as it was written: what is rendered has the same tree", () => {
    const text = FastCheck.constantFrom("x", "<", "&amp;", "{{instanceName}}", " ", "&lt;script&gt;", "'\"")
    const tree = FastCheck.letrec((tie) => ({
      node: FastCheck.oneof({ maxDepth: 4 }, text, tie("element")),
      element: FastCheck.tuple(
        FastCheck.constantFrom("p", "b", "div", "table", "td", "li", "a", "center"),
        FastCheck.array(tie("node"), { maxLength: 4 })
      ).map(([name, children]) => `<${name}>${children.join("")}</${name}>`)
    })).node
    FastCheck.assert(
      FastCheck.property(FastCheck.array(tree, { maxLength: 4 }), (nodes) => {
        const rendered = render(`${button}${nodes.join("")}`)
        if (Either.isLeft(rendered)) return
        const found: Array<string> = []
        const visit = (node: object): void => {
          if ("tagName" in node) found.push(String(node.tagName))
          if ("childNodes" in node) for (const child of node.childNodes as ReadonlyArray<object>) visit(child)
        }
        visit(parse(rendered.right))
        assert.notInclude(found, "script")
      }),
      { numRuns: 300 }
    )
  })
})
