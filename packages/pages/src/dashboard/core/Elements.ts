/**
 * Elements that the dashboard's pages share.
 */
import { Fragment, html } from "@latchkey/http/core/Page"
import { none, when } from "../../core/Fragments.ts"

/** Makes an attribute without a value, with the space before it. */
export const flag = (
  name: "aria-current=page" | "aria-current=true" | "autofocus" | "checked" | "disabled" | "selected",
  isSet: boolean
) => (isSet ? new Fragment(` ${name}`) : none)

/** Makes a notice. Screen readers announce it immediately. */
export const notice = (kind: "bad" | "good" | "plain", text: string | Fragment): Fragment =>
  html`<p class="notice ${kind}" role="${kind === "bad" ? "alert" : "status"}">${text}</p>`

/** Makes a form that is one button, for an action. `about`: a continuation of its text for screen readers. */
export const button = (options: {
  readonly action: string
  readonly text: string
  readonly about?: string
  readonly kind?: "" | "bad" | "quiet small" | "quiet"
}): Fragment =>
  html`<form method="post" action="${options.action}"><button class="${options.kind ?? ""}">${options.text}${when(
    options.about !== undefined,
    () => html`<span class="unseen"> ${options.about ?? ""}</span>`
  )}</button></form>`

/** Makes an item of a description list. */
export const detail = (name: string, value: string | Fragment): Fragment =>
  html`<div><dt>${name}</dt><dd>${value}</dd></div>`
