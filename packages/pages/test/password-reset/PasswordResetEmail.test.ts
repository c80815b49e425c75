import { english } from "@latchkey/pages/language/Catalogues"
import { defaultBranding } from "@latchkey/domain/instance/Branding"
import { PasswordResetTemplate } from "@latchkey/domain/password-reset/PasswordResetTemplate"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { assert, describe, it } from "vitest"
import * as EmailTemplates from "../../src/EmailTemplates.ts"
import * as PasswordResetEmail from "../../src/password-reset/PasswordResetEmail.ts"
import { visible } from "../support/visible.ts"

const resetUrl = `https://auth.example.com/reset-password?token=${"aZ0_-".repeat(8)}AAA`

const email = {
  language: english.language,
  userAgent: Option.none(),
  instanceName: "Bakery",
  branding: defaultBranding,
  host: "auth.example.com",
  resetUrl,
  lifetimeMinutes: 15,
  requestedAt: DateTime.unsafeMake("2026-03-05T13:59:58Z"),
  expiresAt: DateTime.unsafeMake("2026-03-05T14:15:00Z")
}

describe("PasswordResetEmail", () => {
  const { html, subject, text } = PasswordResetEmail.render(english, email)

  it("says what the link is for, its limits, and what to do with an unrequested email", () => {
    assert.strictEqual(subject, "Set a new password for Bakery")
    assert.strictEqual(
      text,
      `Use this link to set a new password for your account at Bakery (auth.example.com). It works once and expires in 15 minutes.

${resetUrl}

It was requested on March 5, 2026 at 13:59 UTC. Didn't request this? Ignore this email and don't share the link. Your password stays as it is.
`
    )
    for (const paragraph of [text.split("\n")[0] ?? "", "Your password stays as it is."]) {
      assert.include(visible(html), paragraph)
    }
  })

  it("has the link as a button and to copy, and no other link", () => {
    assert.strictEqual(html.split(`<a href="${resetUrl}"`).length - 1, 2)
    assert.strictEqual(html.split("://").length - 1, 3)
  })

  it("is among the templates of all emails", async () => {
    const { render } = await Effect.runPromise(Effect.provide(PasswordResetTemplate, EmailTemplates.layer))
    assert.deepStrictEqual(render(email), { subject, text, html })
  })
})
