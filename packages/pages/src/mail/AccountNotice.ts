/** The emails that tell users what happened to their accounts: HTML, and the same as plain text. */
import { type AccountNoticeEmail, AccountNoticeTemplate } from "@latchkey/domain/mail/AccountNoticeTemplate"
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import type { AccountChangeName } from "@latchkey/domain/rooms"
import { html } from "@latchkey/http/core/Page"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as EmailFrame from "../core/EmailFrame.ts"
import type { Catalogue } from "../language/Catalogue.ts"
import { Catalogues } from "../language/Catalogues.ts"
import type { NoticeTexts } from "../language/EmailText.ts"
import * as Sentence from "../language/Sentence.ts"

/** The texts about the change. Every change of a room has some. */
const textsOf = ({ emails }: Catalogue, { change }: AccountNoticeEmail): NoticeTexts =>
  emails.notices[change.name as AccountChangeName]

/** What follows from the change. */
const effectOf = (catalogue: Catalogue, email: AccountNoticeEmail): Sentence.Rich => {
  const { change, deletionAt } = email
  const { deletion, space } = catalogue.emails
  const effect = Sentence.plain(textsOf(catalogue, email).effect)
  if (!change.namesDeletion || Option.isNone(deletionAt)) return effect
  const { time } = EmailFrame.valuesFor(catalogue)
  return Sentence.join(space, [Sentence.write(deletion, { time: time(deletionAt.value) }), effect])
}

interface Help {
  readonly help: Sentence.Rich
  readonly url: string
  readonly label: string
}

/** What the user can do, and the button that leads to the page for it. */
const helpOf = (catalogue: Catalogue, email: AccountNoticeEmail): Help => {
  const { help } = catalogue.emails
  const { core, personalData } = catalogue.pages
  const { branding, change, forgotPasswordUrl, hasLinks, hasPasswords, signInUrl } = email
  const toSignIn = { url: signInUrl, label: core.signIn }
  const toNewPassword = { url: forgotPasswordUrl, label: core.setNewPassword }
  const leadTo = (page: Omit<Help, "help">, text: string): Help => ({ help: Sentence.plain(text), ...page })
  if (change.by === "anyone") {
    return hasLinks
      ? leadTo(toSignIn, help.signInWithLink({ button: core.emailSignInLink }))
      : leadTo(toNewPassword, help.setPasswordOnNewDevice)
  }
  if (change.namesDeletion) return leadTo(toSignIn, help.keepAccount({ button: personalData.keepButton }))
  // Only a change that a user makes can be one that someone else has made.
  const isByUser = change.by === "user"
  // The address has no account any more, whose password it could set.
  if (isByUser && hasPasswords && change.name !== "email_restored") return leadTo(toNewPassword, help.setPassword)
  const values = EmailFrame.valuesFor(catalogue)
  const support = branding.supportUrl === null ? undefined : values.support(branding.supportUrl)
  const contact = isByUser ? help.contact : help.contactWithQuestions
  return { help: Sentence.write(contact, { instance: values.instance(email), support }), ...toSignIn }
}

/** Makes the email. The HTML escapes every value. It contains no token. */
export const render = (catalogue: Catalogue, email: AccountNoticeEmail): EmailContent => {
  const { changedAt, userAgent } = email
  const { noticeReason, space } = catalogue.emails
  const texts = textsOf(catalogue, email)
  const values = EmailFrame.valuesFor(catalogue)
  const intro = Sentence.join(space, [
    Sentence.write(texts.event, { place: values.place(email), ...values.occasion(changedAt, userAgent) }),
    effectOf(catalogue, email)
  ])
  const { help, label, url } = helpOf(catalogue, email)
  return EmailFrame.email(catalogue, email, {
    subject: Sentence.write(texts.subject, { instance: values.instance(email) }),
    intro,
    text: `${help.text}

${url}

${noticeReason}
`,
    body: html`<p>${help.html}</p>
${EmailFrame.action(catalogue, email, url, html`${label}`)}
${EmailFrame.footer(html`${noticeReason}`)}`
  })
}

/** The email as the template of account notices. */
export const layer: Layer.Layer<AccountNoticeTemplate> = Layer.effect(
  AccountNoticeTemplate,
  Effect.map(Catalogues, ({ best }) => ({ render: (email) => render(best([email.language]), email) }))
)
