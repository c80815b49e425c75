import { defaultBranding } from "@latchkey/domain/instance/Branding"
import { english } from "@latchkey/domain/language/Language"
import { InvitationTemplate } from "@latchkey/domain/invitation/InvitationTemplate"
import { PasswordResetTemplate } from "@latchkey/domain/password-reset/PasswordResetTemplate"
import { assert, describe, it } from "@effect/vitest"
import { type MagicLinkEmail, MagicLinkTemplate } from "@latchkey/domain/magic-link/MagicLinkTemplate"
import { type AccountNoticeEmail, AccountNoticeTemplate } from "@latchkey/domain/mail/AccountNoticeTemplate"
import { PendingSignUpTemplate } from "@latchkey/domain/pending-sign-up/PendingSignUpTemplate"
import { accountChanges } from "@latchkey/domain/rooms"
import * as PlainEmailTemplates from "@latchkey/memory/PlainEmailTemplates"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

const email: MagicLinkEmail = {
  language: english,
  userAgent: Option.none(),
  instanceName: "Latchkey",
  branding: defaultBranding,
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

const notice: AccountNoticeEmail = {
  change: accountChanges.password_changed,
  language: english,
  instanceName: "<b>",
  host: "auth.example.com",
  signInUrl: "https://auth.example.com/sign-in?a&b",
  forgotPasswordUrl: "https://auth.example.com/forgot-password",
  hasLinks: true,
  hasPasswords: true,
  branding: defaultBranding,
  deletionAt: Option.none(),
  userAgent: Option.none(),
  changedAt: DateTime.unsafeMake(0)
}

describe("PlainEmailTemplates", () => {
  it.effect("write what happened to an account, as text and as escaped HTML", () =>
    Effect.gen(function* () {
      const { html, subject, text } = (yield* AccountNoticeTemplate).render(notice)
      assert.strictEqual(subject, "Your account at <b>: password changed")
      assert.strictEqual(text, `${subject} (1970-01-01T00:00:00.000Z).\n\n${notice.signInUrl}\n`)
      assert.include(html, "Your account at &#60;b&#62;: password changed (1970-01-01T00:00:00.000Z)")
      assert.include(html, '<a href="https://auth.example.com/sign-in?a&#38;b">')
    }).pipe(Effect.provide(PlainEmailTemplates.layer))
  )

  it.effect("writes the name of the instance, the link and its lifetime, as text and as HTML", () =>
    Effect.gen(function* () {
      const { html, subject, text } = yield* rendered({})
      assert.strictEqual(subject, "Sign in to Latchkey")
      assert.strictEqual(text, `Sign in to Latchkey:\n\n${email.verifyUrl}\n\nThe link works for 15 minutes.\n`)
      assert.include(html, `<a href="${email.verifyUrl}">Sign in to Latchkey</a>`)
      assert.include(html, "15 minutes")
    })
  )

  it.effect("writes a link to set a new password", () =>
    Effect.gen(function* () {
      const { verifyUrl: resetUrl, ...rest } = email
      const { html, subject, text } = (yield* PasswordResetTemplate).render({ ...rest, resetUrl })
      assert.strictEqual(subject, "Set a new password for Latchkey")
      assert.strictEqual(text, `${subject}:\n\n${resetUrl}\n\nThe link works for 15 minutes.\n`)
      assert.include(html, `<a href="${resetUrl}">${subject}</a>`)
    }).pipe(Effect.provide(PlainEmailTemplates.layer))
  )

  it.effect("writes an invitation", () =>
    Effect.gen(function* () {
      const { instanceName, branding, host, expiresAt, requestedAt: invitedAt } = email
      const invitationUrl = "https://auth.example.com/invitation?token=abc"
      const invitation = {
        language: english,
        instanceName,
        branding,
        host,
        expiresAt,
        invitedAt,
        invitationUrl,
        lifetimeDays: 7
      }
      const { html, subject, text } = (yield* InvitationTemplate).render(invitation)
      assert.strictEqual(subject, "Join Latchkey")
      assert.strictEqual(text, `${subject}:\n\n${invitationUrl}\n\nThe link works for 7 days.\n`)
      assert.include(html, `<a href="${invitationUrl}">${subject}</a>`)
    }).pipe(Effect.provide(PlainEmailTemplates.layer))
  )

  it.effect("writes both emails of a sign-up", () =>
    Effect.gen(function* () {
      const { renderExistingAccount, renderLink } = yield* PendingSignUpTemplate
      const verifyUrl = "https://auth.example.com/sign-up/verify?token=abc"
      const link = renderLink({ ...email, verifyUrl, lifetimeMinutes: 60 })
      assert.strictEqual(link.subject, "Complete your sign-up for Latchkey")
      assert.strictEqual(link.text, `${link.subject}:\n\n${verifyUrl}\n\nThe link works for 60 minutes.\n`)
      const { forgotPasswordUrl, signInUrl } = notice
      const { html, subject, text } = renderExistingAccount({ ...email, signInUrl, forgotPasswordUrl })
      assert.strictEqual(subject, "You already have an account for Latchkey")
      assert.strictEqual(text, `${subject}:\n\n${signInUrl}\n`)
      assert.include(html, '<a href="https://auth.example.com/sign-in?a&#38;b">Sign in</a>')
    }).pipe(Effect.provide(PlainEmailTemplates.layer))
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
