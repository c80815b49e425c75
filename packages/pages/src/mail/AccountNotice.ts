/** The emails that tell users what happened to their accounts: HTML, and the same as plain text. */
import {
  type AccountNoticeEmail,
  AccountNoticeTemplate,
  isByOperator
} from "@latchkey/domain/mail/AccountNoticeTemplate"
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import { html } from "@latchkey/http/core/Page"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as EmailFrame from "../core/EmailFrame.ts"
import type { Catalogue } from "../language/Catalogue.ts"
import { Catalogues } from "../language/Catalogues.ts"
import * as Sentence from "../language/Sentence.ts"

/** What follows from the change. */
const effectOf = (catalogue: Catalogue, { change, deletionAt }: AccountNoticeEmail): Sentence.Rich => {
  const { deletion, notices, space } = catalogue.emails
  const effect = Sentence.plain(notices[change].effect)
  if (change !== "deletion_scheduled" || Option.isNone(deletionAt)) return effect
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
  if (change === "failed_sign_ins") {
    return hasLinks
      ? leadTo(toSignIn, help.signInWithLink({ button: core.emailSignInLink }))
      : leadTo(toNewPassword, help.setPasswordOnNewDevice)
  }
  if (change === "deletion_scheduled") return leadTo(toSignIn, help.keepAccount({ button: personalData.keepButton }))
  // Only a change that a user makes can be one that someone else has made.
  const isByUser = !isByOperator(change)
  // The address has no account any more, whose password it could set.
  if (isByUser && hasPasswords && change !== "email_restored") return leadTo(toNewPassword, help.setPassword)
  const values = EmailFrame.valuesFor(catalogue)
  const support = branding.supportUrl === null ? undefined : values.support(branding.supportUrl)
  const contact = isByUser ? help.contact : help.contactWithQuestions
  return { help: Sentence.write(contact, { instance: values.instance(email), support }), ...toSignIn }
}

/** Makes the email. The HTML escapes every value. It contains no token. */
export const render = (catalogue: Catalogue, email: AccountNoticeEmail): EmailContent => {
  const { change, changedAt, userAgent } = email
  const { noticeReason, notices, space } = catalogue.emails
  const values = EmailFrame.valuesFor(catalogue)
  const intro = Sentence.join(space, [
    Sentence.write(notices[change].event, { place: values.place(email), ...values.occasion(changedAt, userAgent) }),
    effectOf(catalogue, email)
  ])
  const { help, label, url } = helpOf(catalogue, email)
  return EmailFrame.email(catalogue, email, {
    subject: Sentence.write(notices[change].subject, { instance: values.instance(email) }),
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
