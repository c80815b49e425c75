/**
 * The emails that tell users what happened to their accounts, in English: HTML, and the same as plain text.
 *
 * @since 0.1.0
 */
import { maxFailures } from "@latchkey/domain/account/SignInFailures"
import {
  type AccountChange,
  type AccountNoticeEmail,
  AccountNoticeTemplate
} from "@latchkey/domain/mail/AccountNoticeTemplate"
import type { EmailContent } from "@latchkey/domain/mail/Mailer"
import { html } from "@latchkey/http/core/Page"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { document, formatTime } from "../core/EmailFrame.ts"
import { nameOf } from "../session/DeviceName.ts"

interface Wording {
  readonly subject: (instanceName: string) => string
  /** What happened, before and after the name of the instance. The device follows. */
  readonly event: (time: string) => readonly [before: string, after: string]
  readonly effect: string
  /** Opens the sentence that says what to do. Only a change that a user makes can be one that someone else has made. */
  readonly question: string
}

const othersSignedOut = "Every other device was signed out."
const notYou = "Wasn't this you?"

const wordings: Readonly<Record<AccountChange, Wording>> = {
  password_set: {
    subject: (name) => `A password was set for your ${name} account`,
    event: (time) => ["A password was set for your account at", `on ${time}`],
    effect: othersSignedOut,
    question: notYou
  },
  password_changed: {
    subject: (name) => `The password of your ${name} account was changed`,
    event: (time) => ["The password of your account at", `was changed on ${time}`],
    effect: othersSignedOut,
    question: notYou
  },
  account_claimed: {
    subject: (name) => `The password of your ${name} account was removed`,
    event: (time) => ["You verified this email address at", `on ${time}`],
    effect:
      "An account with this address existed before, and it may not have been you who created it. So its password was removed, and every other device was signed out.",
    question: notYou
  },
  sessions_revoked: {
    subject: (name) => `You were signed out of ${name} on every device`,
    event: (time) => ["An administrator signed you out of", `on every device on ${time}`],
    effect: "To continue, sign in again.",
    question: "Any questions?"
  },
  failed_sign_ins: {
    subject: (name) => `Too many failed sign-ins to your ${name} account`,
    event: (time) => [`As of ${time}, at least ${maxFailures} sign-ins in a row to your account at`, "have failed"],
    effect:
      "To protect your account, your password no longer works on new devices. Devices that you have signed in on before aren't affected.",
    question: "Signing in on a new device?"
  },
  deletion_scheduled: {
    subject: (name) => `Your ${name} account will be deleted`,
    event: (time) => ["You asked us to delete your account at", `on ${time}`],
    effect: othersSignedOut,
    question: "Changed your mind, or wasn't this you?"
  },
  deletion_cancelled: {
    subject: (name) => `Your ${name} account will not be deleted`,
    event: (time) => ["The deletion of your account at", `was cancelled on ${time}`],
    effect: "We keep your account.",
    question: notYou
  }
}

/** What follows from the change. */
const effectOf = ({ change, deletionAt }: AccountNoticeEmail): string => {
  const { effect } = wordings[change]
  return Option.match(deletionAt, {
    onNone: () => effect,
    onSome: (at) =>
      change === "deletion_scheduled"
        ? `We delete it on ${formatTime(at)}. After that, you can't get it back. ${effect}`
        : effect
  })
}

/** What the user can do, and the page for it. */
const helpOf = (email: AccountNoticeEmail): { readonly help: string; readonly url: string } => {
  const { change, forgotPasswordUrl, hasLinks, hasPasswords, instanceName, signInUrl, supportUrl } = email
  const { question } = wordings[change]
  if (change === "failed_sign_ins") {
    return hasLinks
      ? {
          help: `${question} On the sign-in page, choose "Email me a sign-in link". After that, your password works everywhere again.`,
          url: signInUrl
        }
      : { help: `${question} Set a new password:`, url: forgotPasswordUrl }
  }
  if (change === "deletion_scheduled") {
    return {
      help: `${question} Sign in, and choose "Keep my account". If it wasn't you, set a new password, too:`,
      url: signInUrl
    }
  }
  if (question === notYou && hasPasswords)
    return { help: `${question} Set a new password now:`, url: forgotPasswordUrl }
  const contact = `${question} Contact ${instanceName}`
  const help = supportUrl === null ? `${contact}.` : `${contact}: ${supportUrl.replace(/^mailto:/, "")}`
  return { help, url: signInUrl }
}

/** Makes the email. The HTML escapes every value. It contains no token. @since 0.1.0 */
export const render = (email: AccountNoticeEmail): EmailContent => {
  const { change, changedAt, host, instanceName, userAgent } = email
  const { event, subject: subjectOf } = wordings[change]
  const effect = effectOf(email)
  const [before, after] = event(formatTime(changedAt))
  const subject = subjectOf(instanceName)
  const device = Option.match(userAgent, { onNone: () => "", onSome: (text) => `, on this device: ${nameOf(text)}` })
  const end = `${after}${device}.`
  const { help, url } = helpOf(email)
  return {
    subject,
    text: `${before} ${instanceName} (${host}) ${end} ${effect}

${help}

${url}
`,
    html: document(
      subject,
      html`<p>${before} <strong>${instanceName}</strong> (${host}) ${end} ${effect}</p>
<p>${help}</p>
<p style="font-size:14px"><a href="${url}" style="word-break:break-all">${url}</a></p>`
    )
  }
}

/** The email as the template of account notices. @since 0.1.0 */
export const layer: Layer.Layer<AccountNoticeTemplate> = Layer.succeed(AccountNoticeTemplate, { render })
