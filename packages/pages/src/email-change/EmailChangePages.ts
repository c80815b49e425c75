/**
 * The pages that change the email address: the form, and those behind the links to the new and to the former address.
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { OpenedEmailChange } from "@latchkey/domain/email-change/ConfirmEmailChange"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { lifetime } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { type PasswordStatus, recentLinkLifetime } from "@latchkey/domain/password/ChangePassword"
import { type Fragment, html, type Page } from "@latchkey/http/core/Page"
import { type Problem, statusOf, toHeaders, userTextOf } from "@latchkey/http/core/Problem"
import { explain } from "@latchkey/http/magic-link/MagicLinkPages"
import * as Duration from "effect/Duration"
import * as Field from "../core/Field.ts"
import type { FormError } from "../core/FormError.ts"
import { none, when } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import type { MessageOptions } from "../core/MessagePage.ts"
import { pageScript } from "../core/PageScript.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"

/** The minutes in which the link to the new address works. */
export const minutes = Duration.toMinutes(lifetime)
/** The minutes after signing in with a link in which no current password is required. */
export const linkMinutes = Duration.toMinutes(recentLinkLifetime)

/**
 * - `current`: the address that the account has.
 * - `email`: the new one, as it was typed.
 * - `isAvailable`: whether emails can be sent.
 * - `ownUrl`: of this page, to return to after signing in with a link.
 */
export interface EmailChangeForm {
  readonly instance: Instance
  readonly prefix: string
  readonly current: Email
  readonly email: string
  readonly isAvailable: boolean
  readonly hasLinks: boolean
  readonly hasPasswordResets: boolean
  readonly password: PasswordStatus
  readonly ownUrl: string
  readonly error?: FormError | undefined
}

/** Makes the section of the account page. */
export const accountPart = (prefix: string): Fragment =>
  html`<h2>Email address</h2>
<p class="soft">You need access to the new address. <a href="${prefix}${Paths.accountEmail}">Change email address</a></p>`

const hasPassword = ({ instance, password }: EmailChangeForm): boolean =>
  instance.authConfig.password && password.hasPassword

const fields = (form: EmailChangeForm): Fragment => {
  const { email, error, password, prefix } = form
  const { fields = {} } = error ?? {}
  const { currentPassword: passwordError, email: emailError } = fields
  const needsPassword = hasPassword(form) && (password.needsCurrentPassword || passwordError !== undefined)
  return html`<form method="post" action="${prefix}${Paths.accountEmail}" novalidate>
${Field.field({
  id: "email",
  label: "New email address",
  type: "email",
  autocomplete: "email",
  value: email,
  error: emailError,
  isFocused: emailError !== undefined || passwordError === undefined
})}
${when(needsPassword, () =>
  Field.field({
    id: "currentPassword",
    label: "Current password",
    type: "password",
    autocomplete: "current-password",
    error: passwordError,
    isFocused: passwordError !== undefined && emailError === undefined
  })
)}
<button>Email me a link</button>
<p class="under soft">We'll send a link to the new address. Your address changes when you open it here and confirm.</p>
</form>`
}

/** What a user needs first who cannot give a password. */
const signInFirst = ({ hasLinks, hasPasswordResets, ownUrl, prefix }: EmailChangeForm): Fragment => {
  if (hasLinks) {
    return html`<form method="post" action="${prefix}${Paths.accountLink}">
${Field.hidden(ReturnUrl.parameter, ownUrl)}
<p id="link-hint">To change your email address, sign in with a new link. You then have ${String(linkMinutes)} minutes.</p>
<button aria-describedby="link-hint">Email me a sign-in link</button>
</form>`
  }
  return hasPasswordResets
    ? html`<p>To change your email address, <a href="${ReturnUrl.append(`${prefix}${Paths.forgotPassword}`, ownUrl)}">set a password with a link by email</a> first.</p>`
    : unavailable
}

const unavailable = html`<p>We can't send emails at the moment, so you can't change your email address.</p>`

const formPart = (form: EmailChangeForm): Fragment => {
  if (!form.isAvailable) return unavailable
  return hasPassword(form) || !form.password.needsCurrentPassword ? fields(form) : signInFirst(form)
}

/** Makes the page with the form. */
export const form = (form: EmailChangeForm): Page => {
  const { current, error, instance, prefix } = form
  return frame({
    instance,
    title: error === undefined ? "Change your email address" : "Error: Change your email address",
    status: error?.status,
    headers: error?.headers ?? {},
    script: pageScript,
    main: html`<h1>Change your email address</h1>
${error === undefined ? none : Field.alert(error)}
<p>Your email address is <strong>${current}</strong>.</p>
${formPart(form)}`,
    footer: html`<a href="${prefix}${Paths.account}">Back to your account</a>`
  })
}

/** What the account page says after a request. It does not tell whether the address is free. */
export const requestedNotice = `Check the inbox of your new address. If no other account has it, we've sent a link there, which works for ${minutes} minutes.`

/** What the account page says after the change. */
export const changedNotice = "Your email address is changed. You're signed out on all other devices."

/** A link to the new or to the former address that was opened. */
interface OpenedLink {
  readonly instance: Instance
  readonly prefix: string
  readonly linkToken: string
}

/** Makes the page that changes the address: one button, which mail scanners do not press. It names both addresses. */
export const confirmation = ({ current, instance, linkToken, next, prefix }: OpenedLink & OpenedEmailChange): Page =>
  frame({
    instance,
    title: "Change your email address?",
    main: html`<h1>Change your email address?</h1>
<p>You're signed in as <strong>${current}</strong>. From now on you'll sign in as <strong>${next}</strong>.</p>
<form method="post" action="${prefix}${Paths.confirmEmail}">
${Field.hidden("token", linkToken)}
<button>Change email address</button>
</form>
<p class="under soft">This signs you out on all other devices. Not your account? Close this page. Nothing will change.</p>`
  })

/** Makes the page that restores a former address. */
export const restoration = ({ email, instance, linkToken, prefix }: OpenedLink & { readonly email: Email }): Page =>
  frame({
    instance,
    title: "Restore your email address?",
    main: html`<h1>Restore your email address?</h1>
<p>This makes <strong>${email}</strong> the email address of your account again. It also removes the password, and signs out every device, in case someone else changed them.</p>
<form method="post" action="${prefix}${Paths.restoreEmail}">
${Field.hidden("token", linkToken)}
<button>Restore email address</button>
</form>
<p class="under soft">Did you change the address yourself? Close this page. Nothing will change.</p>`
  })

/** Makes the page that follows. The user signs in by email, because the account has no password now. */
export const restored = (
  options: { readonly instance: Instance; readonly prefix: string; readonly hasLinks: boolean },
  email: Email
): Page => {
  const { hasLinks, instance, prefix } = options
  const sets = instance.authConfig.password
  const [path, text] = sets
    ? ([Paths.forgotPassword, "Set a new password"] as const)
    : ([Paths.signIn, "Go to sign-in"] as const)
  const also = sets && hasLinks
  return frame({
    instance,
    title: "Your email address is restored",
    main: html`<h1>Your email address is restored</h1>
<p>Your account has the email address <strong>${email}</strong> again. Every device is signed out, and the account has no password.</p>
<p><a class="button" href="${prefix}${path}">${text}</a></p>
${when(also, () => html`<p class="soft">Or <a href="${prefix}${Paths.signIn}">sign in with a link</a>.</p>`)}`
  })
}

interface Explanation {
  readonly title: string
  readonly text: string
}

const again = "Open the link in the email again."

/** Explains to the user why a link cannot be used. */
const explainLink = (problem: Problem): Explanation => {
  switch (problem.code) {
    case "unauthenticated":
      return {
        title: "Sign in first",
        text: "To change your email address, sign in to the account that you're changing. Then open the link in the email again, in this browser."
      }
    case "email_already_exists":
      return {
        title: "This email address is taken",
        text: "Another account has it now. Your own account is unchanged. You can change to another address."
      }
    case "forbidden_origin":
      return { title: "Request blocked", text: `${userTextOf(problem)} ${again}` }
    case "invalid_request":
    case "magic_link_rate_limited":
      return explain(problem)
    default:
      return { title: "We couldn't check your link", text: `${userTextOf(problem)} ${again}` }
  }
}

const noChange: Explanation = {
  title: "This link no longer works",
  text: "It has expired, has already been used, or is for another account than the one that you're signed in to. You can request a new one on your account page."
}

const noRestoration: Explanation = {
  title: "This link no longer works",
  text: "It has expired or has already been used. If you can't sign in to your account, contact support."
}

const rejected =
  (invalid: Explanation, path: string, action: string) =>
  ({ instance, prefix }: MessageOptions, problem: Problem): Page => {
    const { text, title } = problem.code === "invalid_token" ? invalid : explainLink(problem)
    return frame({
      instance,
      title,
      status: statusOf(problem.code),
      headers: toHeaders(problem),
      main: html`<h1>${title}</h1>
<p>${text}</p>`,
      footer: html`<a href="${prefix}${path}">${action}</a>`
    })
  }

/** Makes the page of a link that cannot change the address. The account page leads to sign-in without a session. */
export const changeRejected = rejected(noChange, Paths.account, "Go to your account")

/** Makes the page of a link that cannot restore an address. */
export const restorationRejected = rejected(noRestoration, Paths.signIn, "Go to sign-in")
