import { english } from "@latchkey/pages/language/Catalogues"
import { defaultBranding } from "@latchkey/domain/instance/Branding"
import { MagicLinkTemplate } from "@latchkey/domain/magic-link/MagicLinkTemplate"
import { SignInCode } from "@latchkey/domain/magic-link/SignInCode"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { assert, describe, it } from "vitest"
import * as MagicLinkEmail from "../../src/magic-link/MagicLinkEmail.ts"
import { visible } from "../support/visible.ts"

const verifyUrl = `https://auth.example.com/v1/auth/magic-link/verify?token=${"aZ0_-".repeat(8)}AAA`

const email = {
  language: english.language,
  userAgent: Option.none(),
  instanceName: "Bakery",
  branding: defaultBranding,
  host: "auth.example.com",
  verifyUrl,
  lifetimeMinutes: 15,
  requestedAt: DateTime.unsafeMake("2026-03-05T13:59:58Z"),
  expiresAt: DateTime.unsafeMake("2026-03-05T14:15:00Z")
}

const count = (text: string, part: string) => text.split(part).length - 1

describe("MagicLinkEmail", () => {
  const { html, subject, text } = MagicLinkEmail.render(english, email)

  it("names the instance in the subject", () => assert.strictEqual(subject, "Your sign-in link for Bakery"))

  it("contains the exact link: on its own line in the text, as a button and to copy in the HTML", () => {
    assert.strictEqual(count(text, verifyUrl), 1)
    assert.include(text.split("\n"), verifyUrl)
    assert.strictEqual(count(html, `<a href="${verifyUrl}"`), 2)
    assert.include(html, `>${verifyUrl}</a>`)
  })

  it("contains no other link, no image and no script", () => {
    assert.strictEqual(count(text, "://"), 1)
    assert.strictEqual(count(html, "://"), 3)
    assert.notMatch(html, /<(img|script|link|iframe|form)\b/)
  })

  for (const [form, content] of [
    ["text", text],
    ["HTML", visible(html)]
  ] as const) {
    it(`says in the ${form} when the link was requested`, () => {
      assert.include(content, "was requested on March 5, 2026 at 13:59 UTC. It works once")
    })

    it(`says in the ${form} what the link is for, its limits, and what to do with an unrequested email`, () => {
      assert.include(content, "This sign-in link for Bakery (auth.example.com) was requested on ")
      assert.include(content, "It works once and expires in 15 minutes.")
      assert.include(content, "Didn't request this? Ignore this email and don't share the link.")
    })
  }

  describe("with a code", () => {
    const code = { digits: SignInCode.make("042817"), lifetimeMinutes: 10 }
    const withCode = MagicLinkEmail.render(english, { ...email, code })

    it("contains it once, on its own line in the text and in its own paragraph, where devices recognize it", () => {
      assert.strictEqual(count(withCode.text, "042817"), 1)
      assert.include(withCode.text.split("\n"), "042817")
      assert.strictEqual(count(withCode.html, "042817"), 1)
      assert.match(withCode.html, /<p [^>]*>042817<\/p>/)
      assert.notInclude(withCode.subject, "042817")
    })

    for (const [form, content] of [
      ["text", withCode.text],
      ["HTML", visible(withCode.html)]
    ] as const) {
      it(`says in the ${form} where to type it and how long it works, and not to share it`, () => {
        assert.include(
          content,
          "Or type this code where you requested the link. It expires 10 minutes after your request."
        )
        assert.include(content, "Don't share the link or the code with anyone.")
      })
    }
  })

  it("has a button in the color of the instance, with readable text", () => {
    assert.include(html, "background-color:#1f5eff;color:#ffffff;")
    const branding = { ...defaultBranding, accentColor: "#ffe600" }
    const yellow = MagicLinkEmail.render(english, { ...email, branding })
    assert.include(yellow.html, "background-color:#ffe600;color:#000000;")
  })

  it("takes the lifetime from its input", () => {
    const shorter = MagicLinkEmail.render(english, { ...email, lifetimeMinutes: 5 })
    assert.include(shorter.text, "expires in 5 minutes")
    assert.include(shorter.html, "expires in 5 minutes")
  })

  it("escapes the name of the instance in the HTML only", () => {
    const name = `<script>alert("1")</script> & 'Sons'`
    const escaped = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;Sons&#39;"
    const hostile = MagicLinkEmail.render(english, { ...email, instanceName: name })
    assert.notInclude(hostile.html, "<script")
    assert.notInclude(hostile.html, "'Sons'")
    assert.strictEqual(count(hostile.html, escaped), count(html, "Bakery"))
    assert.include(hostile.text, name)
    assert.strictEqual(hostile.subject, `Your sign-in link for ${name}`)
  })

  it("escapes host and link in the HTML", () => {
    const hostile = MagicLinkEmail.render(english, {
      ...email,
      host: `<b>"`,
      verifyUrl: `https://auth.example.com/"><b>&`
    })
    assert.notInclude(hostile.html, "<b>")
    assert.strictEqual(count(hostile.html, "https://auth.example.com/&quot;&gt;&lt;b&gt;&amp;"), 3)
  })

  it("is the template that its layer provides", async () => {
    const template = await Effect.runPromise(Effect.provide(MagicLinkTemplate, MagicLinkEmail.layer))
    assert.deepStrictEqual(template.render(email), { subject, text, html })
  })
})
