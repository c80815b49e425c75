/** Every email with sample values, to look at the texts of a language. No link in them works. */
import { customizableChange, customizableChanged } from "@latchkey/domain/email-change/EmailChangeTemplate"
import { customizableReady, customizableRequested } from "@latchkey/domain/factor-recovery/FactorRecoveryTemplate"
import { customizable as invitation } from "@latchkey/domain/invitation/InvitationTemplate"
import type { Language } from "@latchkey/domain/language/Language"
import { customizable as magicLink } from "@latchkey/domain/magic-link/MagicLinkTemplate"
import { AccountChange, customizable as noticeOf } from "@latchkey/domain/mail/AccountNoticeTemplate"
import type { Definition, Sample } from "@latchkey/domain/mail/CustomizableEmail"
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import { customizable as passwordReset } from "@latchkey/domain/password-reset/PasswordResetTemplate"
import {
  customizableExistingAccount,
  customizableLink as signUpLink
} from "@latchkey/domain/pending-sign-up/PendingSignUpTemplate"
import * as DateTime from "effect/DateTime"
import * as EmailChangeEmail from "../email-change/EmailChangeEmail.ts"
import * as FactorRecoveryEmail from "../factor-recovery/FactorRecoveryEmail.ts"
import * as InvitationEmail from "../invitation/InvitationEmail.ts"
import type { Catalogue } from "../language/Catalogue.ts"
import * as MagicLinkEmail from "../magic-link/MagicLinkEmail.ts"
import * as PasswordResetEmail from "../password-reset/PasswordResetEmail.ts"
import * as PendingSignUpEmail from "../pending-sign-up/PendingSignUpEmail.ts"
import * as AccountNotice from "./AccountNotice.ts"

/** An email. `kind`: the one under which operators change its text. */
export interface EmailSample extends EmailContent {
  readonly kind: string
}

const origin = "https://login.acme.example"
const at = DateTime.unsafeMake("2026-11-22T15:04:05Z")

const sampleIn = (language: Language): Sample => ({
  language,
  instanceName: "Acme",
  host: "login.acme.example",
  signInUrl: `${origin}/sign-in`,
  forgotPasswordUrl: `${origin}/forgot-password`,
  supportUrl: "mailto:help@acme.example",
  logoUrl: null,
  accentColor: null,
  link: `${origin}/sample?token=${"sample".repeat(7)}A`,
  code: null,
  hasLinks: true,
  hasPasswords: true,
  lifetimeMinutes: 15,
  lifetimeDays: 7,
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  at,
  until: DateTime.add(at, { days: 7 })
})

/** Makes the function that writes the sample of one kind of email. */
const writer =
  <Email>({ kind, sample }: Definition<Email>, render: (catalogue: Catalogue, email: Email) => EmailContent) =>
  (catalogue: Catalogue): EmailSample => ({
    kind,
    ...render(catalogue, sample(sampleIn(catalogue.language)))
  })

const writers = [
  writer(magicLink, MagicLinkEmail.render),
  writer(passwordReset, PasswordResetEmail.render),
  writer(signUpLink, PendingSignUpEmail.renderLink),
  writer(customizableExistingAccount, PendingSignUpEmail.renderExistingAccount),
  writer(invitation, InvitationEmail.render),
  writer(customizableChange, EmailChangeEmail.render),
  writer(customizableChanged, EmailChangeEmail.renderChanged),
  writer(customizableRequested, FactorRecoveryEmail.render),
  writer(customizableReady, FactorRecoveryEmail.renderReady),
  ...AccountChange.literals.map((change) => writer(noticeOf(change), AccountNotice.render))
]

/** Returns one email of each kind, in the language of the catalogue. */
export const ofCatalogue = (catalogue: Catalogue): ReadonlyArray<EmailSample> =>
  writers.map((write) => write(catalogue))
