/**
 * Fields as HTML: a label, a hint, and what is wrong, each tied to its field for who does not see them.
 *
 * @since 0.1.0
 */
import { type Fragment, html } from "@latchkey/http/core/Html"
import type { InvalidField } from "@latchkey/http/core/Problem"
import { type Field, shownName, type Values } from "./SettingField.ts"
import { all, none, when } from "../core/Fragments.ts"
import { flag } from "../operator/Markup.ts"

/**
 * A form as it stands: what is in its fields, what the page showed when it was made, and what is wrong.
 *
 * @since 0.1.0
 */
export interface FormState {
  readonly values: Values
  readonly shown: Values
  readonly errors: ReadonlyArray<InvalidField>
}

/** A form with which nothing is wrong, and which nobody has changed. @since 0.1.0 */
export const untouched = (values: Values): FormState => ({ values, shown: values, errors: [] })

const isAbout =
  ({ name }: Field) =>
  ({ field }: InvalidField) =>
    field === name || field.startsWith(`${name}.`)

/** What is wrong with a field, as a sentence. Of a list it says which line. */
const sentenceOf = (field: Field, error: InvalidField): string => {
  const line = /^[0-9]+$/.exec(error.field.slice(field.name.length + 1))
  return line === null ? `${field.label} ${error.reason}.` : `Line ${Number(line[0]) + 1} ${error.reason}.`
}

const idOf = ({ name }: Field) => name.replaceAll(".", "-")

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

const inputOf = (parts: Parts): Fragment => {
  if (parts.field.kind === "lines") return linesInput(parts)
  return parts.field.kind === "choice" ? choiceInput(parts) : textInput(parts)
}

/** A field. The first one of the form that is wrong gets the focus. @since 0.1.0 */
const fieldOf = (field: Field, { errors, values }: FormState, focused: Field | undefined): Fragment => {
  const wrong = errors.filter(isAbout(field))
  const id = idOf(field)
  const notes = [field.hint === undefined ? "" : `${id}-hint`, wrong.length === 0 ? "" : `${id}-error`].filter(Boolean)
  const describedBy = when(notes.length > 0, () => html` aria-describedby="${notes.join(" ")}"`)
  const invalid = when(wrong.length > 0, () => html` aria-invalid="true"`)
  const attributes = html` id="${id}" name="${field.name}"${describedBy}${invalid}${flag("autofocus", field === focused)}`
  const hint = when(field.hint !== undefined, () => html`<span class="hint" id="${id}-hint">${field.hint ?? ""}</span>`)
  const error = when(
    wrong.length > 0,
    () => html`<span class="error" id="${id}-error">${wrong.map((one) => sentenceOf(field, one)).join(" ")}</span>`
  )
  const value = values[field.name] ?? ""
  if (field.kind === "check") {
    const box = html`<input${attributes} type="checkbox" value="on"${flag("checked", value !== "")}>`
    return html`<div class="field check">${box}<label for="${id}">${field.label}</label>${hint}${error}</div>`
  }
  return html`<div class="field${field.size === "short" ? " short" : ""}"><label for="${id}">${field.label}</label>
${hint}${inputOf({ field, value, attributes })}${error}</div>`
}

/** The fields of a form, in groups if they have any: each a legend and its fields. @since 0.1.0 */
export const fieldsOf = (
  groups: ReadonlyArray<{ readonly legend?: string; readonly fields: ReadonlyArray<Field> }>,
  state: FormState
): Fragment => {
  const focused = groups.flatMap(({ fields }) => fields).find((field) => state.errors.some(isAbout(field)))
  const groupOf = ({ fields, legend }: (typeof groups)[number]) => {
    const inside = all(fields.map((field) => fieldOf(field, state, focused)))
    return legend === undefined ? inside : html`<fieldset class="group"><legend>${legend}</legend>${inside}</fieldset>`
  }
  return all([
    Object.keys(state.shown).length === 0
      ? none
      : html`<input type="hidden" name="${shownName}" value="${JSON.stringify(state.shown)}">`,
    ...groups.map(groupOf)
  ])
}
