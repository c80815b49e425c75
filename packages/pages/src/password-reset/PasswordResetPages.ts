/**
 * The pages for users who have forgotten their password: the form that requests a link, what follows it, and the form
 * behind the link.
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { lifetime } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { type Fragment, html, type Page } from "@latchkey/http/core/Page"
import { type Problem, statusOf, toHeaders, userTextOf } from "@latchkey/http/core/Problem"
import { explain } from "@latchkey/http/magic-link/MagicLinkPages"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Field from "../core/Field.ts"
import type { FormError } from "../core/FormError.ts"
import { none } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import type { MessageOptions } from "../core/MessagePage.ts"
import { pageScript } from "../core/PageScript.ts"
import * as PasswordPolicyText from "../core/PasswordPolicyText.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"

const minutes = Duration.toMinutes(lifetime)

/** `returnUrl`: empty if there is none. */
interface Forgotten extends MessageOptions {
  readonly returnUrl: string
}

/** `email`: what the user typed; empty at first. */
export interface ForgottenForm extends Forgotten {
  readonly email: string
  readonly error?: FormError | undefined
}

/** `email`: the address that the browser requested a link for; empty if it requested none. */
export interface SentRequest extends Forgotten {
  readonly email: Email | ""
}

/** A link that sets the password of `email`. `current`: the address that the browser is signed in with, if another. */
export interface ResetForm {
  readonly instance: Instance
  readonly prefix: string
  readonly email: Email
  readonly current: Option.Option<Email>
  readonly linkToken: string
  readonly formTargets: ReadonlyArray<string>
  readonly error?: FormError | undefined
}

const link = ({ prefix, returnUrl }: Forgotten, path: string, text: string): Fragment =>
  html`<a href="${ReturnUrl.append(`${prefix}${path}`, returnUrl)}">${text}</a>`

/** Makes the page that requests a link. */
export const forgotten = (form: ForgottenForm): Page => {
  const { email, error, instance, prefix, returnUrl } = form
  return frame({
    instance,
    title: error === undefined ? "Forgot your password?" : "Error: Forgot your password?",
    status: error?.status,
    headers: error?.headers ?? {},
    main: html`<h1>Forgot your password?</h1>
${error === undefined ? none : Field.alert(error)}
<p>Enter your email address, and we'll send you a link to set a new password.</p>
<form method="post" action="${prefix}${Paths.forgotPassword}" novalidate>
${Field.hidden(ReturnUrl.parameter, returnUrl)}
${Field.field({
  id: "email",
  label: "Email address",
  type: "email",
  autocomplete: "username",
  value: email,
  error: error?.fields["email"],
  isFocused: true
})}
<button>Email me a link</button>
</form>`,
    footer: link(form, Paths.signIn, "Back to sign-in")
  })
}

/** Makes the page that follows a request. It does not tell whether the address has an account. */
export const sent = (request: SentRequest): Page => {
  const { email, instance } = request
  const address = email === "" ? html`your email address` : html`<strong>${email}</strong>`
  return frame({
    instance,
    title: "Check your email",
    main: html`<h1>Check your email</h1>
<p>If there's an account for ${address}, we're sending a link to set a new password. It works once and expires in ${String(minutes)} minutes.</p>
<p class="soft">No email? Check your spam folder, or ${link(request, Paths.forgotPassword, "try again")}. You may have signed up with another address.</p>`,
    footer: link(request, Paths.signIn, "Back to sign-in")
  })
}

const whose = ({ current, email }: ResetForm): Fragment =>
  Option.match(current, {
    onNone: () => html`You're setting the password of <strong>${email}</strong>.`,
    onSome: (current) =>
      html`You're signed in as <strong>${current}</strong>. Continuing sets the password of <strong>${email}</strong>, and signs you in with that account.`
  })

/**
 * Makes the page that sets a new password. It shows the whole address: someone else may have sent a link to their own
 * account.
 */
export const form = (resetForm: ResetForm): Page => {
  const { email, error, formTargets, instance, linkToken, prefix } = resetForm
  const isGeneral = error !== undefined && Object.keys(error.fields).length === 0
  return frame({
    instance,
    title: error === undefined ? "Set a new password" : "Error: Set a new password",
    status: error?.status,
    headers: error?.headers ?? {},
    formTargets,
    script: pageScript,
    main: html`<h1>Set a new password</h1>
${error === undefined ? none : Field.alert(error)}
<p>${whose(resetForm)}</p>
<form method="post" action="${prefix}${Paths.resetPassword}" novalidate>
${Field.hidden("token", linkToken)}
<input type="text" name="username" autocomplete="username" value="${email}" readonly hidden>
${Field.field({
  id: "password",
  label: "New password",
  type: "password",
  autocomplete: "new-password",
  hint: PasswordPolicyText.describe(instance.passwordPolicy),
  rules: PasswordPolicyText.rules(instance.passwordPolicy),
  error: error?.fields["password"],
  describedBy: isGeneral ? Field.alertId : undefined,
  isFocused: error !== undefined
})}
<button>Set password and sign in</button>
<p class="under soft">This signs you out on all other devices. Not your account? Close this page. Nothing will change.</p>
</form>`
  })
}

const passwordsOff = html`You can't use a password here. Sign in with a link.`
const cannotSendEmails = html`We can't send emails at the moment, so you can't set a new password.`

/** Explains to the user why a link sets no password. */
const explainReset = (problem: Problem): { readonly title: string; readonly text: string | Fragment } => {
  const { text, title } = explain(problem)
  switch (problem.code) {
    case "magic_link_disabled":
      return { title, text: cannotSendEmails }
    case "forbidden_origin":
      return { title, text: `${userTextOf(problem)} To set a new password, open the link from the email.` }
    default:
      return { title, text }
  }
}

/** Makes the page of a link that cannot be used. Offers a new one if the link itself is the problem. */
export const rejected = (options: Forgotten, problem: Problem): Page => {
  const { text, title } = explainReset(problem)
  const offersNewLink = problem.code === "invalid_token" || problem.code === "invalid_request"
  return frame({
    instance: options.instance,
    title,
    status: statusOf(problem.code),
    headers: toHeaders(problem),
    main: html`<h1>${title}</h1>
<p>${text}</p>
${offersNewLink ? html`<p><a class="button" href="${ReturnUrl.append(`${options.prefix}${Paths.forgotPassword}`, options.returnUrl)}">Get a new link</a></p>` : none}`,
    footer: link(options, Paths.signIn, "Go to sign-in")
  })
}

/**
 * Makes the page of an instance without passwords, or of a service that sends no emails. `status`: of a form that was
 * posted all the same.
 */
export const unavailable = (options: Forgotten, status?: number): Page =>
  frame({
    instance: options.instance,
    title: "Forgot your password?",
    status,
    main: html`<h1>Forgot your password?</h1>
<p>${options.instance?.authConfig.password === false ? passwordsOff : cannotSendEmails}</p>`,
    footer: link(options, Paths.signIn, "Back to sign-in")
  })
