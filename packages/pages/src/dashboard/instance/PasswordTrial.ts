/**
 * A form that tests a password against the policy of an instance. The password is not stored or shown.
 */
import type { PolicyViolation } from "@latchkey/domain/password/PasswordErrors"
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { PasswordPolicy } from "@latchkey/domain/instance/PasswordPolicy"
import * as Password from "@latchkey/domain/password/Password"
import type { Violations } from "@latchkey/domain/password/PasswordViolations"
import { type Fragment, html } from "@latchkey/http/core/Page"
import * as Either from "effect/Either"
import { all } from "../../core/Fragments.ts"

/** Why a password does not meet the policy, one sentence per reason. Empty if it does. */
export type TrialResult = ReadonlyArray<string>

const texts: Readonly<Record<PolicyViolation, (policy: PasswordPolicy) => string>> = {
  too_short: ({ minLength }) => `It has fewer than ${minLength} characters.`,
  common: () => "It is too common: attackers try it first.",
  uppercase_required: () => "It has no uppercase letter.",
  lowercase_required: () => "It has no lowercase letter.",
  number_required: () => "It has no number.",
  special_required: () => "It has no symbol."
}

/** Tests a password against everything that does not depend on the user. */
export const test = (violations: Violations, instance: Instance, text: string): TrialResult =>
  Either.match(Password.parse(text), {
    onLeft: (reason) => [`It ${reason}.`],
    onRight: (password) =>
      violations({ instance, password }).map((violation) => texts[violation](instance.passwordPolicy))
  })

const viewResult = (result: TrialResult): Fragment =>
  result.length === 0
    ? html`<p class="notice good" role="status">This password meets the policy.</p>`
    : html`<div class="notice bad" role="alert"><p>This password doesn't meet the policy.</p><ul>${all(
        result.map((sentence) => html`<li>${sentence}</li>`)
      )}</ul></div>`

/** Makes the form, with the result if a password was tested. */
export const view = (action: string, result: TrialResult | undefined): Fragment =>
  html`<section class="card form" id="trial" aria-labelledby="trial-title"><h2 id="trial-title">Test a password</h2>
${result === undefined ? "" : viewResult(result)}
<form method="post" action="${action}"><div class="field"><div><label for="trial-password">Password</label>
<span class="hint" id="trial-hint">Checked against the saved policy. It isn't stored.</span></div>
<div><input id="trial-password" name="password" type="password" autocomplete="off" aria-describedby="trial-hint"></div></div>
<div class="save"><button class="quiet">Test password</button></div></form></section>`
