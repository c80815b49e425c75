/**
 * The email of an invitation, in English: HTML, and the same as plain text.
 *
 * @since 0.1.0
 */
import { type InvitationEmail, InvitationTemplate } from "@latchkey/domain/invitation/InvitationTemplate"
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import * as Layer from "effect/Layer"
import { formatTime } from "../core/EmailFrame.ts"
import { linkEmail } from "../core/LinkEmail.ts"

/** Makes the email. The HTML escapes every value. @since 0.1.0 */
export const render = (email: InvitationEmail): EmailContent =>
  linkEmail({
    ...email,
    subject: `Join ${email.instanceName}`,
    purpose: "You're invited. Use this link to create your account at",
    url: email.invitationUrl,
    lifetime: `${email.lifetimeDays} days`,
    origin: `An administrator invited you on ${formatTime(email.invitedAt)}.`,
    warning: "Not expecting this? Ignore this email and don't share the link. Without it, no account is created."
  })

/** The email as the template of invitations. @since 0.1.0 */
export const layer: Layer.Layer<InvitationTemplate> = Layer.succeed(InvitationTemplate, { render })
