import { english } from "@latchkey/pages/language/Catalogues"
import { defaultBranding } from "@latchkey/domain/instance/Branding"
import { PendingSignUpTemplate } from "@latchkey/domain/pending-sign-up/PendingSignUpTemplate"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { assert, describe, it } from "vitest"
import * as EmailTemplates from "../../src/EmailTemplates.ts"
import * as PendingSignUpEmail from "../../src/pending-sign-up/PendingSignUpEmail.ts"
import { visible } from "../support/visible.ts"

const verifyUrl = `https://auth.example.com/sign-up/verify?token=${"aZ0_-".repeat(8)}AAA`
const signInUrl = "https://auth.example.com/sign-in"
const forgotPasswordUrl = "https://auth.example.com/forgot-password"

const common = {
  language: english.language,
  userAgent: Option.none(),
  instanceName: "Bakery",
  branding: defaultBranding,
  host: "auth.example.com",
  requestedAt: DateTime.unsafeMake("2026-03-05T13:59:58Z")
}
const linkEmail = {
  ...common,
  verifyUrl,
  lifetimeMinutes: 60,
  expiresAt: DateTime.unsafeMake("2026-03-05T14:59:58Z")
}
const existing = { ...common, signInUrl, forgotPasswordUrl }

describe("The email with the link of a sign-up", () => {
  const { html, subject, text } = PendingSignUpEmail.renderLink(english, linkEmail)

  it("says what the link is for, its limits, and what to do with an unexpected email", () => {
    assert.strictEqual(subject, "Complete your sign-up for Bakery")
    assert.strictEqual(
      text,
      `Use this link to create your account at Bakery (auth.example.com). It works once and expires in 60 minutes.

${verifyUrl}

Someone signed up with this email address on March 5, 2026 at 13:59 UTC. Wasn't it you? Ignore this email and don't share the link. Without it, no account is created.
`
    )
    for (const paragraph of [text.split("\n")[0] ?? "", "Without it, no account is created."]) {
      assert.include(visible(html), paragraph)
    }
  })

  it("has the link as a button and to copy, and no other link", () => {
    assert.strictEqual(html.split(`<a href="${verifyUrl}"`).length - 1, 2)
    assert.strictEqual(html.split("://").length - 1, 3)
  })
})

describe("The email to the owner of an account", () => {
  const { html, subject, text } = PendingSignUpEmail.renderExistingAccount(english, existing)

  it("says that there is an account, how to sign in, and that nothing has changed", () => {
    assert.strictEqual(subject, "You already have an account for Bakery")
    assert.strictEqual(
      text,
      `Someone, maybe you, tried to sign up with this email address on March 5, 2026 at 13:59 UTC. You already have an account at Bakery (auth.example.com). Sign in instead:

${signInUrl}

Forgot your password? Set a new one:

${forgotPasswordUrl}

Wasn't it you? You don't have to do anything. Nothing has changed.
`
    )
    for (const paragraph of text.split("\n\n")) assert.include(visible(html), paragraph.trim())
  })

  it("has the sign-in page as a button, both pages as links to copy, and no token", () => {
    assert.deepStrictEqual(
      [...html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url),
      [signInUrl, signInUrl, forgotPasswordUrl]
    )
    assert.notInclude(html + text, "token")
  })
})

describe("Both emails", () => {
  it("escape the name of the instance", () => {
    const instanceName = "<b>Bakery</b>"
    const hostile = [
      PendingSignUpEmail.renderLink(english, { ...linkEmail, instanceName }),
      PendingSignUpEmail.renderExistingAccount(english, { ...existing, instanceName })
    ]
    for (const { html } of hostile) assert.notInclude(html, "<b>Bakery")
  })

  it("are among the templates of all emails", async () => {
    const template = await Effect.runPromise(Effect.provide(PendingSignUpTemplate, EmailTemplates.layer))
    assert.deepStrictEqual(template.renderLink(linkEmail), PendingSignUpEmail.renderLink(english, linkEmail))
    assert.deepStrictEqual(
      template.renderExistingAccount(existing),
      PendingSignUpEmail.renderExistingAccount(english, existing)
    )
  })
})
