/**
 * Every email with sample values, to look at the texts of a language. No link in them works.
 *
 * @since 0.1.0
 */
import { AccountChange } from "@latchkey/domain/mail/AccountNoticeTemplate"
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as EmailChangeEmail from "../email-change/EmailChangeEmail.ts"
import * as InvitationEmail from "../invitation/InvitationEmail.ts"
import type { Catalogue } from "../language/Catalogue.ts"
import * as MagicLinkEmail from "../magic-link/MagicLinkEmail.ts"
import * as PasswordResetEmail from "../password-reset/PasswordResetEmail.ts"
import * as PendingSignUpEmail from "../pending-sign-up/PendingSignUpEmail.ts"
import * as AccountNotice from "./AccountNotice.ts"

/** An email. `kind`: that of the queued email; `sign_up_existing` for one that sign-ups with an account get. @since 0.1.0 */
export interface EmailSample extends EmailContent {
  readonly kind: string
}

const origin = "https://login.acme.example"
const at = DateTime.unsafeMake("2026-11-22T15:04:05Z")
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

const linkTo = (path: string) => `${origin}${path}?token=${"sample".repeat(7)}A`

/** Returns one email of each kind, in the language of the catalogue. @since 0.1.0 */
export const ofCatalogue = (catalogue: Catalogue): ReadonlyArray<EmailSample> => {
  const common = {
    language: catalogue.language,
    instanceName: "Acme",
    accentColor: null,
    host: "login.acme.example",
    userAgent: Option.some(firefox),
    requestedAt: at,
    expiresAt: DateTime.add(at, { minutes: 15 }),
    lifetimeMinutes: 15,
    lifetimeDays: 7,
    signInUrl: `${origin}/sign-in`,
    forgotPasswordUrl: `${origin}/forgot-password`
  }
  const account = {
    ...common,
    hasLinks: true,
    hasPasswords: true,
    supportUrl: "mailto:help@acme.example",
    changedAt: at
  }
  const notice = (change: AccountChange) => {
    const deletionAt =
      change === "deletion_scheduled" ? Option.some(DateTime.add(at, { days: 7 })) : Option.none<DateTime.Utc>()
    // An administrator makes this change.
    const userAgent = change === "sessions_revoked" ? Option.none() : common.userAgent
    return { kind: change, ...AccountNotice.render(catalogue, { ...account, change, deletionAt, userAgent }) }
  }
  const verifyUrl = linkTo("/v1/auth/magic-link/verify")
  const signUp = { ...common, verifyUrl: linkTo("/sign-up/verify") }
  return [
    { kind: "magic_link", ...MagicLinkEmail.render(catalogue, { ...common, verifyUrl }) },
    {
      kind: "password_reset",
      ...PasswordResetEmail.render(catalogue, { ...common, resetUrl: linkTo("/reset-password") })
    },
    { kind: "sign_up", ...PendingSignUpEmail.renderLink(catalogue, signUp) },
    { kind: "sign_up_existing", ...PendingSignUpEmail.renderExistingAccount(catalogue, common) },
    {
      kind: "invitation",
      ...InvitationEmail.render(catalogue, { ...common, invitationUrl: linkTo("/invitation"), invitedAt: at })
    },
    {
      kind: "email_change",
      ...EmailChangeEmail.render(catalogue, { ...common, confirmUrl: linkTo("/confirm-email") })
    },
    {
      kind: "email_changed",
      ...EmailChangeEmail.renderChanged(catalogue, { ...common, restoreUrl: linkTo("/restore-email"), changedAt: at })
    },
    ...AccountChange.literals.map(notice)
  ]
}
