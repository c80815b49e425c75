import { assert, describe, it } from "@effect/vitest"
import { type MagicLinkEmail, MagicLinkTemplate } from "@latchkey/domain/magic-link/MagicLinkTemplate"
import * as PlainEmailTemplates from "@latchkey/memory/PlainEmailTemplates"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"

const email: MagicLinkEmail = {
  instanceName: "Latchkey",
  accentColor: null,
  host: "auth.example.com",
  verifyUrl: "https://auth.example.com/v1/auth/magic-link/verify?token=abc",
  lifetimeMinutes: 15,
  requestedAt: DateTime.unsafeMake(0),
  expiresAt: DateTime.unsafeMake(900_000)
}

const rendered = (fields: Partial<MagicLinkEmail>) =>
  Effect.map(MagicLinkTemplate, ({ render }) => render({ ...email, ...fields })).pipe(
    Effect.provide(PlainEmailTemplates.layer)
  )

describe("PlainEmailTemplates", () => {
  it.effect("writes the name of the instance, the link and its lifetime, as text and as HTML", () =>
    Effect.gen(function* () {
      const { html, subject, text } = yield* rendered({})
      assert.strictEqual(subject, "Sign in to Latchkey")
      assert.strictEqual(text, `Sign in to Latchkey:\n\n${email.verifyUrl}\n\nThe link works for 15 minutes.\n`)
      assert.include(html, `<a href="${email.verifyUrl}">Sign in to Latchkey</a>`)
      assert.include(html, "15 minutes")
    })
  )

  it.effect("escapes every value in the HTML", () =>
    Effect.gen(function* () {
      const { html, text } = yield* rendered({
        instanceName: `<b>"A" & 'B'</b>`,
        verifyUrl: `https://a.example/?a="&b='`
      })
      assert.include(html, `<a href="https://a.example/?a=&#34;&#38;b=&#39;">`)
      assert.include(html, "Sign in to &#60;b&#62;&#34;A&#34; &#38; &#39;B&#39;&#60;/b&#62;</a>")
      assert.include(text, `<b>"A" & 'B'</b>`)
    })
  )
})
