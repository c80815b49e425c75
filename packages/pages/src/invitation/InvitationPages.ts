/**
 * The page behind the link of an invitation, and why one cannot be accepted.
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { Instance } from "@latchkey/domain/instance/Instance"
import { type Fragment, html, type Page } from "@latchkey/http/core/Page"
import type { Problem } from "@latchkey/http/core/Problem"
import * as Option from "effect/Option"
import * as Field from "../core/Field.ts"
import { linkTo, strong } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import type { MessageOptions } from "../core/MessagePage.ts"
import * as Paths from "../core/Paths.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import { type Explanation, explain, rejectedPage } from "../magic-link/LinkProblem.ts"

/** An invitation of `email`. `current`: the address that the browser is signed in with. */
export interface OpenInvitation {
  readonly language: PageLanguage
  readonly instance: Instance
  readonly prefix: string
  readonly email: Email
  readonly current: Option.Option<Email>
  readonly linkToken: string
  readonly formTargets: ReadonlyArray<string>
}

const about = ({ current, email, language: { texts } }: OpenInvitation): Fragment =>
  Option.match(current, {
    onNone: () => texts.invitation.creating(strong(email)),
    onSome: (current) => texts.invitation.switchingTo(strong(current), strong(email))
  })

/**
 * Makes the page that accepts an invitation: one button, which mail scanners do not press. It has no focus, and shows
 * the whole address.
 */
export const confirmation = (invitation: OpenInvitation): Page => {
  const { formTargets, instance, language, linkToken, prefix } = invitation
  const { invitation: texts, password } = language.texts
  return frame({
    language,
    instance,
    title: texts.title(instance.name),
    formTargets,
    isNamed: true,
    main: html`<h1>${texts.heading(instance.name)}</h1>
<p>${about(invitation)}</p>
<form method="post" action="${prefix}${Paths.invitation}">
${Field.hidden("token", linkToken)}
<button>${password.createAccount}</button>
</form>
<p class="under soft">${texts.notYou}</p>`
  })
}

/** Explains to the user why an invitation cannot be accepted. */
const explainInvitation = (language: PageLanguage, problem: Problem): Explanation => {
  const { invitation, password } = language.texts
  switch (problem.code) {
    case "invalid_token":
      return { title: invitation.invalid, text: invitation.invalidText }
    case "sign_up_closed":
      return { title: password.closed, text: language.problem(problem) }
    default:
      return explain(language, problem, invitation)
  }
}

/** Makes the page of an invitation that cannot be accepted. */
export const rejected = (options: MessageOptions, problem: Problem): Page => {
  const { language, prefix } = options
  return rejectedPage(options, problem, {
    ...explainInvitation(language, problem),
    footer: linkTo(`${prefix}${Paths.signIn}`)(language.texts.core.goToSignIn)
  })
}
