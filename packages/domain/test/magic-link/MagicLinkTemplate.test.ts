import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Domain from "@latchkey/domain/Domain"
import { MagicLinkDispatcher } from "@latchkey/domain/magic-link/MagicLinkDispatcher"
import { compose, MagicLinkTemplate } from "@latchkey/domain/magic-link/MagicLinkTemplate"
import { Sent } from "@latchkey/memory/MemoryMailer"
import { ann, ports } from "../support.ts"
import * as Browser from "../support/Browser.ts"

const verifyUrl = `https://auth.example.com/v1/auth/magic-link/verify?token=${"aZ0_-".repeat(8)}AAA`

const input = { instanceName: "Bakery", host: "auth.example.com", verifyUrl, minutes: 15 }

const count = (text: string, part: string) => text.split(part).length - 1

/** What a reader sees of the HTML. */
const visible = (html: string) => html.replace(/<(title|style)[\s\S]*?<\/\1>|<[^>]*>/g, " ").replace(/\s+/g, " ")

describe("The mail with a link", () => {
  const { html, subject, text } = compose(input)

  it("says in the subject what it is for", () => assert.strictEqual(subject, "Sign in to Bakery"))

  it("holds the exact link, in the text on a line of its own and in the HTML to click and to copy", () => {
    assert.strictEqual(count(text, verifyUrl), 1)
    assert.include(text.split("\n"), verifyUrl)
    assert.strictEqual(count(html, `<a href="${verifyUrl}"`), 2)
    assert.include(html, `>${verifyUrl}</a>`)
  })

  it("holds no other link, image or script", () => {
    assert.strictEqual(count(text, "://"), 1)
    assert.strictEqual(count(html, "://"), 3)
    assert.notMatch(html, /<(img|script|link|iframe|form)\b/)
  })

  for (const [form, words] of [
    ["text", text],
    ["HTML", visible(html)]
  ] as const) {
    it(`says in the ${form} where it leads, how long and how often it works, and what else to do`, () => {
      assert.include(words, "Bakery")
      assert.include(words, "(auth.example.com)")
      assert.include(words, "15 minutes")
      assert.include(words, "once")
      assert.match(words, /If it was not you, do nothing/)
    })
  }

  it("says the minutes that it was given", () => {
    const shorter = compose({ ...input, minutes: 5 })
    assert.include(shorter.text, "within 5 minutes")
    assert.include(shorter.html, "within 5 minutes")
  })

  it("escapes the name of the instance in the HTML, and only there", () => {
    const name = `<script>alert("1")</script> & 'Sons'`
    const escaped = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;Sons&#39;"
    const mail = compose({ ...input, instanceName: name })
    assert.notInclude(mail.html, "<script")
    assert.notInclude(mail.html, "'Sons'")
    assert.strictEqual(count(mail.html, escaped), count(html, "Bakery"))
    assert.include(mail.text, name)
    assert.strictEqual(mail.subject, `Sign in to ${name}`)
  })

  it("escapes host and link in the HTML", () => {
    const mail = compose({ ...input, host: `<b>"`, verifyUrl: `https://auth.example.com/"><b>&` })
    assert.notInclude(mail.html, "<b>")
    assert.strictEqual(count(mail.html, "https://auth.example.com/&quot;&gt;&lt;b&gt;&amp;"), 3)
  })
})

describe("Words of one's own", () => {
  const brief = MagicLinkTemplate.of({
    compose: ({ instanceName, minutes, verifyUrl }) => ({
      subject: `${instanceName}!`,
      text: `${minutes} ${verifyUrl}`,
      html: ""
    })
  })
  const layer = Domain.layer.pipe(Layer.provide(Layer.succeed(MagicLinkTemplate, brief)), Layer.provideMerge(ports))

  it.effect("take the place of the template", () =>
    Effect.gen(function* () {
      yield* (yield* Browser.make).askForLink(ann)
      yield* (yield* MagicLinkDispatcher).dispatch
      const [mail] = yield* (yield* Sent).sent
      assert.deepInclude(mail, { to: ann, subject: "Latchkey!", html: "" })
      assert.match(mail?.text ?? "", /^15 https:\/\/auth\.example\.com\/v1\/auth\/magic-link\/verify\?token=[\w-]{43}$/)
    }).pipe(Effect.provide(layer))
  )
})
