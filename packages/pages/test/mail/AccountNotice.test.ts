import { english } from "@latchkey/pages/language/Catalogues"
import { defaultBranding } from "@latchkey/domain/instance/Branding"
import { type AccountNoticeEmail, AccountNoticeTemplate } from "@latchkey/domain/mail/AccountNoticeTemplate"
import { accountChanges } from "@latchkey/domain/rooms"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { assert, describe, it } from "vitest"
import * as AccountNotice from "../../src/mail/AccountNotice.ts"
import * as EmailTemplates from "../../src/EmailTemplates.ts"
import { visible } from "../support/visible.ts"

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"

const email: AccountNoticeEmail = {
  change: accountChanges.password_changed,
  language: english.language,
  instanceName: "Bakery",
  host: "auth.example.com",
  signInUrl: "https://auth.example.com/sign-in",
  forgotPasswordUrl: "https://auth.example.com/forgot-password",
  hasLinks: true,
  hasPasswords: true,
  branding: defaultBranding,
  deletionAt: Option.none<DateTime.Utc>(),
  userAgent: Option.some(firefox),
  changedAt: DateTime.unsafeMake("2026-03-05T13:59:58Z")
}

describe("AccountNotice", () => {
  it("says what happened, when, on which device, and what to do if it was not the user", () => {
    const { html, subject, text } = AccountNotice.render(english, email)
    assert.strictEqual(subject, "The password of your Bakery account was changed")
    assert.strictEqual(
      text,
      `The password of your account at Bakery (auth.example.com) was changed on March 5, 2026 at 13:59 UTC, on this device: Firefox on Linux. Every other device was signed out.

Wasn't this you? Set a new password now:

https://auth.example.com/forgot-password

You're receiving this email because it's about the security of your account.
`
    )
    assert.strictEqual(
      visible(html),
      `Bakery ${subject} ${text.replace(/\s+/g, " ").trim()}`.replace(
        "now: ",
        "now: Set a new password Or copy this address into your browser:"
      )
    )
  })

  for (const change of Object.values(accountChanges)) {
    it(`says the same as text and as HTML, with a link as a button and to copy, without a token: ${change}`, () => {
      const { html, subject, text } = AccountNotice.render(english, { ...email, change, userAgent: Option.none() })
      assert.include(subject, "Bakery")
      for (const paragraph of text.trim().split(/\n\n/)) assert.include(visible(html), paragraph)
      const isAboutSignIn = [
        "sessions_revoked",
        "failed_sign_ins",
        "deletion_scheduled",
        "email_restored",
        "second_factor_reset",
        "passkeys_reset"
      ].includes(change.name)
      const url = isAboutSignIn ? email.signInUrl : email.forgotPasswordUrl
      assert.deepStrictEqual(text.match(/https?:\S+/g), [url])
      assert.deepStrictEqual(html.match(/href="[^"]*"/g), [`href="${url}"`, `href="${url}"`])
      assert.notInclude(text, "device:")
    })
  }

  it("names the support of the instance if an operator revoked the sessions", () => {
    const textOf = (supportUrl: string | null) =>
      AccountNotice.render(english, {
        ...email,
        change: accountChanges.sessions_revoked,
        branding: { ...defaultBranding, supportUrl }
      }).text
    assert.include(textOf("mailto:help@example.com"), "\nAny questions? Contact Bakery: help@example.com\n")
    assert.include(textOf("https://example.com/help"), "\nAny questions? Contact Bakery: https://example.com/help\n")
    assert.include(textOf(null), "\nAny questions? Contact Bakery.\n")
  })

  it("leads to the support of the instance, not to a new password, if an operator revoked the sessions", () => {
    const { text } = AccountNotice.render(english, {
      ...email,
      change: accountChanges.sessions_revoked,
      userAgent: Option.none()
    })
    assert.include(text, " on March 5, 2026 at 13:59 UTC. To continue, sign in again.\n")
    assert.include(text, "\nAny questions? Contact Bakery.\n")
    assert.notInclude(text, "password")
  })

  it("leads to the support of the instance, not to a new password, if the address has no account any more", () => {
    const { text } = AccountNotice.render(english, {
      ...email,
      change: accountChanges.email_restored,
      userAgent: Option.none()
    })
    assert.strictEqual(
      text,
      `The former email address of your account at Bakery (auth.example.com) was restored on March 5, 2026 at 13:59 UTC. The account no longer uses the address that this email went to. Both addresses have been restored before, so there's no link to change it back.

Wasn't this you? Contact Bakery.

https://auth.example.com/sign-in

You're receiving this email because it's about the security of your account.
`
    )
  })

  it("says how to sign in on a new device after too many failed sign-ins: with a link, or with a new password", () => {
    const failed = { ...email, change: accountChanges.failed_sign_ins, userAgent: Option.none() }
    assert.strictEqual(
      AccountNotice.render(english, failed).text,
      `As of March 5, 2026 at 13:59 UTC, at least 100 sign-ins in a row to your account at Bakery (auth.example.com) have failed. To protect your account, your password no longer works on new devices. Devices that you have signed in on before aren't affected.

Signing in on a new device? On the sign-in page, choose "Email me a sign-in link". After that, your password works everywhere again.

https://auth.example.com/sign-in

You're receiving this email because it's about the security of your account.
`
    )
    assert.include(
      AccountNotice.render(english, { ...failed, hasLinks: false }).text,
      "\nSigning in on a new device? Set a new password:\n\nhttps://auth.example.com/forgot-password\n"
    )
  })

  it("says when the account will be deleted, and how to keep it", () => {
    const deletionAt = Option.some(DateTime.unsafeMake("2026-03-12T13:59:58Z"))
    const { subject, text } = AccountNotice.render(english, {
      ...email,
      change: accountChanges.deletion_scheduled,
      deletionAt
    })
    assert.strictEqual(subject, "Your Bakery account will be deleted")
    assert.strictEqual(
      text,
      `You asked us to delete your account at Bakery (auth.example.com) on March 5, 2026 at 13:59 UTC, on this device: Firefox on Linux. We delete it on March 12, 2026 at 13:59 UTC. After that, you can't get it back. Every other device was signed out.

Changed your mind, or wasn't this you? Sign in, and choose "Keep my account". If it wasn't you, set a new password, too:

https://auth.example.com/sign-in

You're receiving this email because it's about the security of your account.
`
    )
  })

  it("escapes every value in the HTML", () => {
    const hostile = `<b>"'&`
    const { html } = AccountNotice.render(english, {
      ...email,
      instanceName: hostile,
      host: hostile,
      forgotPasswordUrl: hostile,
      branding: { ...defaultBranding, supportUrl: hostile },
      userAgent: Option.some(hostile)
    })
    assert.notInclude(html, "<b>")
    assert.include(html, "&lt;b&gt;&quot;&#39;&amp;")
  })

  it("is among the templates of all emails", async () => {
    const { render } = await Effect.runPromise(Effect.provide(AccountNoticeTemplate, EmailTemplates.layer))
    assert.deepStrictEqual(render(email), AccountNotice.render(english, email))
  })
})
