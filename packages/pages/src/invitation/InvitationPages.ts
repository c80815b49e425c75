/**
 * The page behind the link of an invitation, and why one cannot be accepted.
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { type Fragment, html, type Page } from "@latchkey/http/core/Page"
import { type Problem, statusOf, toHeaders, userTextOf } from "@latchkey/http/core/Problem"
import { explain } from "@latchkey/http/magic-link/MagicLinkPages"
import * as Option from "effect/Option"
import * as Field from "../core/Field.ts"
import { frame } from "../core/Frame.ts"
import type { MessageOptions } from "../core/MessagePage.ts"
import * as Paths from "../core/Paths.ts"

/** An invitation of `email`. `current`: the address that the browser is signed in with. */
export interface OpenInvitation {
  readonly instance: Instance
  readonly prefix: string
  readonly email: Email
  readonly current: Option.Option<Email>
  readonly linkToken: string
  readonly formTargets: ReadonlyArray<string>
}

const about = ({ current, email }: OpenInvitation): Fragment =>
  Option.match(current, {
    onNone: () => html`This creates an account for <strong>${email}</strong>, and signs you in on this device.`,
    onSome: (current) =>
      html`You're signed in as <strong>${current}</strong>. Continuing creates an account for <strong>${email}</strong>, and signs you in with it.`
  })

/**
 * Makes the page that accepts an invitation: one button, which mail scanners do not press. It has no focus, and shows
 * the whole address.
 */
export const confirmation = (invitation: OpenInvitation): Page => {
  const { formTargets, instance, linkToken, prefix } = invitation
  return frame({
    instance,
    title: `Join ${instance.name}`,
    formTargets,
    isNamed: true,
    main: html`<h1>Join ${instance.name}?</h1>
<p>${about(invitation)}</p>
<form method="post" action="${prefix}${Paths.invitation}">
${Field.hidden("token", linkToken)}
<button>Create account</button>
</form>
<p class="under soft">Not you, or weren't expecting this? Close this page. No account will be created.</p>`
  })
}

const again = "Open the link in the email again."

/** Explains to the user why an invitation cannot be accepted. */
const explainInvitation = (problem: Problem): { readonly title: string; readonly text: string } => {
  switch (problem.code) {
    case "invalid_token":
      return {
        title: "This invitation no longer works",
        text: "It has expired, was withdrawn, or has already been used. If you have an account, you can sign in."
      }
    case "sign_up_closed":
      return { title: "Sign-up is closed", text: userTextOf(problem) }
    case "forbidden_origin":
      return { title: "Request blocked", text: `${userTextOf(problem)} To join, open the link in the email.` }
    case "invalid_request":
    case "magic_link_rate_limited":
      return explain(problem)
    default:
      return { title: "We couldn't check your invitation", text: `${userTextOf(problem)} ${again}` }
  }
}

/** Makes the page of an invitation that cannot be accepted. */
export const rejected = ({ instance, prefix }: MessageOptions, problem: Problem): Page => {
  const { text, title } = explainInvitation(problem)
  return frame({
    instance,
    title,
    status: statusOf(problem.code),
    headers: toHeaders(problem),
    main: html`<h1>${title}</h1>
<p>${text}</p>`,
    footer: html`<a href="${prefix}${Paths.signIn}">Go to sign-in</a>`
  })
}
