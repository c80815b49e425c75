/**
 * The emails about a change of the address, in English: HTML, and the same as plain text.
 *
 * @since 0.1.0
 */
import {
  type EmailChangedEmail,
  type EmailChangeEmail,
  EmailChangeTemplate
} from "@latchkey/domain/email-change/EmailChangeTemplate"
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { formatTime } from "../core/EmailFrame.ts"
import { linkEmail, requested } from "../core/LinkEmail.ts"
import { nameOf } from "../session/DeviceName.ts"

/** Makes the email to the new address. The HTML escapes every value. @since 0.1.0 */
export const render = (email: EmailChangeEmail): EmailContent =>
  linkEmail({
    ...email,
    subject: "Confirm your new email address",
    purpose: "Use this link to confirm your new email address at",
    url: email.confirmUrl,
    lifetime: `${email.lifetimeMinutes} minutes`,
    origin: `${requested(email.requestedAt)} Open it in a browser where you're signed in.`,
    warning: "Didn't request it? Ignore this email and don't share the link. Nothing will change."
  })

/** Makes the email to the former address. The HTML escapes every value. @since 0.1.0 */
export const renderChanged = (email: EmailChangedEmail): EmailContent => {
  const { changedAt, lifetimeDays, restoreUrl, userAgent } = email
  const device = Option.match(userAgent, { onNone: () => "", onSome: (text) => `, on this device: ${nameOf(text)}` })
  return linkEmail({
    ...email,
    subject: "Your email address was changed",
    action: "Restore this email address",
    purpose:
      "Someone changed the email address of your account. If it wasn't you, use this link to restore this one at",
    url: restoreUrl,
    lifetime: `${lifetimeDays} days`,
    origin: `It was changed on ${formatTime(changedAt)}${device}.`,
    warning: "Was it you? Then you don't need to do anything. Don't share the link."
  })
}

/** The emails as a template. @since 0.1.0 */
export const layer: Layer.Layer<EmailChangeTemplate> = Layer.succeed(EmailChangeTemplate, { render, renderChanged })
