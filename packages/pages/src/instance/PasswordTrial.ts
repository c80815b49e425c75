/**
 * A box to try a password against the policy of an instance. The password is looked at, and is nowhere afterwards.
 *
 * @since 0.1.0
 */
import * as Password from "@latchkey/domain/password/Password"
import { type PasswordPolicy, type Violation, violations } from "@latchkey/domain/instance/PasswordPolicy"
import { type Fragment, html } from "@latchkey/http/core/Html"
import * as Either from "effect/Either"
import { all } from "../core/Fragments.ts"

/** Why it would be refused, in words; empty when it would do. @since 0.1.0 */
export type Answer = ReadonlyArray<string>

const words: Readonly<Record<Violation, (policy: PasswordPolicy) => string>> = {
  too_short: ({ minLength }) => `It is too short: at least ${minLength} characters are needed.`,
  uppercase_required: () => "It has no uppercase letter.",
  lowercase_required: () => "It has no lowercase letter.",
  number_required: () => "It has no digit.",
  special_required: () => "It has no special character."
}

/** Tries a password against the policy that is in force. @since 0.1.0 */
export const tryOut = (policy: PasswordPolicy, text: string): Answer =>
  Either.match(Password.parse(text), {
    onLeft: (reason) => [`It ${reason}.`],
    onRight: (password) => violations(policy, password).map((violation) => words[violation](policy))
  })

const answerOf = (answer: Answer): Fragment =>
  answer.length === 0
    ? html`<p class="notice good" role="status">This password would do.</p>`
    : html`<div class="notice bad" role="alert"><p>This password would be refused.</p><ul>${all(
        answer.map((sentence) => html`<li>${sentence}</li>`)
      )}</ul></div>`

/** The form, and the answer if a password was tried. @since 0.1.0 */
export const view = (action: string, answer: Answer | undefined): Fragment =>
  html`<form class="trial" id="trial" method="post" action="${action}">
<h3>Try a password</h3>
${answer === undefined ? "" : answerOf(answer)}
<div class="field"><label for="trial-password">Password</label>
<span class="hint" id="trial-hint">It is checked against the saved policy, and kept nowhere.</span>
<input id="trial-password" name="password" type="password" autocomplete="off" aria-describedby="trial-hint"></div>
<button class="quiet">Try it</button></form>`
