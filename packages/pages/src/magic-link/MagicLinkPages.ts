/**
 * The pages around sign-in links: "check your email", the confirmation, and why a link does not work.
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { lifetime } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { type Fragment, html, type Page } from "@latchkey/http/core/Page"
import { type Problem, statusOf, toHeaders } from "@latchkey/http/core/Problem"
import { explain, maskEmail, type UnconfirmedLink } from "@latchkey/http/magic-link/MagicLinkPages"
import * as Duration from "effect/Duration"
import * as Field from "../core/Field.ts"
import { none } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"

/**
 * What the pages know of the browser.
 *
 * - `instance`: missing in an outage.
 * - `email`: the address that it requested a link for; empty if it requested none.
 * - `returnUrl`: empty if there is none.
 * - `hasLinks`: whether it can request a link.
 */
export interface LinkRequester {
  readonly instance: Instance | undefined
  readonly prefix: string
  readonly email: Email | ""
  readonly returnUrl: string
  readonly hasLinks: boolean
}

const minutes = Duration.toMinutes(lifetime)

const signInLink = ({ prefix, returnUrl }: LinkRequester, text: string): Fragment =>
  html`<a href="${ReturnUrl.append(`${prefix}${Paths.signIn}`, returnUrl)}">${text}</a>`

/** Makes the form that requests a link: only a button if the address is known. */
const requestForm = ({ email, prefix, returnUrl }: LinkRequester, button: string, isQuiet: boolean): Fragment =>
  html`<form method="post" action="${prefix}${Paths.signInLink}" novalidate>
${Field.hidden(ReturnUrl.parameter, returnUrl)}
${
  email === ""
    ? Field.field({ id: "email", label: "Email address", type: "email", autocomplete: "email", isFocused: true })
    : Field.hidden("email", email)
}
${Field.hidden("again", email === "" ? "" : "1")}
${isQuiet ? html`<button class="quiet">${button}</button>` : html`<button${email === "" ? none : html` autofocus`}>${button}</button>`}
</form>`

/** Makes the page that follows a request. `isAgain`: whether it was a repeated one. */
export const checkYourEmail = (requester: LinkRequester, isAgain: boolean): Page => {
  const { email, instance } = requester
  const isKnown = email !== ""
  return frame({
    instance,
    title: "Check your email",
    main: html`<h1>Check your email</h1>
${isAgain ? Field.notice("We're sending a new link. Use the one in the newest email.") : none}
<p>${isKnown ? html`We're sending a sign-in link to <strong>${email}</strong>.` : "If you just requested a sign-in link, we're sending it."} It works once and expires in ${String(minutes)} minutes.</p>
<p class="soft">Open the link on this device to sign in right away. On another device you'll be asked to confirm. No email? Check your spam folder${isKnown ? " and the address above" : ""}.</p>
${isKnown ? requestForm(requester, "Resend link", true) : none}`,
    footer: signInLink(requester, isKnown ? "Use another email address" : "Back to sign-in")
  })
}

/** Makes the page that asks before signing in on a device that did not request the link. */
export const confirmation = (
  instance: Instance,
  { action, email, linkToken }: Omit<UnconfirmedLink, "home">,
  formTargets: ReadonlyArray<string>
): Page =>
  frame({
    instance,
    title: "Sign in",
    formTargets,
    main: html`<h1>Sign in to ${instance.name}?</h1>
<p>You're about to sign in on this device as <strong>${maskEmail(email)}</strong>.</p>
<form method="post" action="${action}">
${Field.hidden("token", linkToken)}
<button autofocus>Sign in</button>
</form>
<p class="under soft">Not you, or didn't request this? Close this page. You won't be signed in.</p>`
  })

/** Makes the page of a link that does not sign in. Offers a new one if the link itself is the problem. */
export const rejected = (requester: LinkRequester, problem: Problem): Page => {
  const { email, hasLinks, instance } = requester
  const { text, title } = explain(problem)
  const offersNewLink = hasLinks && (problem.code === "invalid_token" || problem.code === "invalid_request")
  return frame({
    instance,
    title,
    status: statusOf(problem.code),
    headers: toHeaders(problem),
    main: html`<h1>${title}</h1>
<p>${text}</p>
${offersNewLink && email !== "" ? html`<p>We can send a new link to <strong>${maskEmail(email)}</strong>.</p>` : none}
${offersNewLink ? requestForm(requester, "Email me a new link", false) : none}`,
    footer: signInLink(requester, offersNewLink ? "Sign in another way" : "Go to sign-in")
  })
}
