import { english } from "@latchkey/pages/language/Catalogues"
import { defaultBranding } from "@latchkey/domain/instance/Branding"
import { InvitationTemplate } from "@latchkey/domain/invitation/InvitationTemplate"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import * as InvitationEmail from "../../src/invitation/InvitationEmail.ts"
import * as EmailTemplates from "../../src/EmailTemplates.ts"
import { visible } from "../support/visible.ts"

const invitationUrl = `https://auth.example.com/invitation?token=${"aZ0_-".repeat(8)}AAA`

const email = {
  language: english.language,
  instanceName: "Bakery",
  branding: defaultBranding,
  host: "auth.example.com",
  invitationUrl,
  lifetimeDays: 7,
  invitedAt: DateTime.unsafeMake("2026-03-05T13:59:58Z"),
  expiresAt: DateTime.unsafeMake("2026-03-12T13:59:58Z")
}

describe("InvitationEmail", () => {
  const { html, subject, text } = InvitationEmail.render(english, email)

  it("says what the link is for, its limits, and what to do with an unexpected email", () => {
    assert.strictEqual(subject, "Your invitation to Bakery")
    assert.strictEqual(
      text,
      `You're invited. Use this link to create your account at Bakery (auth.example.com). It works once and expires in 7 days.

${invitationUrl}

An administrator invited you on March 5, 2026 at 13:59 UTC. Not expecting this? Ignore this email and don't share the link. Without it, no account is created.
`
    )
    for (const paragraph of [text.split("\n")[0] ?? "", "Without it, no account is created."]) {
      assert.include(visible(html), paragraph)
    }
  })

  it("has the link as a button and to copy, and no other link", () => {
    assert.strictEqual(html.split(`<a href="${invitationUrl}"`).length - 1, 2)
    assert.strictEqual(html.split("://").length - 1, 3)
  })

  it("escapes the name of the instance", () => {
    const hostile = InvitationEmail.render(english, { ...email, instanceName: "<b>Bakery</b>" })
    assert.notInclude(hostile.html, "<b>Bakery")
  })

  it("is among the templates of all emails", async () => {
    const { render } = await Effect.runPromise(Effect.provide(InvitationTemplate, EmailTemplates.layer))
    assert.deepStrictEqual(render(email), { subject, text, html })
  })
})
