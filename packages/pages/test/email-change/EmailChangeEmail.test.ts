import { english } from "@latchkey/pages/language/Catalogues"
import { defaultBranding } from "@latchkey/domain/instance/Branding"
import { EmailChangeTemplate } from "@latchkey/domain/email-change/EmailChangeTemplate"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { assert, describe, it } from "vitest"
import * as EmailChangeEmail from "../../src/email-change/EmailChangeEmail.ts"
import * as EmailTemplates from "../../src/EmailTemplates.ts"
import { visible } from "../support/visible.ts"

const token = `${"aZ0_-".repeat(8)}AAA`
const confirmUrl = `https://auth.example.com/confirm-email?token=${token}`
const restoreUrl = `https://auth.example.com/restore-email?token=${token}`
const common = {
  language: english.language,
  instanceName: "Bakery",
  branding: defaultBranding,
  host: "auth.example.com"
}

const email = {
  ...common,
  userAgent: Option.none(),
  confirmUrl,
  lifetimeMinutes: 15,
  requestedAt: DateTime.unsafeMake("2026-03-05T13:59:58Z"),
  expiresAt: DateTime.unsafeMake("2026-03-05T14:14:58Z")
}
const changed = {
  ...common,
  restoreUrl,
  lifetimeDays: 7,
  userAgent: Option.some("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"),
  changedAt: DateTime.unsafeMake("2026-03-05T13:59:58Z"),
  expiresAt: DateTime.unsafeMake("2026-03-12T13:59:58Z")
}

describe("EmailChangeEmail.render", () => {
  const { html, subject, text } = EmailChangeEmail.render(english, email)

  it("says what the link is for, its limits, where to open it, and what to do with an unexpected email", () => {
    assert.strictEqual(subject, "Confirm your new email address")
    assert.strictEqual(
      text,
      `Use this link to confirm your new email address at Bakery (auth.example.com). It works once and expires in 15 minutes.

${confirmUrl}

It was requested on March 5, 2026 at 13:59 UTC. Open it in a browser where you're signed in. Didn't request it? Ignore this email and don't share the link. Nothing will change.
`
    )
    assert.include(visible(html), "Nothing will change.")
  })

  it("has the link as a button and to copy, and no other link", () => {
    assert.strictEqual(html.split(`<a href="${confirmUrl}"`).length - 1, 2)
    assert.strictEqual(html.split("://").length - 1, 3)
  })
})

describe("EmailChangeEmail.renderChanged", () => {
  const { html, subject, text } = EmailChangeEmail.renderChanged(english, changed)

  it("says what happened, on which device, and how to undo it", () => {
    assert.strictEqual(subject, "Your email address was changed")
    assert.strictEqual(
      text,
      `Someone changed the email address of your account. If it wasn't you, use this link to restore this one at Bakery (auth.example.com). It works once and expires in 7 days.

${restoreUrl}

It was changed on March 5, 2026 at 13:59 UTC, on this device: Firefox on Linux. Was it you? Then you don't need to do anything. Don't share the link.
`
    )
  })

  it("has a button that says what it does", () => {
    assert.include(visible(html), "Restore this email address")
    assert.strictEqual(html.split(`<a href="${restoreUrl}"`).length - 1, 2)
  })

  it("names no device without one", () => {
    assert.notInclude(EmailChangeEmail.renderChanged(english, { ...changed, userAgent: Option.none() }).text, "device")
  })
})

describe("EmailChangeEmail.layer", () => {
  it("escapes every value", () => {
    const instanceName = "<b>Bakery</b>"
    assert.notInclude(EmailChangeEmail.render(english, { ...email, instanceName }).html, "<b>Bakery")
    const userAgent = Option.some("<b>x</b>/1.0 (<b>)")
    assert.notInclude(EmailChangeEmail.renderChanged(english, { ...changed, instanceName, userAgent }).html, "<b>")
  })

  it("is among the templates of all emails", async () => {
    const template = await Effect.runPromise(Effect.provide(EmailChangeTemplate, EmailTemplates.layer))
    assert.deepStrictEqual(template.render(email), EmailChangeEmail.render(english, email))
    assert.deepStrictEqual(template.renderChanged(changed), EmailChangeEmail.renderChanged(english, changed))
  })
})
