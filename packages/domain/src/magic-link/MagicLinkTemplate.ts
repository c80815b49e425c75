/**
 * The words of the mail that carries a link.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type { Mail } from "../mail/Mailer.ts"

/**
 * What a mail can say of its link.
 *
 * - `host`: host and port of the instance's public origin, such as `auth.example.com`.
 * - `verifyUrl`: the link. It holds the token, so it belongs into this mail and nowhere else.
 * - `minutes`: for how long it works.
 *
 * @since 0.1.0
 */
export interface MagicLinkMailInput {
  readonly instanceName: string
  readonly host: string
  readonly verifyUrl: string
  readonly minutes: number
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/** An HTML template whose values are escaped. */
const html = (strings: TemplateStringsArray, ...values: ReadonlyArray<string | number>): string =>
  String.raw(
    { raw: strings },
    ...values.map((value) => String(value).replace(/[&<>"']/g, (char) => entities[char] ?? ""))
  )

/**
 * The mail as it is unless another is provided: short, and readable as plain text and in the dark. In the HTML every
 * value is escaped.
 *
 * @since 0.1.0
 */
export const compose = ({ instanceName, host, verifyUrl, minutes }: MagicLinkMailInput): Omit<Mail, "to"> => ({
  subject: `Sign in to ${instanceName}`,
  text: [
    `Somebody asked for a link to sign in to ${instanceName} (${host}) with this address.`,
    "",
    `If it was you, open it within ${minutes} minutes. It works once:`,
    "",
    verifyUrl,
    "",
    "If it was not you, do nothing. Nobody can sign in without this mail.",
    ""
  ].join("\n"),
  html: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>Sign in to ${instanceName}</title>
</head>
<body style="margin:0;padding:32px 16px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto">
<p>Somebody asked for a link to sign in to <strong>${instanceName}</strong> (${host}) with this address.</p>
<p>If it was you, open it within ${minutes} minutes. It works once.</p>
<p style="margin:28px 0"><a href="${verifyUrl}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#1f5eff;color:#ffffff;text-decoration:none;font-weight:600">Sign in to ${instanceName}</a></p>
<p style="font-size:14px">Or copy this address into your browser:<br><a href="${verifyUrl}" style="word-break:break-all">${verifyUrl}</a></p>
<p style="font-size:14px">If it was not you, do nothing. Nobody can sign in without this mail.</p>
</div>
</body>
</html>
`
})

/**
 * The template in use. It is `compose`; provide another to say it in your own words: `Layer.succeed(MagicLinkMail, {
 * compose: mine })`. HTML that you write yourself has to escape what it quotes.
 *
 * @since 0.1.0
 */
export class MagicLinkMail extends Context.Reference<MagicLinkMail>()("@latchkey/domain/MagicLinkMail", {
  defaultValue: () => ({ compose })
}) {}
