/**
 * Form fields: each with a label, tied to its hint and its error (WCAG 2.2, 1.3.1 and 3.3.1).
 */
import { Fragment, html } from "@latchkey/http/core/Page"
import type { PageTexts } from "../language/Catalogue.ts"
import { all, none } from "./Fragments.ts"

/**
 * - `id`: also the name that the field is sent with.
 * - `autocomplete`: tells password managers what the field is for (HTML, 4.10.18.7).
 * - `describedBy`: the id of another element that describes it.
 * - `isSelected`: the script selects the value, so that the user can replace it by typing.
 * - `inputMode`: the keyboard of devices without a hardware keyboard (HTML, 6.8.7).
 * - `link`: beside the label, but after the field for the keyboard.
 * - `rules`: the attribute `passwordrules`, for password managers that generate passwords.
 */
export interface Field {
  readonly id: string
  readonly label: string
  readonly type: "email" | "password" | "text"
  readonly autocomplete:
    | "username"
    | "username webauthn"
    | "email"
    | "current-password"
    | "new-password"
    | "name"
    | "one-time-code"
    | "off"
    | "on"
  readonly value?: string
  readonly hint?: string
  readonly error?: string | undefined
  readonly describedBy?: string | undefined
  readonly inputMode?: "decimal" | "numeric"
  readonly link?: Fragment
  readonly rules?: string
  readonly isFocused?: boolean
  readonly isSelected?: boolean
  readonly isRequired?: boolean
}

const attribute = (name: string, value: string | undefined): Fragment =>
  value === undefined || value === "" ? none : html` ${new Fragment(name)}="${value}"`

const flag = (name: string, isSet: boolean): Fragment => new Fragment(isSet ? ` ${name}` : "")

/** Makes an option of a list. `chosen`: the value that is selected. */
export const option = (value: string, text: string, chosen: string | undefined): Fragment =>
  html`<option value="${value}"${flag("selected", value === chosen)}>${text}</option>`

const eye = new Fragment(
  '<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"/><circle cx="12" cy="12" r="2.75"/><path class="slash" d="m4 20 16-16"/></svg>'
)

/**
 * Adds the button that shows a password. Its name is its own text and the field's label: "Show New password". Screen
 * readers say whether it is pressed, and read the line after it when it changes. The script takes its texts from the
 * attributes.
 */
const withReveal = ({ core }: PageTexts, id: string, input: Fragment): Fragment =>
  html`<div class="password">${input}
<button type="button" class="reveal" id="${id}-reveal" aria-pressed="false" aria-controls="${id}" aria-label="${core.showPassword}" aria-labelledby="${id}-reveal ${id}-label" data-shown="${core.passwordIsShown}" data-hidden="${core.passwordIsHidden}">${eye}</button><span class="unseen" aria-live="polite"></span></div>`

/** Makes a field with its label. The page of a password field has `PageScript`. */
export const field = (texts: PageTexts, field: Field): Fragment => {
  const {
    autocomplete,
    error,
    hint,
    id,
    inputMode,
    isFocused = false,
    isRequired = true,
    isSelected = false,
    label,
    link,
    rules,
    type,
    value
  } = field
  const describedBy = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(error === undefined ? [] : [`${id}-error`]),
    ...(field.describedBy === undefined ? [] : [field.describedBy])
  ].join(" ")
  const isPassword = type === "password"
  const input = html`<input id="${id}" name="${id}" type="${type}" autocomplete="${autocomplete}" autocapitalize="${autocomplete === "name" ? "words" : "none"}" spellcheck="false"${attribute("inputmode", inputMode)}${attribute("value", value)}${attribute("aria-describedby", describedBy)}${flag('aria-invalid="true"', error !== undefined)}${attribute("passwordrules", rules)}${flag("required", isRequired)}${flag("autofocus", isFocused)}${flag("data-select", isSelected)}>`
  return html`<div class="${link === undefined ? "field" : "field with-link"}">
<label for="${id}"${attribute("id", isPassword ? `${id}-label` : "")}>${label}</label>
${hint === undefined ? none : html`<span class="hint" id="${id}-hint">${hint}</span>`}${isPassword ? withReveal(texts, id, input) : input}
${error === undefined ? none : html`<span class="error" id="${id}-error">${error}</span>`}${link ?? none}</div>`
}

/** Makes a hidden field, or nothing without a value. */
export const hidden = (name: string, value: string): Fragment =>
  value === "" ? none : html`<input type="hidden" name="${name}" value="${value}">`

/** The id of the element that `alert` makes. */
export const alertId = "problem"

/** Makes a form with hidden values that is one button, which looks like a link. */
export const linkButton = (action: string, values: Readonly<Record<string, string>>, text: string): Fragment =>
  html`<form method="post" action="${action}">${all(
    Object.entries(values).map(([name, value]) => hidden(name, value))
  )}<button class="link">${text}</button></form>`

/** Makes the error summary above a form, with a link to every invalid field. `action`: what the user can do instead. */
export const alert = (
  { fields, text }: { readonly text: string; readonly fields: Readonly<Record<string, string>> },
  action: Fragment = none
): Fragment => {
  const links = Object.entries(fields).map(([id, error]) => html`<a href="#${id}">${error}</a>`)
  const items = html`<p>${text}</p>${links.length === 0 ? none : html`<ul>${all(links.map((link) => html`<li>${link}</li>`))}</ul>`}`
  // One link says everything.
  const summary = links.length === 1 ? html`<p>${all(links)}</p>` : items
  return html`<div class="notice bad" role="alert" id="${alertId}">${summary}${action}</div>`
}

/** Makes the notice of something that succeeded. */
export const notice = (text: string): Fragment => html`<p class="notice good" role="status">${text}</p>`
