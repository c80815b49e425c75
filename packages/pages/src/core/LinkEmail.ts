/**
 * An email with a link that works once: its purpose, the link as a button and as text, and when it was requested.
 */
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import { html } from "@latchkey/http/core/Page"
import type * as DateTime from "effect/DateTime"
import { textOn } from "./ContrastColor.ts"
import { document, formatTime } from "./EmailFrame.ts"

const defaultColor = "#1f5eff"

/**
 * - `purpose`: what the link is for. The name of the instance follows.
 * - `warning`: for a reader who did not request it.
 */
export interface LinkEmail {
  readonly subject: string
  readonly purpose: string
  readonly url: string
  readonly warning: string
  readonly instanceName: string
  readonly accentColor: string | null
  readonly host: string
  readonly lifetimeMinutes: number
  readonly requestedAt: DateTime.Utc
}

/** Makes the email. The HTML escapes every value. */
export const linkEmail = (email: LinkEmail): EmailContent => {
  const { accentColor, host, instanceName, lifetimeMinutes, purpose, requestedAt, subject, url, warning } = email
  const color = accentColor ?? defaultColor
  const limits = `It works once and expires in ${lifetimeMinutes} minutes.`
  const request = `It was requested on ${formatTime(requestedAt)}.`
  return {
    subject,
    text: `${purpose} ${instanceName} (${host}). ${limits}

${url}

${request} ${warning}
`,
    html: document(
      subject,
      html`<p>${purpose} <strong>${instanceName}</strong> (${host}). ${limits}</p>
<p style="margin:28px 0"><a href="${url}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${color};color:${textOn(color)};text-decoration:none;font-weight:600">${subject}</a></p>
<p style="font-size:14px">Or copy this address into your browser:<br><a href="${url}" style="word-break:break-all">${url}</a></p>
<p style="font-size:14px">${request} ${warning}</p>`
    )
  }
}
