/**
 * The email with a magic link, in English: HTML, and the same as plain text. It is readable in light and dark.
 *
 * @since 0.1.0
 */
import { type MagicLinkEmail, MagicLinkTemplate } from "@latchkey/domain/magic-link/MagicLinkTemplate"
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import { html } from "@latchkey/http/core/Page"
import * as DateTime from "effect/DateTime"
import * as Layer from "effect/Layer"
import { textOn } from "../core/ContrastColor.ts"

const defaultColor = "#1f5eff"

const calendar = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" })

/** Formats a time: "November 22, 2026 at 15:04 UTC". The time zone of the reader is unknown. */
const formatTime = (time: DateTime.Utc): string =>
  `${calendar.format(time.epochMillis)} at ${DateTime.formatIso(time).slice(11, 16)} UTC`

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
    html: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto">
<p>Use this link to sign in to <strong>${instanceName}</strong> (${host}). ${limits}</p>
<p style="margin:28px 0"><a href="${verifyUrl}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${color};color:${textOn(color)};text-decoration:none;font-weight:600">${subject}</a></p>
<p style="font-size:14px">Or copy this address into your browser:<br><a href="${verifyUrl}" style="word-break:break-all">${verifyUrl}</a></p>
<p style="font-size:14px">${request} ${warning}</p>
</div>
</body>
</html>
`.source
  }
}

/** The email as the template of magic links. @since 0.1.0 */
export const layer: Layer.Layer<MagicLinkTemplate> = Layer.succeed(MagicLinkTemplate, { render })
