/**
 * An email with a link that works once: its purpose, the link as a button and as text, and where it comes from.
 */
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import { type Fragment, html } from "@latchkey/http/core/Page"
import type * as DateTime from "effect/DateTime"
import type * as Option from "effect/Option"
import type { Catalogue } from "../language/Catalogue.ts"
import type { Lifetime, LinkTexts } from "../language/EmailText.ts"
import * as Sentence from "../language/Sentence.ts"
import * as EmailFrame from "./EmailFrame.ts"
import { none } from "./Fragments.ts"

/**
 * - `lifetime`: how long the link works, or a sentence about it.
 * - `at`: when, and `userAgent`: on which device, the email was requested, or what it is about happened.
 * - `code`: what the reader can type in place of using the link, and a sentence about it.
 */
export interface LinkEmail extends EmailFrame.Sender {
  readonly accentColor: string | null
  readonly url: string
  readonly lifetime: Lifetime | Sentence.Rich
  readonly at: DateTime.Utc
  readonly userAgent: Option.Option<string>
  readonly code?: { readonly digits: string; readonly about: string } | undefined
}

const codeBlock = ({ about, digits }: NonNullable<LinkEmail["code"]>): Fragment =>
  html`<p>${about}</p>
<p style="margin:16px 0;font-size:28px;font-weight:600;letter-spacing:4px">${digits}</p>
`

/** Makes the email. The HTML escapes every value. */
export const linkEmail = (catalogue: Catalogue, texts: LinkTexts, email: LinkEmail): EmailContent => {
  const { copyLink, space, validity } = catalogue.emails
  const { accentColor, at, code, lifetime, url, userAgent } = email
  const values = EmailFrame.valuesFor(catalogue)
  const named = { instance: values.instance(email) }
  const intro = Sentence.join(space, [
    Sentence.write(texts.purpose, { place: values.place(email) }),
    "unit" in lifetime ? Sentence.plain(validity(lifetime)) : lifetime
  ])
  const end = Sentence.join(space, [
    Sentence.write(texts.origin, values.occasion(at, userAgent)),
    Sentence.plain(texts.advice)
  ])
  return EmailFrame.email(catalogue, Sentence.write(texts.subject, named).text, {
    text: `${intro.text}

${url}
${code === undefined ? "" : `\n${code.about}\n\n${code.digits}\n`}
${end.text}
`,
    body: html`${EmailFrame.logo(email)}<p>${intro.html}</p>
${EmailFrame.button(url, Sentence.write(texts.action, named).html, accentColor ?? undefined)}
<p style="font-size:14px">${copyLink}<br>${EmailFrame.link(url)}</p>
${code === undefined ? none : codeBlock(code)}<p style="font-size:14px">${end.html}</p>`
  })
}
