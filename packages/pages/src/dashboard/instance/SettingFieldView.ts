/**
 * The fields of settings as HTML: each with a label, tied to its hint and its error.
 */
import { type Fragment, html } from "@latchkey/http/core/Page"
import type { InvalidField } from "@latchkey/http/core/Problem"
import * as FormInput from "../../core/FormInput.ts"
import { all, none, when } from "../../core/Fragments.ts"
import type { DashboardLanguage } from "../core/DashboardLanguage.ts"
import { flag } from "../core/Elements.ts"
import type { Field, Values } from "./SettingField.ts"
import * as UserFieldsInput from "./UserFieldsInput.ts"

/**
 * The state of a form. `values`: what its fields contain. `shown`: what they contained when the page was made.
 * `errors`: its invalid fields.
 */
export interface FormState {
  readonly values: Values
  readonly shown: Values
  readonly errors: ReadonlyArray<InvalidField>
}

/** Makes the state of a form that shows these values, unchanged and without errors. */
export const untouched = (values: Values): FormState => ({ values, shown: values, errors: [] })

/** Returns whether an error is about the field. */
export const isAbout =
  ({ name }: Field) =>
  ({ field }: InvalidField) =>
    field === name || field.startsWith(`${name}.`)

/** Returns the error of a field as a sentence. For a list it names the line. */
const sentenceOf = (language: DashboardLanguage, field: Field, error: InvalidField): string => {
  const { core, instance } = language.texts
  const [path, reason] = [error.field.slice(field.name.length + 1), language.reason(error.reason)]
  if (field.kind === "userFields") return UserFieldsInput.sentenceOf(instance.userFields, path, reason)
  const line = /^[0-9]+$/.exec(path)
  return line === null ? core.fieldError(field.label, reason) : core.lineError(String(Number(line[0]) + 1), reason)
}

const idOf = ({ name }: Field) => name.replaceAll(".", "-")

/** Returns the id of what an error leads to. */
const targetOf = (field: Field, error: InvalidField): string =>
  field.kind === "userFields"
    ? UserFieldsInput.targetOf(idOf(field), error.field.slice(field.name.length + 1))
    : idOf(field)

interface Parts {
  readonly field: Field
  readonly value: string
  readonly attributes: Fragment
}

const textInput = ({ attributes, field, value }: Parts) =>
  html`<input${attributes} type="text"${when(field.kind === "number", () => html` inputmode="numeric"`)} value="${value}" autocomplete="off" spellcheck="false">`

const linesInput = ({ attributes, value }: Parts) =>
  html`<textarea${attributes} rows="${String(Math.min(8, Math.max(3, value.split("\n").length + 1)))}" autocomplete="off" spellcheck="false">
${value}</textarea>`

const choiceInput = ({ attributes, field, value }: Parts) =>
  html`<select${attributes}>${all(
    (field.options ?? []).map(
      (option) =>
        html`<option value="${option.value}"${flag("selected", option.value === value)}>${option.label}</option>`
    )
  )}</select>`

/** Always empty: a secret that was typed is not in the page that shows the form again. */
const secretInput = ({ attributes, field }: Parts) =>
  field.size === "long"
    ? html`<textarea${attributes} rows="6" autocomplete="new-password" spellcheck="false"></textarea>`
    : html`<input${attributes} type="password" autocomplete="new-password" spellcheck="false">`

/** Makes a group of checkboxes. `attributes`: of the group. */
const checkboxes = ({ attributes, field, value }: Parts): Fragment => {
  const [id, chosen] = [idOf(field), value.split("\n")]
  const boxOf = (option: { readonly label: string; readonly value: string }) =>
    html`<label><input type="checkbox" name="${field.name}" value="${option.value}"${flag("checked", chosen.includes(option.value))}><code>${option.label}</code></label>`
  return html`<div class="checks" id="${id}" role="group" tabindex="-1" aria-labelledby="${id}-label"${attributes}>${all((field.options ?? []).map(boxOf))}</div>`
}

const inputOf = (parts: Parts): Fragment => {
  switch (parts.field.kind) {
    case "lines":
      return linesInput(parts)
    case "choice":
      return choiceInput(parts)
    case "secret":
      return secretInput(parts)
    default:
      return textInput(parts)
  }
}

/** Makes a field. `focused`: the first invalid field of the form. */
const fieldOf = (
  language: DashboardLanguage,
  field: Field,
  { errors, values }: FormState,
  focused: Field | undefined
): Fragment => {
  const ownErrors = errors.filter(isAbout(field))
  const id = idOf(field)
  const descriptions = [
    field.hint === undefined ? "" : `${id}-hint`,
    ownErrors.length === 0 ? "" : `${id}-error`
  ].filter(Boolean)
  const describedBy = when(descriptions.length > 0, () => html` aria-describedby="${descriptions.join(" ")}"`)
  const invalid = when(ownErrors.length > 0, () => html` aria-invalid="true"`)
  const attributes = html` id="${id}" name="${field.name}"${describedBy}${invalid}${flag("autofocus", field === focused)}`
  const hint = when(field.hint !== undefined, () => html`<span class="hint" id="${id}-hint">${field.hint ?? ""}</span>`)
  const error = when(
    ownErrors.length > 0,
    () =>
      html`<span class="error" id="${id}-error">${ownErrors.map((error) => sentenceOf(language, field, error)).join(language.pages.texts.core.space)}</span>`
  )
  const value = values[field.name] ?? ""
  if (field.kind === "checks") {
    const boxes = checkboxes({ field, value, attributes: html`${describedBy}${invalid}` })
    return html`<div class="field"><div><span class="label" id="${id}-label">${field.label}</span>
${hint}</div><div>${boxes}${error}</div></div>`
  }
  if (field.kind === "userFields") {
    const rows = UserFieldsInput.view(language.texts.instance.userFields, field.name, id, value)
    return html`<div class="field user-fields" id="${id}" tabindex="-1"${describedBy}><div><span class="label">${field.label}</span>
${hint}${error}</div>${rows}</div>`
  }
  if (field.kind === "check") {
    const box = html`<input${attributes} type="checkbox" value="on"${flag("checked", value !== "")}>`
    return html`<div class="field check">${box}<label for="${id}">${field.label}</label>${hint}${error}</div>`
  }
  return html`<div class="field${field.size === "short" ? " short" : ""}"><div><label for="${id}">${field.label}</label>
${hint}</div><div>${inputOf({ field, value, attributes })}${error}</div></div>`
}

/** A group of fields. With a legend it is a fieldset. */
export interface Group {
  readonly legend?: string
  readonly fields: ReadonlyArray<Field>
}

/** Makes the notice above a form that was rejected, with a link to every invalid field. */
export const errorSummary = (
  language: DashboardLanguage,
  groups: ReadonlyArray<Group>,
  { state, text }: { readonly state: FormState; readonly text: string }
): Fragment => {
  const inGroup = (legend: string | undefined, sentence: string) =>
    legend === undefined ? sentence : language.texts.instance.form.inGroup(legend, sentence)
  const items = groups.flatMap(({ fields, legend }) =>
    fields.flatMap((field) =>
      state.errors
        .filter(isAbout(field))
        .map(
          (error) =>
            html`<li><a href="#${targetOf(field, error)}">${inGroup(legend, sentenceOf(language, field, error))}</a></li>`
        )
    )
  )
  return html`<div class="notice bad" role="alert"><p>${text}</p>${when(items.length > 0, () => html`<ul>${all(items)}</ul>`)}</div>`
}

/** Makes the fields of a form. Groups with a legend become fieldsets. */
export const fieldsOf = (language: DashboardLanguage, groups: ReadonlyArray<Group>, state: FormState): Fragment => {
  const focused = groups.flatMap(({ fields }) => fields).find((field) => state.errors.some(isAbout(field)))
  const groupOf = ({ fields, legend }: Group) => {
    const content = all(fields.map((field) => fieldOf(language, field, state, focused)))
    return legend === undefined
      ? content
      : html`<fieldset class="group"><legend>${legend}</legend>${content}</fieldset>`
  }
  return all([
    Object.keys(state.shown).length === 0
      ? none
      : html`<input type="hidden" name="${FormInput.shownName}" value="${JSON.stringify(state.shown)}">`,
    ...groups.map(groupOf)
  ])
}
