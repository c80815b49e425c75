/**
 * The pages of a sign-up that waits for its address to be verified: "check your email", the button behind the link, and
 * what follows it.
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { linkLifetime } from "@latchkey/domain/pending-sign-up/PendingSignUpRepository"
import { type Fragment, html, type Page } from "@latchkey/http/core/Page"
import { type Problem, statusOf, toHeaders, userTextOf } from "@latchkey/http/core/Problem"
import { explain } from "@latchkey/http/magic-link/MagicLinkPages"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Field from "../core/Field.ts"
import { none } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import type { MessageOptions } from "../core/MessagePage.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"

const minutes = Duration.toMinutes(linkLifetime)

/**
 * `email`: the address that the browser signed up with; empty if it is unknown. `returnUrl`: empty if there is none.
 */
export interface SignUpRequester extends MessageOptions {
  readonly email: Email | ""
  readonly returnUrl: string
}

const link = ({ prefix, returnUrl }: SignUpRequester, path: string, text: string): Fragment =>
  html`<a href="${ReturnUrl.append(`${prefix}${path}`, returnUrl)}">${text}</a>`

/** Makes the page that follows a sign-up. It does not tell whether the address has an account. */
export const checkYourEmail = (requester: SignUpRequester): Page => {
  const { email, instance } = requester
  const address = email === "" ? html`your email address` : html`<strong>${email}</strong>`
  return frame({
    instance,
    title: "Check your email",
    main: html`<h1>Check your email</h1>
<p>We're sending an email to ${address}. If you're new here, open its link to create your account. The link works once and expires in ${String(minutes)} minutes.</p>
<p class="soft">Open the link in this browser to keep the password you've just chosen. No email? Check your spam folder, or ${link(requester, Paths.signUp, "sign up again")}.</p>`,
    footer: html`Have an account? ${link(requester, Paths.signIn, "Sign in")}`
  })
}

/**
 * A link that completes the sign-up of `email`. `keepsPassword`: with the password that was chosen in this browser.
 * `current`: the address that the browser is signed in with.
 */
export interface OpenSignUp {
  readonly instance: Instance
  readonly prefix: string
  readonly email: Email
  readonly keepsPassword: boolean
  readonly current: Option.Option<Email>
  readonly linkToken: string
  readonly formTargets: ReadonlyArray<string>
}

const about = ({ current, email }: OpenSignUp): Fragment =>
  Option.match(current, {
    onNone: () => html`This completes the sign-up with <strong>${email}</strong>, and signs you in on this device.`,
    onSome: (current) =>
      html`You're signed in as <strong>${current}</strong>. Continuing completes the sign-up with <strong>${email}</strong>, and signs you in with that account.`
  })

const aboutPassword = ({ keepsPassword }: OpenSignUp): Fragment =>
  keepsPassword
    ? none
    : html`<p>The password from the sign-up isn't used here. For your security, only the browser that you chose it in can keep it. You can set one afterwards.</p>`

/**
 * Makes the page that completes a sign-up: one button, which mail scanners do not press. It has no focus, and shows the
 * whole address.
 */
export const confirmation = (signUp: OpenSignUp): Page => {
  const { formTargets, instance, linkToken, prefix } = signUp
  return frame({
    instance,
    title: "Complete your sign-up",
    formTargets,
    isNamed: true,
    main: html`<h1>Join ${instance.name}?</h1>
<p>${about(signUp)}</p>
${aboutPassword(signUp)}
<form method="post" action="${prefix}${Paths.verifySignUp}">
${Field.hidden("token", linkToken)}
<button>Complete sign-up</button>
</form>
<p class="under soft">Not you, or didn't sign up? Close this page. Nothing will change.</p>`
  })
}

/** Makes the page that follows a sign-up whose password was not kept. `next`: where the user can go without one. */
export const passwordNeeded = ({ instance, prefix }: MessageOptions, next: string): Page =>
  frame({
    instance,
    title: "Your account is ready",
    main: html`<h1>Your account is ready</h1>
<p>You're signed in. For your security, only the browser that you signed up in can keep the password, so your account has none yet.</p>
<p><a class="button" href="${prefix}${Paths.account}#password-part">Set a password</a></p>`,
    footer: html`<a href="${next}">Continue without a password</a>`
  })

const again = "Open the link in the email again."

/** Explains to the user why a sign-up cannot be completed. */
const explainSignUp = (problem: Problem): { readonly title: string; readonly text: string } => {
  switch (problem.code) {
    case "invalid_token":
      return {
        title: "This link no longer works",
        text: "It has expired, or has already been used. If you have an account, you can sign in."
      }
    case "sign_up_closed":
      return { title: "Sign-up is closed", text: userTextOf(problem) }
    case "forbidden_origin":
      return { title: "Request blocked", text: `${userTextOf(problem)} To sign up, open the link in the email.` }
    case "invalid_request":
    case "magic_link_rate_limited":
    case "password_disabled":
      return explain(problem)
    default:
      return { title: "We couldn't check your link", text: `${userTextOf(problem)} ${again}` }
  }
}

/** Makes the page of a link that completes no sign-up. Offers a new sign-up if the link itself is the problem. */
export const rejected = (requester: SignUpRequester, problem: Problem): Page => {
  const { text, title } = explainSignUp(problem)
  const mayRepeat = problem.code === "invalid_token" || problem.code === "invalid_request"
  return frame({
    instance: requester.instance,
    title,
    status: statusOf(problem.code),
    headers: toHeaders(problem),
    main: html`<h1>${title}</h1>
<p>${text}</p>`,
    footer: html`${link(requester, Paths.signIn, "Go to sign-in")}${mayRepeat ? html` or ${link(requester, Paths.signUp, "sign up again")}` : none}`
  })
}
