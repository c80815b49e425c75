/**
 * The pages around sign-in links: "check your email", the confirmation, and why a link does not work.
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { lifetime } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { type Fragment, html, type Page } from "@latchkey/http/core/Page"
import { type Problem, statusOf, toHeaders } from "@latchkey/http/core/Problem"
import { explain, passwordRemovedText, type UnconfirmedLink } from "@latchkey/http/magic-link/MagicLinkPages"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import * as Field from "../core/Field.ts"
import type { FormError } from "../core/FormError.ts"
import { none } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import type { MessageOptions } from "../core/MessagePage.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import { editName, sourceName } from "../password/SignInPages.ts"

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

/** The value of the field `source` on the page that follows a request. */
export const checkYourEmailSource = "check-your-email"

/** The value of the field `source` on the page of a link that does not sign in. */
export const rejectedLinkSource = "rejected-link"

/**
 * A form that requests a link.
 *
 * - `typed`: what the user typed, if the address is not known.
 * - `error`: why the last request failed.
 */
interface RequestForm {
  readonly source: string
  readonly button: Fragment
  readonly typed?: string
  readonly error?: FormError | undefined
}

/** Makes the form that requests a link: only a button if the address is known. */
const requestForm = ({ email, prefix, returnUrl }: LinkRequester, form: RequestForm): Fragment =>
  html`<form method="post" action="${prefix}${Paths.signInLink}" novalidate>
${Field.hidden(ReturnUrl.parameter, returnUrl)}
${
  email === ""
    ? Field.field({
        id: "email",
        label: "Email address",
        type: "email",
        autocomplete: "email",
        value: form.typed ?? "",
        error: form.error?.fields["email"],
        isFocused: true
      })
    : Field.hidden("email", email)
}
${Field.hidden(sourceName, form.source)}
${form.button}
</form>`

const anotherEmail = ({ email, prefix, returnUrl }: LinkRequester): Fragment =>
  Field.linkButton(
    `${prefix}${Paths.signInEmail}`,
    { email, [editName]: "1", [ReturnUrl.parameter]: returnUrl },
    "Use another email address"
  )

/** Returns `true` if only addresses with an account get a link. The page must not tell which do. */
const needsAccount = ({ instance }: LinkRequester): boolean => instance?.isSignUpOpen === false

/** Says what was requested. After a failed repetition it is no new link. */
const aboutRequest = (requester: LinkRequester, isNew: boolean): Fragment => {
  const { email } = requester
  if (isNew && needsAccount(requester)) {
    const address = email === "" ? html`your email address` : html`<strong>${email}</strong>`
    return html`If there's an account for ${address}, we're sending a sign-in link.`
  }
  if (email === "") return html`If you just requested a sign-in link, we're sending it.`
  return isNew
    ? html`We're sending a sign-in link to <strong>${email}</strong>.`
    : html`You requested a sign-in link for <strong>${email}</strong>.`
}

const aboutRepetition = (requester: LinkRequester): string =>
  needsAccount(requester)
    ? "If there's an account for this address, we're sending a new link. Use the one in the newest email."
    : "We're sending a new link. Use the one in the newest email."

/**
 * Makes the page that follows a request. `isAgain`: whether it was a repeated one. `error`: why repeating it failed.
 */
export const checkYourEmail = (
  requester: LinkRequester,
  { error, isAgain = false }: { readonly isAgain?: boolean; readonly error?: FormError }
): Page => {
  const { email, instance } = requester
  const isKnown = email !== ""
  return frame({
    instance,
    title: error === undefined ? "Check your email" : "Error: Check your email",
    status: error?.status,
    headers: error?.headers ?? {},
    main: html`<h1>Check your email</h1>
${error === undefined ? none : Field.alert(error)}
${isAgain ? Field.notice(aboutRepetition(requester)) : none}
<p>${aboutRequest(requester, error === undefined)} It works once and expires in ${String(minutes)} minutes.</p>
<p class="soft">Open the link on this device to sign in right away. On another device you'll be asked to confirm. No email? Check your spam folder${isKnown ? " and the address above" : ""}.</p>
${isKnown ? requestForm(requester, { source: checkYourEmailSource, button: html`<button class="quiet">Resend link</button>` }) : none}`,
    footer: isKnown ? anotherEmail(requester) : signInLink(requester, "Back to sign-in")
  })
}

/**
 * Makes the page that asks before signing in on a device that did not request the link. It shows the whole address, and
 * its button has no focus: someone else may have sent a link to their own account.
 */
export const confirmation = (
  instance: Instance,
  { action, current, email, linkToken }: Omit<UnconfirmedLink, "home">,
  formTargets: ReadonlyArray<string>
): Page => {
  const about = Option.match(current, {
    onNone: () => html`You're about to sign in on this device as <strong>${email}</strong>.`,
    onSome: (current) =>
      html`You're signed in as <strong>${current}</strong>. Continuing switches to <strong>${email}</strong>.`
  })
  const [button, otherwise] = Option.isSome(current)
    ? ["Continue", "Nothing will change."]
    : ["Sign in", "You won't be signed in."]
  return frame({
    instance,
    title: "Sign in",
    formTargets,
    isNamed: true,
    main: html`<h1>Sign in to ${instance.name}?</h1>
<p>${about}</p>
<form method="post" action="${action}">
${Field.hidden("token", linkToken)}
<button>${button}</button>
</form>
<p class="under soft">Not you, or didn't request this? Close this page. ${otherwise}</p>`
  })
}

/** Makes the page that follows a first verification that removed a password. `next`: where "Continue" leads. */
export const passwordRemoved = ({ instance, prefix }: MessageOptions, next: string): Page =>
  frame({
    instance,
    title: "You're signed in",
    ...(instance?.authConfig.password === false
      ? {
          main: html`<h1>You're signed in</h1>
<p>${passwordRemovedText}</p>
<p><a class="button" href="${next}">Continue</a></p>`
        }
      : {
          main: html`<h1>You're signed in</h1>
<p>${passwordRemovedText}</p>
<p><a class="button" href="${prefix}${Paths.account}#password-part">Set a new password</a></p>`,
          footer: html`<a href="${next}">Continue without a password</a>`
        })
  })

const knownRecipient = ({ email }: LinkRequester): Fragment =>
  email === "" ? none : html`<p>We can send a new link to <strong>${email}</strong>.</p>`

const newLinkForm = (requester: LinkRequester, form: Pick<RequestForm, "error" | "typed"> = {}): Fragment => {
  const focus = requester.email === "" ? none : html` autofocus`
  const button = html`<button${focus}>Email me a new link</button>`
  return requestForm(requester, { ...form, source: rejectedLinkSource, button })
}

/** Makes the page of a link that does not sign in. Offers a new one if the link itself is the problem. */
export const rejected = (requester: LinkRequester, problem: Problem): Page => {
  const { hasLinks, instance } = requester
  const { text, title } = explain(problem)
  const offersNewLink = hasLinks && (problem.code === "invalid_token" || problem.code === "invalid_request")
  return frame({
    instance,
    title,
    status: statusOf(problem.code),
    headers: toHeaders(problem),
    main: html`<h1>${title}</h1>
<p>${text}</p>
${offersNewLink ? html`${knownRecipient(requester)}\n${newLinkForm(requester)}` : none}`,
    footer: signInLink(requester, offersNewLink ? "Sign in another way" : "Go to sign-in")
  })
}

/**
 * Makes the page of a link that does not sign in again, after a request for a new one failed. `typed`: as in the form.
 */
export const newLink = (requester: LinkRequester, typed: string, error: FormError): Page =>
  frame({
    instance: requester.instance,
    title: "Error: Get a new link",
    status: error.status,
    headers: error.headers,
    main: html`<h1>Get a new link</h1>
${Field.alert(error)}
${knownRecipient(requester)}
${newLinkForm(requester, { typed, error })}`,
    footer: signInLink(requester, "Sign in another way")
  })
