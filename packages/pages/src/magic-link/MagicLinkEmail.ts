/**
 * The email with a magic link, in English: HTML, and the same as plain text.
 *
 * @since 0.1.0
 */
import { type MagicLinkEmail, MagicLinkTemplate } from "@latchkey/domain/magic-link/MagicLinkTemplate"
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import * as Layer from "effect/Layer"
import { linkEmail, requested } from "../core/LinkEmail.ts"

/** Makes the email. The HTML escapes every value. @since 0.1.0 */
export const render = (email: MagicLinkEmail): EmailContent =>
  linkEmail({
    ...email,
    subject: `Sign in to ${email.instanceName}`,
    purpose: "Use this link to sign in to",
    url: email.verifyUrl,
    lifetime: `${email.lifetimeMinutes} minutes`,
    origin: requested(email.requestedAt),
    warning: "Didn't request this? Ignore this email and don't share the link."
  })

/** The email as the template of magic links. @since 0.1.0 */
export const layer: Layer.Layer<MagicLinkTemplate> = Layer.succeed(MagicLinkTemplate, { render })
