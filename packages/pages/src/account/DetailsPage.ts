/**
 * The page that asks a user for what the instance wants to know, and where the user changes it later.
 */
import type { Instance } from "@latchkey/domain/instance/Instance"
import { labelIn, type UserFields } from "@latchkey/domain/instance/UserField"
import { type Fragment, html, type Page } from "@latchkey/http/core/Page"
import * as Field from "../core/Field.ts"
import { linkTo, none, when } from "../core/Fragments.ts"
import { frame } from "../core/Frame.ts"
import * as Paths from "../core/Paths.ts"
import * as ReturnUrl from "../core/ReturnUrl.ts"
import type { PageLanguage } from "../language/PageLanguage.ts"
import * as DetailsForm from "./DetailsForm.ts"

/**
 * - `fields`: those of the instance.
 * - `values`: what the form shows.
 * - `errors`: by the ids of the fields. `problem`: what is wrong with the form as a whole.
 * - `isChange`: whether the user comes from the account page, and goes back there.
 * - `skipUrl`: where the user goes on without answering; none if something is required.
 * - `returnUrl`: empty if there is none.
 */
export interface Details {
  readonly language: PageLanguage
  readonly instance: Instance
  readonly prefix: string
  readonly fields: UserFields
  readonly values: DetailsForm.Values
  readonly errors: Readonly<Record<string, string>>
  readonly problem?: string | undefined
  readonly isChange: boolean
  readonly skipUrl?: string | undefined
  readonly returnUrl: string
  readonly formTargets: ReadonlyArray<string>
}

/** The name of the query parameter, and the field, of a user who changes something. */
export const changeName = "change"

const style =
  ".box{display:grid;grid-template-columns:auto 1fr;gap:var(--space-2) var(--space-3);align-items:center}.box .error{grid-column:1/-1}"

const alert = ({ errors, fields, language, problem }: Details): Fragment => {
  const { tag, texts } = language
  const named = fields.flatMap((field) => {
    const id = DetailsForm.idOf(field)
    const error = errors[id]
    return error === undefined ? [] : [[id, texts.account.ofField(labelIn(field, tag), error)] as const]
  })
  return Field.alert({ text: problem ?? texts.core.problemHeading, fields: Object.fromEntries(named) })
}

/** Makes the page. */
export const page = (details: Details): Page => {
  const { errors, fields, formTargets, instance, isChange, language, prefix, returnUrl, skipUrl, values } = details
  const { account, core } = language.texts
  const title = isChange ? account.details : account.tellUs
  const hasErrors = details.problem !== undefined || Object.keys(errors).length > 0
  return frame({
    language,
    instance,
    title: hasErrors ? core.errorTitle(title) : title,
    status: hasErrors ? 400 : undefined,
    formTargets,
    style,
    main: html`<h1>${title}</h1>
${when(hasErrors, () => alert(details))}
${when(!isChange, () => html`<p>${account.tellUsWhy(instance.name)}</p>`)}
<form method="post" action="${prefix}${Paths.accountDetails}" novalidate>
${Field.hidden(ReturnUrl.parameter, returnUrl)}${isChange ? Field.hidden(changeName, "1") : none}
${DetailsForm.controls(language, fields, values, errors)}
<button>${isChange ? account.saveDetails : core.continue}</button>
</form>
${skipUrl === undefined ? none : html`<p class="soft">${linkTo(skipUrl)(account.notNow)}</p>`}`,
    ...(isChange ? { footer: html`<a href="${prefix}${Paths.account}">${core.account}</a>` } : {})
  })
}
