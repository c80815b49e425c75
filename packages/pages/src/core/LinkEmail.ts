/**
 * An email with a link that works once: its purpose, the link as a button and as text, and where it comes from.
 */
import type { Sender } from "@latchkey/domain/mail/CustomizableEmail"
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
export interface LinkEmail extends Sender {
  readonly url: string
  readonly lifetime: Lifetime | Sentence.Rich
  readonly at: DateTime.Utc
  readonly userAgent: Option.Option<string>
  readonly code?: { readonly digits: string; readonly about: string } | undefined
}

const codeBlock = (sender: Sender, { about, digits }: NonNullable<LinkEmail["code"]>): Fragment =>
  html`<p>${about}</p>
${EmailFrame.code(sender, digits)}`

/** Makes the email. The HTML escapes every value. */
export const linkEmail = (catalogue: Catalogue, texts: LinkTexts, email: LinkEmail): EmailContent => {
  const { space, validity } = catalogue.emails
  const { at, code, lifetime, url, userAgent } = email
  const values = EmailFrame.valuesFor(catalogue)
  const named = { instance: values.instance(email) }
  const occasion = values.occasion(at, userAgent)
  const intro = Sentence.join(space, [
    Sentence.write(texts.purpose, { place: values.place(email), ...occasion }),
    "unit" in lifetime ? Sentence.plain(validity(lifetime)) : lifetime
  ])
  const end = Sentence.join(space, [
    ...(texts.origin === undefined ? [] : [Sentence.write(texts.origin, occasion)]),
    Sentence.plain(texts.advice)
  ])
  return EmailFrame.email(catalogue, email, {
    subject: Sentence.write(texts.subject, named),
    intro,
    text: `${url}
${code === undefined ? "" : `\n${code.about}\n\n${code.digits}\n`}
${end.text}
`,
    body: html`${EmailFrame.action(catalogue, email, url, Sentence.write(texts.action, named).html)}
${code === undefined ? none : codeBlock(email, code)}${EmailFrame.footer(end.html)}`
  })
}
