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
    | "one-time-code"
    | "off"
  readonly value?: string
  readonly hint?: string
  readonly error?: string | undefined
  readonly describedBy?: string | undefined
  readonly inputMode?: "numeric"
  readonly rules?: string
  readonly isFocused?: boolean
  readonly isSelected?: boolean
}

const attribute = (name: string, value: string | undefined): Fragment =>
  value === undefined || value === "" ? none : html` ${new Fragment(name)}="${value}"`

const flag = (name: string, isSet: boolean): Fragment => new Fragment(isSet ? ` ${name}` : "")

/**
 * Adds the button that shows a password. Its name is its own text and the field's label: "Show New password". Screen
 * readers read the line after it when it changes. The script takes its other texts from the attributes.
 */
const withReveal = ({ core }: PageTexts, id: string, input: Fragment): Fragment =>
  html`<div class="password">${input}
<button type="button" class="quiet reveal" id="${id}-reveal" aria-controls="${id}" aria-labelledby="${id}-reveal ${id}-label" data-show="${core.showPassword}" data-hide="${core.hidePassword}" data-shown="${core.passwordIsShown}" data-hidden="${core.passwordIsHidden}">${core.showPassword}</button><span class="unseen" aria-live="polite"></span></div>`

/** Makes a field with its label. The page of a password field has `PageScript`. */
export const field = (texts: PageTexts, field: Field): Fragment => {
  const {
    autocomplete,
    error,
    hint,
    id,
    inputMode,
    isFocused = false,
    isSelected = false,
    label,
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
  const input = html`<input id="${id}" name="${id}" type="${type}" autocomplete="${autocomplete}" autocapitalize="none" spellcheck="false"${attribute("inputmode", inputMode)}${attribute("value", value)}${attribute("aria-describedby", describedBy)}${flag('aria-invalid="true"', error !== undefined)}${attribute("passwordrules", rules)} required${flag("autofocus", isFocused)}${flag("data-select", isSelected)}>`
  return html`<div class="field">
<label for="${id}"${attribute("id", isPassword ? `${id}-label` : "")}>${label}</label>
${hint === undefined ? none : html`<span class="hint" id="${id}-hint">${hint}</span>`}${isPassword ? withReveal(texts, id, input) : input}
${error === undefined ? none : html`<span class="error" id="${id}-error">${error}</span>`}</div>`
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
  const items = Object.entries(fields).map(([id, error]) => html`<li><a href="#${id}">${error}</a></li>`)
  return html`<div class="notice bad" role="alert" id="${alertId}"><p>${text}</p>${
    items.length === 0 ? none : html`<ul>${all(items)}</ul>`
  }${action}</div>`
}

/** Makes the notice of something that succeeded. */
export const notice = (text: string): Fragment => html`<p class="notice good" role="status">${text}</p>`
