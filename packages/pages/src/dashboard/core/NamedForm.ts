/**
 * Forms about operators and API keys: their fields, and what is wrong with them.
 */
import { decodePayload } from "@latchkey/http/core/RequestReader"
import { type EndpointError, toProblem } from "@latchkey/http/core/Endpoint"
import { type Fragment, html } from "@latchkey/http/core/Page"
import type { InvalidField, Problem, ProblemCode } from "@latchkey/http/core/Problem"
import type { Role } from "@latchkey/domain/operator/Role"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as FormInput from "../../core/FormInput.ts"
import { all, when } from "../../core/Fragments.ts"
import type { DashboardTexts } from "../DashboardTexts.ts"
import type { DashboardLanguage } from "./DashboardLanguage.ts"
import { flag } from "./Elements.ts"

/** A field of a form. `options`: the choices of a select element. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly type?: "date" | "email" | "text"
  readonly options?: ReadonlyArray<{ readonly value: string; readonly label: string }>
}

/** What a form contains. `errors`: its invalid fields. `problem`: what is wrong apart from them. */
export interface FormState {
  readonly values: Readonly<Record<string, string>>
  readonly errors: ReadonlyArray<InvalidField>
  readonly problem?: Problem
}

const roles = ["viewer", "support", "admin"] as const satisfies ReadonlyArray<Role>

/** Makes the field of a name. */
export const nameField = ({ name, nameHint }: DashboardTexts["core"]): Field => ({
  name: "name",
  label: name,
  hint: nameHint
})

/** Makes the field of a role. */
export const roleField = ({ role, roleChoices }: DashboardTexts["core"]): Field => ({
  name: "role",
  label: role,
  options: roles.map((value) => ({ value, label: roleChoices[value] }))
})

const input = ({ name, options, type = "text" }: Field, value: string, attributes: Fragment): Fragment =>
  options === undefined
    ? html`<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="off" spellcheck="false"${attributes}>`
    : html`<select id="${name}" name="${name}"${attributes}>${all(
        options.map(
          (option) =>
            html`<option value="${option.value}"${flag("selected", option.value === value)}>${option.label}</option>`
        )
      )}</select>`

const fieldOf = (
  { reason, texts }: DashboardLanguage,
  field: Field,
  { errors, values }: FormState,
  isFocused: boolean
): Fragment => {
  const { hint, label, name } = field
  const error = errors.find((found) => found.field === name)
  const described = [hint === undefined ? "" : `${name}-hint`, error === undefined ? "" : `${name}-error`]
    .filter(Boolean)
    .join(" ")
  const attributes = html`${when(described !== "", () => html` aria-describedby="${described}"`)}${when(error !== undefined, () => html` aria-invalid="true"`)}${flag("autofocus", isFocused)}`
  return html`<div class="field"><div><label for="${name}">${label}</label>
${when(hint !== undefined, () => html`<span class="hint" id="${name}-hint">${hint ?? ""}</span>`)}</div><div>${input(field, values[name] ?? "", attributes)}
${when(error !== undefined, () => html`<span class="error" id="${name}-error">${texts.core.fieldError(label, reason(error?.reason ?? ""))}</span>`)}</div></div>`
}

/** Makes the fields of a form. */
export const fieldsOf = (language: DashboardLanguage, fields: ReadonlyArray<Field>, state: FormState): Fragment => {
  const focused = fields.find(({ name }) => state.errors.some(({ field }) => field === name))
  return all(fields.map((field) => fieldOf(language, field, state, field === focused)))
}

/** Makes a form without errors. */
export const untouched = (values: FormState["values"]): FormState => ({ values, errors: [] })

/** Returns what the fields of a submitted form contain. */
export const valuesIn = (fields: ReadonlyArray<Field>, form: URLSearchParams): FormState["values"] =>
  Object.fromEntries(fields.map(({ name }) => [name, FormInput.textOf(form, name).trim()]))

/** The problems that the administrator can correct in the form. */
const correctable: ReadonlyArray<ProblemCode> = ["invalid_request", "last_admin_required", "operator_already_exists"]

/**
 * Makes the function that decodes the values of a form, and runs an action with them. Problems that the administrator
 * can correct become the state of a rejected form. Empty values are left out.
 */
export const submit =
  <A, I>(schema: Schema.Schema<A, I>) =>
  <B, E extends EndpointError, R>(values: FormState["values"], run: (decoded: A) => Effect.Effect<B, E, R>) =>
    decodePayload(schema)(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""))).pipe(
      Effect.flatMap(run),
      Effect.mapError((error: EndpointError) => toProblem(error)),
      Effect.map((value) => ({ _tag: "Accepted", value }) as const),
      Effect.catchIf(
        ({ code }) => correctable.includes(code),
        (problem) => {
          const { errors = [] } = problem
          const state: FormState = { values, errors, ...(errors.length === 0 ? { problem } : {}) }
          return Effect.succeed({ _tag: "Rejected", state } as const)
        }
      )
    )
