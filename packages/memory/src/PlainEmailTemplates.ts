/** Short emails for tests and prototypes. Users get `@latchkey/pages/EmailTemplates`. */
import type { EmailTemplates } from "@latchkey/domain/Domain"
import {
  type EmailChangedEmail,
  type EmailChangeEmail,
  EmailChangeTemplate
} from "@latchkey/domain/email-change/EmailChangeTemplate"
import {
  type FactorRecoveryEmail,
  FactorRecoveryTemplate
} from "@latchkey/domain/factor-recovery/FactorRecoveryTemplate"
import { type InvitationEmail, InvitationTemplate } from "@latchkey/domain/invitation/InvitationTemplate"
import { english } from "@latchkey/domain/language/Language"
import * as Languages from "@latchkey/domain/language/Languages"
import { type MagicLinkEmail, MagicLinkTemplate } from "@latchkey/domain/magic-link/MagicLinkTemplate"
import { type AccountNoticeEmail, AccountNoticeTemplate } from "@latchkey/domain/mail/AccountNoticeTemplate"
import { CustomEmailFormat } from "@latchkey/domain/mail/CustomEmailFormat"
import type { PlaceholderValue } from "@latchkey/domain/mail/CustomizableEmail"
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import * as PlaceholderSyntax from "@latchkey/domain/mail/PlaceholderSyntax"
import { type PasswordResetEmail, PasswordResetTemplate } from "@latchkey/domain/password-reset/PasswordResetTemplate"
import {
  type ExistingAccountEmail,
  PendingSignUpTemplate,
  type SignUpLinkEmail
} from "@latchkey/domain/pending-sign-up/PendingSignUpTemplate"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const linkEmail = (subject: string, url: string, duration: string): EmailContent => {
  const lifetime = `The link works for ${duration}.`
  return {
    subject,
    text: `${subject}:\n\n${url}\n\n${lifetime}\n`,
    html: `<p><a href="${escape(url)}">${escape(subject)}</a></p>\n<p>${lifetime}</p>\n`
  }
}

const renderLink = ({ code, instanceName, lifetimeMinutes, verifyUrl }: MagicLinkEmail): EmailContent => {
  const content = linkEmail(`Sign in to ${instanceName}`, verifyUrl, `${lifetimeMinutes} minutes`)
  if (code === undefined) return content
  return {
    ...content,
    text: `${content.text}\nThe code is ${code.digits}.\n`,
    html: `${content.html}<p>The code is ${code.digits}.</p>\n`
  }
}

const renderReset = ({ instanceName, lifetimeMinutes, resetUrl }: PasswordResetEmail): EmailContent =>
  linkEmail(`Set a new password for ${instanceName}`, resetUrl, `${lifetimeMinutes} minutes`)

const renderInvitation = ({ instanceName, invitationUrl, lifetimeDays }: InvitationEmail): EmailContent =>
  linkEmail(`Join ${instanceName}`, invitationUrl, `${lifetimeDays} days`)

const renderSignUp = ({ instanceName, lifetimeMinutes, verifyUrl }: SignUpLinkEmail): EmailContent =>
  linkEmail(`Complete your sign-up for ${instanceName}`, verifyUrl, `${lifetimeMinutes} minutes`)

const renderExistingAccount = ({ instanceName, signInUrl }: ExistingAccountEmail): EmailContent => {
  const subject = `You already have an account for ${instanceName}`
  return {
    subject,
    text: `${subject}:\n\n${signInUrl}\n`,
    html: `<p>${escape(subject)}.</p>\n<p><a href="${escape(signInUrl)}">Sign in</a></p>\n`
  }
}

const renderEmailChange = ({ confirmUrl, instanceName, lifetimeMinutes }: EmailChangeEmail): EmailContent =>
  linkEmail(`Confirm your new email address at ${instanceName}`, confirmUrl, `${lifetimeMinutes} minutes`)

const renderEmailChanged = ({ instanceName, lifetimeDays, restoreUrl }: EmailChangedEmail): EmailContent =>
  linkEmail(`Your email address at ${instanceName} was changed. Restore it`, restoreUrl, `${lifetimeDays} days`)

const renderRecovery =
  (subject: string) =>
  ({ availableAt, expiresAt, instanceName, recoveryUrl }: FactorRecoveryEmail): EmailContent => {
    const title = `${subject} at ${instanceName}`
    const period = `From ${DateTime.formatIso(availableAt)} until ${DateTime.formatIso(expiresAt)}`
    return {
      subject: title,
      text: `${title}. ${period}:\n\n${recoveryUrl}\n`,
      html: `<p>${escape(title)}.</p>\n<p>${period}: <a href="${escape(recoveryUrl)}">Open</a></p>\n`
    }
  }

const renderNotice = ({ change, changedAt, instanceName, signInUrl }: AccountNoticeEmail): EmailContent => {
  const subject = `Your account at ${instanceName}: ${change.name.replaceAll("_", " ")}`
  const time = DateTime.formatIso(changedAt)
  return {
    subject,
    text: `${subject} (${time}).\n\n${signInUrl}\n`,
    html: `<p>${escape(subject)} (${time}).</p>\n<p><a href="${escape(signInUrl)}">Sign in</a></p>\n`
  }
}

const format = (value: PlaceholderValue): string => {
  switch (value.type) {
    case "device":
      return Option.getOrElse(value.value, () => "")
    case "time":
      return DateTime.formatIso(value.value)
    case "number":
      return String(value.value)
    default:
      return value.value ?? ""
  }
}

const renderHtml: CustomEmailFormat["Type"]["renderHtml"] = (source, values) => {
  const mistakes = PlaceholderSyntax.mistakesIn(source, (occurrence) => PlaceholderSyntax.mistakeOf(occurrence, values))
  if (Arr.isNonEmptyReadonlyArray(mistakes)) return Either.left(mistakes)
  const escaped = new Map(Array.from(values, ([name, { text, type }]) => [name, { type, text: escape(text) }]))
  return Either.right(PlaceholderSyntax.replace(source, escaped))
}

/** What custom emails need, as a layer. It checks placeholders and no HTML. */
export const layerCustomEmailFormat: Layer.Layer<CustomEmailFormat> = Layer.succeed(CustomEmailFormat, {
  format,
  renderHtml,
  bodyOf: (html) => html
})

/** The template of account notices, as a layer. */
export const layerAccountNotice: Layer.Layer<AccountNoticeTemplate> = Layer.succeed(AccountNoticeTemplate, {
  render: renderNotice
})

/** The template of the emails about a change of the address, as a layer. */
export const layerEmailChange: Layer.Layer<EmailChangeTemplate> = Layer.succeed(EmailChangeTemplate, {
  render: renderEmailChange,
  renderChanged: renderEmailChanged
})

/** The template of the emails about a recovery of lost factors, as a layer. */
export const layerFactorRecovery: Layer.Layer<FactorRecoveryTemplate> = Layer.succeed(FactorRecoveryTemplate, {
  render: renderRecovery("A recovery was requested"),
  renderReady: renderRecovery("A recovery is ready")
})

/** The template of invitations, as a layer. */
export const layerInvitation: Layer.Layer<InvitationTemplate> = Layer.succeed(InvitationTemplate, {
  render: renderInvitation
})

/** The template of magic links, as a layer. */
export const layerMagicLink: Layer.Layer<MagicLinkTemplate> = Layer.succeed(MagicLinkTemplate, { render: renderLink })

/** The template of links to set a new password, as a layer. */
export const layerPasswordReset: Layer.Layer<PasswordResetTemplate> = Layer.succeed(PasswordResetTemplate, {
  render: renderReset
})

/** The templates of pending sign-ups, as a layer. */
export const layerPendingSignUp: Layer.Layer<PendingSignUpTemplate> = Layer.succeed(PendingSignUpTemplate, {
  renderLink: renderSignUp,
  renderExistingAccount
})

/** The language of these emails, as a layer: English. */
export const layerLanguages: Layer.Layer<Languages.Languages> = Layer.succeed(
  Languages.Languages,
  Languages.make([english])
)

/** The templates of all emails, as a layer. */
export const layer: Layer.Layer<EmailTemplates> = Layer.mergeAll(
  layerAccountNotice,
  layerCustomEmailFormat,
  layerEmailChange,
  layerFactorRecovery,
  layerInvitation,
  layerLanguages,
  layerMagicLink,
  layerPasswordReset,
  layerPendingSignUp
)
