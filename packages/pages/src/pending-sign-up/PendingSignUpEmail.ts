/** The emails of pending sign-ups: HTML, and the same as plain text. */
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import {
  type ExistingAccountEmail,
  PendingSignUpTemplate,
  type SignUpLinkEmail
} from "@latchkey/domain/pending-sign-up/PendingSignUpTemplate"
import { html } from "@latchkey/http/core/Page"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as EmailFrame from "../core/EmailFrame.ts"
import { linkEmail } from "../core/LinkEmail.ts"
import type { Catalogue } from "../language/Catalogue.ts"
import { Catalogues } from "../language/Catalogues.ts"
import * as Sentence from "../language/Sentence.ts"

/** Makes the email with the link that completes a sign-up. The HTML escapes every value. */
export const renderLink = (catalogue: Catalogue, email: SignUpLinkEmail): EmailContent =>
  linkEmail(catalogue, catalogue.emails.signUp, {
    ...email,
    url: email.verifyUrl,
    lifetime: { unit: "minute", count: email.lifetimeMinutes },
    at: email.requestedAt
  })

/**
 * Makes the email to the owner of an account, after someone signed up with its address. It contains no token. The HTML
 * escapes every value.
 */
export const renderExistingAccount = (catalogue: Catalogue, email: ExistingAccountEmail): EmailContent => {
  const { forgotPasswordUrl, requestedAt, signInUrl, userAgent } = email
  const { existingAccount: texts, space } = catalogue.emails
  const values = EmailFrame.valuesFor(catalogue)
  const intro = Sentence.join(space, [
    Sentence.write(texts.event, { place: values.place(email), ...values.occasion(requestedAt, userAgent) }),
    Sentence.plain(texts.signIn)
  ])
  return EmailFrame.email(catalogue, email, {
    subject: Sentence.write(texts.subject, { instance: values.instance(email) }),
    intro,
    text: `${signInUrl}

${texts.setPassword}

${forgotPasswordUrl}

${texts.advice}
`,
    body: html`${EmailFrame.action(catalogue, email, signInUrl, html`${catalogue.pages.core.signIn}`)}
${EmailFrame.quietParagraph(html`${texts.setPassword}<br>${EmailFrame.link(forgotPasswordUrl)}`)}
${EmailFrame.footer(html`${texts.advice}`)}`
  })
}

/** The emails as the templates of pending sign-ups. */
export const layer: Layer.Layer<PendingSignUpTemplate> = Layer.effect(
  PendingSignUpTemplate,
  Effect.map(Catalogues, ({ best }) => ({
    renderLink: (email) => renderLink(best([email.language]), email),
    renderExistingAccount: (email) => renderExistingAccount(best([email.language]), email)
  }))
)
