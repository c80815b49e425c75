/**
 * The email with a magic link, in English: HTML, and the same as plain text.
 *
 * @since 0.1.0
 */
import { type MagicLinkEmail, MagicLinkTemplate } from "@latchkey/domain/magic-link/MagicLinkTemplate"
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import { html } from "@latchkey/http/core/Page"
import * as Layer from "effect/Layer"
import { textOn } from "../core/ContrastColor.ts"
import { document, formatTime } from "../core/EmailFrame.ts"

const defaultColor = "#1f5eff"

/** Makes the email. The HTML escapes every value. @since 0.1.0 */
export const render = (email: MagicLinkEmail): EmailContent => {
  const { accentColor, host, instanceName, lifetimeMinutes, requestedAt, verifyUrl } = email
  const color = accentColor ?? defaultColor
  const subject = `Sign in to ${instanceName}`
  const limits = `It works once and expires in ${lifetimeMinutes} minutes.`
  const request = `It was requested on ${formatTime(requestedAt)}.`
  const warning = "Didn't request this? Ignore this email and don't share the link."
  return {
    subject,
    text: `Use this link to sign in to ${instanceName} (${host}). ${limits}

${verifyUrl}

${request} ${warning}
`,
    html: document(
      subject,
      html`<p>Use this link to sign in to <strong>${instanceName}</strong> (${host}). ${limits}</p>
<p style="margin:28px 0"><a href="${verifyUrl}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${color};color:${textOn(color)};text-decoration:none;font-weight:600">${subject}</a></p>
<p style="font-size:14px">Or copy this address into your browser:<br><a href="${verifyUrl}" style="word-break:break-all">${verifyUrl}</a></p>
<p style="font-size:14px">${request} ${warning}</p>`
    )
  }
}

/** The email as the template of magic links. @since 0.1.0 */
export const layer: Layer.Layer<MagicLinkTemplate> = Layer.succeed(MagicLinkTemplate, { render })
