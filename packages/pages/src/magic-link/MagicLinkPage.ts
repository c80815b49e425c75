/**
 * The pages around links: it was sent, it waits for a word, it no longer works.
 *
 * @since 0.1.0
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { lifetime } from "@latchkey/domain/magic-link/MagicLinkRepository";
import { type Fragment, html } from "@latchkey/http/core/Html"
import { maskEmail } from "@latchkey/http/magic-link/MagicLinkPages"
import { statusOf, toHeaders, type Problem } from "@latchkey/http/core/Problem"
import * as Duration from "effect/Duration"
import type { Page } from "../core/Layout.ts"
import * as Paths from "../core/Paths.ts"
import * as FormError from "../core/FormError.ts"
import { withReturn } from "../password/CredentialsPage.ts"
import { parameter } from "../core/ReturnUrl.ts"
import * as Field from "../core/Field.ts"
import { none } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"

/**
 * - `email`: where the browser wants links to; empty if it never said.
 * - `returnTo`: the page to go back to; empty if there is none.
 * - `hasLinks`: whether a link can be asked for.
 *
 * @since 0.1.0
 */
export interface Asking {
  readonly instance: Instance | undefined
  readonly prefix: string
  readonly email: Email | ""
  readonly returnTo: string
  readonly hasLinks: boolean
}

const minutes = Duration.toMinutes(lifetime)

const otherWay = ({ prefix, returnTo }: Asking, text: string): Fragment =>
  html`<a href="${withReturn(`${prefix}${Paths.signIn}`, returnTo)}">${text}</a>`

/** The form that asks for a link: only a button where the address is known. */
const askForm = ({ email, prefix, returnTo }: Asking, button: string, isQuiet: boolean): Fragment =>
  html`<form method="post" action="${prefix}${Paths.signInLink}" novalidate>
${Field.hidden(parameter, returnTo)}
${
  email === ""
    ? Field.field({ id: "email", label: "Email address", type: "email", autocomplete: "email", isFocused: true })
    : Field.hidden("email", email)
}
${Field.hidden("again", email === "" ? "" : "1")}
${isQuiet ? html`<button class="quiet">${button}</button>` : html`<button${email === "" ? none : html` autofocus`}>${button}</button>`}
</form>`

/** A link is on its way. @since 0.1.0 */
export const checkYourMail = (asking: Asking, isAgain: boolean): Page => {
  const { email, instance } = asking
  const isKnown = email !== ""
  return frame({
    instance,
    title: "Check your mail",
    main: html`<h1>Check your mail</h1>
${isAgain ? Field.notice("A new link is on its way. Use the newest mail.") : none}
<p>${isKnown ? html`A link is on its way to <strong>${email}</strong>. It signs you in, once, within ${String(minutes)} minutes.` : html`If you have just asked for a link, it is on its way. It works once, within ${String(minutes)} minutes.`}</p>
<p class="soft">Open it in this browser, and you are signed in at once. In any other you are asked first. No mail after a minute? Look into the spam folder${isKnown ? ", and whether the address is right" : ""}.</p>
${isKnown ? askForm(asking, "Send it again", true) : none}`,
    footer: otherWay(asking, isKnown ? "Use another address" : "Back to sign-in")
  })
}

/** One button. The address is shown, so that nobody is signed in to somebody else's account unawares. @since 0.1.0 */
export const confirmation = (link: {
  readonly instance: Instance
  readonly maskedEmail: string
  readonly token: string
  readonly action: string
  readonly formTargets: ReadonlyArray<string>
}): Page =>
  frame({
    instance: link.instance,
    title: "Sign in",
    formTargets: link.formTargets,
    main: html`<h1>Sign in to ${link.instance.name}?</h1>
<p>You are about to sign in on this browser as <strong>${link.maskedEmail}</strong>.</p>
<form method="post" action="${link.action}">
${Field.hidden("token", link.token)}
<button autofocus>Sign in</button>
</form>
<p class="under soft">This is not you, or you did not ask for it? Close the page, and nothing happens.</p>`
  })

const isOver = ({ code }: Problem): boolean => code === "invalid_token" || code === "invalid_request"

const explained = (problem: Problem, instance: Instance | undefined): readonly [title: string, text: string] => {
  switch (problem.code) {
    case "invalid_token":
      return [
        "This link no longer works",
        `It or another one to the same address was used already, or it is older than ${minutes} minutes.`
      ]
    case "invalid_request":
      return ["This link is not complete", "Part of its address is missing. Open it from the mail once more."]
    case "magic_link_disabled":
      return ["Links do not work here", "They are switched off at the moment. Sign in with your password."]
    case "magic_link_rate_limited":
      return [
        "That was a bit fast",
        `This has not used your link up. Open it from the mail once more, in ${FormError.wait(problem.retryAfterSeconds ?? 60)}.`
      ]
    case "forbidden_origin":
      return ["Nothing was done", "Another site wanted to sign you in. If it was you, open the link from the mail."]
    default:
      return [
        "The link could not be checked",
        `${FormError.of(problem, instance).text} Then open the link from the mail once more.`
      ]
  }
}

/** Why the link does not sign in; where it is over, with one click to a new one. @since 0.1.0 */
export const refusal = (asking: Asking, problem: Problem): Page => {
  const [title, text] = explained(problem, asking.instance)
  const { email, hasLinks } = asking
  const offersAnother = isOver(problem) && hasLinks
  return frame({
    instance: asking.instance,
    title,
    status: statusOf(problem.code),
    headers: toHeaders(problem),
    main: html`<h1>${title}</h1>
<p>${text}</p>
${offersAnother && email !== "" ? html`<p>A new one goes to <strong>${maskEmail(email)}</strong>.</p>` : none}
${offersAnother ? askForm(asking, "Email me a new link", false) : none}`,
    footer: otherWay(asking, offersAnother ? "Sign in another way" : "Go to sign-in")
  })
}
