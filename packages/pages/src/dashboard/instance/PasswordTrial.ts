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
import type { DashboardTexts } from "../DashboardTexts.ts"

/** Why a password does not meet the policy, one sentence per reason. Empty if it does. */
export type TrialResult = ReadonlyArray<string>

type Texts = DashboardTexts["instance"]["trial"]

const textOf = (texts: Texts, violation: PolicyViolation, { minLength }: PasswordPolicy): string => {
  switch (violation) {
    case "too_short":
      return texts.tooShort(minLength)
    case "common":
      return texts.common
    case "uppercase_required":
      return texts.uppercase
    case "lowercase_required":
      return texts.lowercase
    case "number_required":
      return texts.number
    case "special_required":
      return texts.special
  }
}

const malformed: Readonly<Record<Password.Malformed, "empty" | "malformed" | "tooLong">> = {
  "is empty": "empty",
  "is too long": "tooLong",
  "contains characters that are not allowed": "malformed"
}

/** Tests a password against everything that does not depend on the user. */
export const test = (texts: Texts, violations: Violations, instance: Instance, text: string): TrialResult =>
  Either.match(Password.parse(text), {
    onLeft: (reason) => [texts[malformed[reason]]],
    onRight: (password) =>
      violations({ instance, password }).map((violation) => textOf(texts, violation, instance.passwordPolicy))
  })

const viewResult = (texts: Texts, result: TrialResult): Fragment =>
  result.length === 0
    ? html`<p class="notice good" role="status">${texts.meets}</p>`
    : html`<div class="notice bad" role="alert"><p>${texts.fails}</p><ul>${all(
        result.map((sentence) => html`<li>${sentence}</li>`)
      )}</ul></div>`

/** Makes the form, with the result if a password was tested. */
export const view = (texts: Texts, action: string, result: TrialResult | undefined): Fragment =>
  html`<section class="card form" id="trial" aria-labelledby="trial-title"><h2 id="trial-title">${texts.title}</h2>
${result === undefined ? "" : viewResult(texts, result)}
<form method="post" action="${action}"><div class="field"><div><label for="trial-password">${texts.password}</label>
<span class="hint" id="trial-hint">${texts.hint}</span></div>
<div><input id="trial-password" name="password" type="password" autocomplete="off" aria-describedby="trial-hint"></div></div>
<div class="save"><button class="quiet">${texts.button}</button></div></form></section>`
