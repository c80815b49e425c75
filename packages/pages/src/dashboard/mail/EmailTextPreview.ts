/**
 * A preview of an email for a sandboxed frame: its subject, its HTML and its plain text, or what is wrong with it.
 */
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { CustomEmailIssue } from "@latchkey/domain/mail/MailErrors"
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import { type Fragment, html, isolationHeaders } from "@latchkey/http/core/Page"
import { all } from "../../core/Fragments.ts"
import type { DashboardLanguage } from "../core/DashboardLanguage.ts"
import { inEnglish } from "../core/Elements.ts"
import * as EmailFrame from "../../core/EmailFrame.ts"

/** Returns a mistake as a sentence that begins with its place. */
export const sentenceOf = (language: DashboardLanguage, { column, line, reason }: CustomEmailIssue): Fragment =>
  language.texts.mail.text.mistake(html`${String(line)}`, html`${String(column)}`, inEnglish(language, reason))

const respond = (document: string, { imageOrigins, status }: { imageOrigins: ReadonlyArray<string>; status: number }) =>
  HttpServerResponse.text(document, {
    status,
    contentType: "text/html; charset=utf-8",
    headers: {
      // The styles of emails are inline. Nothing in it runs, and links lead nowhere.
      "content-security-policy": [
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        ["img-src", ...imageOrigins].join(" "),
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'self'",
        "sandbox"
      ].join("; "),
      "x-frame-options": "SAMEORIGIN",
      ...isolationHeaders
    }
  })

/** Around the email are the colors of the reader's system. */
const aside = "padding:16px;font:16px/1.5 system-ui,sans-serif;background-color:Canvas;color:CanvasText"

/** Makes the preview of an email. `imageOrigins`: where its images come from. */
export const ofEmail = (
  { texts: { mail } }: DashboardLanguage,
  { html: source, subject, text }: EmailContent,
  imageOrigins: ReadonlyArray<string>
): HttpServerResponse.HttpServerResponse =>
  respond(
    EmailFrame.between(
      html`<div style="${aside}"><strong>${mail.text.subjectIs}</strong> ${subject}</div>`,
      source,
      html`<div style="${aside}"><strong>${mail.text.asPlainText}</strong>
<pre style="margin:8px 0 0;white-space:pre-wrap;overflow-wrap:anywhere">${text}</pre></div>`
    ),
    { imageOrigins, status: 200 }
  )

/** Makes the list of what is wrong with a text. */
export const ofIssues = (
  language: DashboardLanguage,
  issues: ReadonlyArray<CustomEmailIssue>
): HttpServerResponse.HttpServerResponse =>
  respond(
    html`<!doctype html>
<html lang="${language.tag}" dir="${language.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${language.texts.mail.text.preview}</title>
</head>
<body style="margin:0;${aside}">
<p role="alert"><strong>${language.texts.mail.text.noPreview}</strong></p>
<ul>${all(issues.map((issue) => html`<li>${language.texts.mail.text.labelled(html`${language.texts.mail.text.parts[issue.part]}`, sentenceOf(language, issue))}</li>`))}</ul>
</body>
</html>
`.source,
    { imageOrigins: [], status: 400 }
  )
