/**
 * An email with a link that works once: its purpose, the link as a button and as text, and where it comes from.
 */
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import { html } from "@latchkey/http/core/Page"
import type * as DateTime from "effect/DateTime"
import { textOn } from "./ContrastColor.ts"
import { document, formatTime } from "./EmailFrame.ts"

const defaultColor = "#1f5eff"

/**
 * - `purpose`: what the link is for. The name of the instance follows.
 * - `action`: the text of the button; by default the subject.
 * - `lifetime`: how long the link works, such as `15 minutes`.
 * - `origin`: a sentence that says when and why it was sent.
 * - `warning`: for a reader who did not request it.
 */
export interface LinkEmail {
  readonly subject: string
  readonly action?: string
  readonly purpose: string
  readonly url: string
  readonly warning: string
  readonly instanceName: string
  readonly accentColor: string | null
  readonly host: string
  readonly lifetime: string
  readonly origin: string
}

/** Returns the sentence for an email that the reader requested. */
export const requested = (at: DateTime.Utc): string => `It was requested on ${formatTime(at)}.`

/** Makes the email. The HTML escapes every value. */
export const linkEmail = (email: LinkEmail): EmailContent => {
  const { accentColor, host, instanceName, lifetime, origin, purpose, subject, url, warning } = email
  const { action = subject } = email
  const color = accentColor ?? defaultColor
  const limits = `It works once and expires in ${lifetime}.`
  return {
    subject,
    text: `${purpose} ${instanceName} (${host}). ${limits}

${url}

${origin} ${warning}
`,
    html: document(
      subject,
      html`<p>${purpose} <strong>${instanceName}</strong> (${host}). ${limits}</p>
<p style="margin:28px 0"><a href="${url}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${color};color:${textOn(color)};text-decoration:none;font-weight:600">${action}</a></p>
<p style="font-size:14px">Or copy this address into your browser:<br><a href="${url}" style="word-break:break-all">${url}</a></p>
<p style="font-size:14px">${origin} ${warning}</p>`
    )
  }
}
