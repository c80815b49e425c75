/**
 * The emails of pending sign-ups, in English: HTML, and the same as plain text.
 *
 * @since 0.1.0
 */
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import {
  type ExistingAccountEmail,
  PendingSignUpTemplate,
  type SignUpLinkEmail
} from "@latchkey/domain/pending-sign-up/PendingSignUpTemplate"
import { html } from "@latchkey/http/core/Page"
import * as Layer from "effect/Layer"
import { document, formatTime } from "../core/EmailFrame.ts"
import { linkEmail } from "../core/LinkEmail.ts"

/** Makes the email with the link that completes a sign-up. The HTML escapes every value. @since 0.1.0 */
export const renderLink = (email: SignUpLinkEmail): EmailContent =>
  linkEmail({
    ...email,
    subject: `Complete your sign-up for ${email.instanceName}`,
    purpose: "Use this link to create your account at",
    url: email.verifyUrl,
    lifetime: `${email.lifetimeMinutes} minutes`,
    origin: `Someone signed up with this email address on ${formatTime(email.requestedAt)}.`,
    warning: "Wasn't it you? Ignore this email and don't share the link. Without it, no account is created."
  })

/**
 * Makes the email to the owner of an account, after someone signed up with its address. It contains no token. The HTML
 * escapes every value.
 *
 * @since 0.1.0
 */
export const renderExistingAccount = (email: ExistingAccountEmail): EmailContent => {
  const { forgotPasswordUrl, host, instanceName, requestedAt, signInUrl } = email
  const subject = `You already have an account for ${instanceName}`
  const before = `Someone, maybe you, tried to sign up with this email address on ${formatTime(requestedAt)}. You already have an account at`
  const notYou = "Wasn't it you? You don't have to do anything. Nothing has changed."
  return {
    subject,
    text: `${before} ${instanceName} (${host}). Sign in instead:

${signInUrl}

Forgot your password? Set a new one:

${forgotPasswordUrl}

${notYou}
`,
    html: document(
      subject,
      html`<p>${before} <strong>${instanceName}</strong> (${host}). Sign in instead:</p>
<p style="font-size:14px"><a href="${signInUrl}" style="word-break:break-all">${signInUrl}</a></p>
<p>Forgot your password? Set a new one:</p>
<p style="font-size:14px"><a href="${forgotPasswordUrl}" style="word-break:break-all">${forgotPasswordUrl}</a></p>
<p style="font-size:14px">${notYou}</p>`
    )
  }
}

/** The emails as the templates of pending sign-ups. @since 0.1.0 */
export const layer: Layer.Layer<PendingSignUpTemplate> = Layer.succeed(PendingSignUpTemplate, {
  renderLink,
  renderExistingAccount
})
