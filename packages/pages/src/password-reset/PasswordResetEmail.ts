/**
 * The email with a link to set a new password, in English: HTML, and the same as plain text.
 *
 * @since 0.1.0
 */
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import { type PasswordResetEmail, PasswordResetTemplate } from "@latchkey/domain/password-reset/PasswordResetTemplate"
import * as Layer from "effect/Layer"
import { linkEmail, requested } from "../core/LinkEmail.ts"

/** Makes the email. The HTML escapes every value. @since 0.1.0 */
export const render = (email: PasswordResetEmail): EmailContent =>
  linkEmail({
    ...email,
    subject: `Set a new password for ${email.instanceName}`,
    purpose: "Use this link to set a new password for your account at",
    url: email.resetUrl,
    lifetime: `${email.lifetimeMinutes} minutes`,
    origin: requested(email.requestedAt),
    warning: "Didn't request this? Ignore this email and don't share the link. Your password stays as it is."
  })

/** The email as the template of links to set a new password. @since 0.1.0 */
export const layer: Layer.Layer<PasswordResetTemplate> = Layer.succeed(PasswordResetTemplate, { render })
