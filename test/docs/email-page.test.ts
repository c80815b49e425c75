import { english } from "@latchkey/pages/language/Catalogues"
import { defaultBranding } from "@latchkey/domain/instance/Branding"
import { DeliveryReason, EmailDelivery } from "@latchkey/domain/mail/MailDeliveryLog"
import { accountChanges } from "@latchkey/domain/rooms"
import * as EmailChangeEmail from "@latchkey/pages/email-change/EmailChangeEmail"
import * as FactorRecoveryEmail from "@latchkey/pages/factor-recovery/FactorRecoveryEmail"
import * as InvitationEmail from "@latchkey/pages/invitation/InvitationEmail"
import * as AccountNotice from "@latchkey/pages/mail/AccountNotice"
import * as MagicLinkEmail from "@latchkey/pages/magic-link/MagicLinkEmail"
import * as PasswordResetEmail from "@latchkey/pages/password-reset/PasswordResetEmail"
import * as PendingSignUpEmail from "@latchkey/pages/pending-sign-up/PendingSignUpEmail"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { assert, describe, it } from "vitest"
import { read } from "@latchkey/test-support/files"
import { checkShown } from "./shownBlock.ts"

const path = "docs/email.md"
const page = read(path)

const checkEmail = (name: string, { subject, text }: { readonly subject: string; readonly text: string }) =>
  checkShown(
    path,
    new RegExp(`<!-- ${name} -->\\n\\n\`\`\`text\\n[\\s\\S]*?\`\`\``),
    `<!-- ${name} -->\n\n\`\`\`text\nSubject: ${subject}\n\n${text}\`\`\``
  )

/** What emails of several kinds have. */
const common = {
  language: english.language,
  userAgent: Option.none(),
  instanceName: "Example",
  branding: defaultBranding,
  host: "auth.example.com"
}
const at = DateTime.unsafeMake("2026-11-22T15:04:05Z")

describe("docs/email.md", () => {
  it("shows the text of the email as the service sends it", () => {
    const email = MagicLinkEmail.render(english, {
      language: english.language,
      userAgent: Option.none(),
      instanceName: "Example",
      branding: defaultBranding,
      host: "auth.example.com",
      verifyUrl: "https://auth.example.com/v1/auth/magic-link/verify?token=…",
      lifetimeMinutes: 15,
      requestedAt: DateTime.unsafeMake("2026-11-22T15:04:05Z"),
      expiresAt: DateTime.unsafeMake("2026-11-22T15:19:06Z")
    })
    checkEmail("email", email)
  })

  it("shows the text of the email with a link to set a new password", () => {
    const email = PasswordResetEmail.render(english, {
      language: english.language,
      userAgent: Option.none(),
      instanceName: "Example",
      branding: defaultBranding,
      host: "auth.example.com",
      resetUrl: "https://auth.example.com/reset-password?token=…",
      lifetimeMinutes: 15,
      requestedAt: DateTime.unsafeMake("2026-11-22T15:04:05Z"),
      expiresAt: DateTime.unsafeMake("2026-11-22T15:19:06Z")
    })
    checkEmail("reset", email)
  })

  it("shows the texts of an invitation, and of both emails after a sign-up", () => {
    checkEmail(
      "invitation",
      InvitationEmail.render(english, {
        ...common,
        invitationUrl: "https://auth.example.com/invitation?token=…",
        lifetimeDays: 7,
        invitedAt: at,
        expiresAt: DateTime.add(at, { days: 7 })
      })
    )
    checkEmail(
      "sign-up",
      PendingSignUpEmail.renderLink(english, {
        ...common,
        verifyUrl: "https://auth.example.com/sign-up/verify?token=…",
        lifetimeMinutes: 60,
        requestedAt: at,
        expiresAt: DateTime.add(at, { hours: 1 })
      })
    )
    checkEmail(
      "existing-account",
      PendingSignUpEmail.renderExistingAccount(english, {
        ...common,
        signInUrl: "https://auth.example.com/sign-in",
        forgotPasswordUrl: "https://auth.example.com/forgot-password",
        requestedAt: at
      })
    )
  })

  it("shows the text of both emails about a change of the address", () => {
    const emails = {
      "email-change": EmailChangeEmail.render(english, {
        ...common,
        confirmUrl: "https://auth.example.com/confirm-email?token=…",
        lifetimeMinutes: 15,
        requestedAt: at,
        expiresAt: DateTime.add(at, { minutes: 15 })
      }),
      "email-changed": EmailChangeEmail.renderChanged(english, {
        ...common,
        restoreUrl: "https://auth.example.com/restore-email?token=…",
        lifetimeDays: 7,
        userAgent: Option.some("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"),
        changedAt: at,
        expiresAt: DateTime.add(at, { days: 7 })
      })
    }
    for (const [name, email] of Object.entries(emails)) checkEmail(name, email)
  })

  it("shows the text of both emails about a recovery of lost factors", () => {
    const email = {
      ...common,
      recoveryUrl: "https://auth.example.com/factor-recovery?token=…",
      userAgent: Option.some("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"),
      requestedAt: at,
      availableAt: DateTime.add(at, { days: 3 }),
      expiresAt: DateTime.add(at, { days: 10 })
    }
    checkEmail("factor-recovery", FactorRecoveryEmail.render(english, email))
    checkEmail("factor-recovery-ready", FactorRecoveryEmail.renderReady(english, email))
  })

  it("shows the text of an account notice as the service sends it, and every kind", () => {
    const email = AccountNotice.render(english, {
      change: accountChanges.password_changed,
      language: english.language,
      instanceName: "Example",
      host: "auth.example.com",
      signInUrl: "https://auth.example.com/sign-in",
      forgotPasswordUrl: "https://auth.example.com/forgot-password",
      hasLinks: true,
      hasPasswords: true,
      branding: defaultBranding,
      deletionAt: Option.none(),
      userAgent: Option.some("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"),
      changedAt: DateTime.unsafeMake("2026-11-22T15:04:05Z")
    })
    checkEmail("notice", email)
    const kinds = [...page.matchAll(/^\| `([a-z_]+)` \| [A-Z][^|]*\|$/gm)].map(([, kind]) => kind)
    assert.deepStrictEqual(kinds, Object.keys(accountChanges))
  })

  it("explains every reason for a delayed, failed or discarded email, and every state", () => {
    const rows = [...page.matchAll(/^\| `([a-z_]+)` \| ([a-z, ]+) \|/gm)]
    const reasons = rows.map(([, reason]) => reason ?? "").sort()
    assert.deepStrictEqual(reasons, [...DeliveryReason.literals].sort())
    const states = new Set(rows.flatMap(([, , states = ""]) => states.split(", ")))
    assert.sameMembers([...states, "sent"], [...EmailDelivery.fields.state.literals])
    const drawn = new Set([...page.matchAll(/^ {2}\S+ --> (\w+):/gm)].map(([, state]) => state))
    assert.sameMembers([...drawn], [...EmailDelivery.fields.state.literals])
  })
})
