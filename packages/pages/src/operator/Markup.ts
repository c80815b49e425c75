/**
 * Small things that pages are made of.
 *
 * @since 0.1.0
 */
import { Fragment, html } from "@latchkey/http/core/Html"
import { none, when } from "../core/Fragments.ts"

/** An attribute without a value, with the space before it. @since 0.1.0 */
export const flag = (name: "aria-current=page" | "autofocus" | "checked" | "disabled" | "selected", isSet: boolean) =>
  isSet ? new Fragment(` ${name}`) : none

/** A message above what it is about. A screen reader says it at once. @since 0.1.0 */
export const notice = (kind: "bad" | "good" | "plain", words: string | Fragment): Fragment =>
  html`<p class="notice ${kind}" role="${kind === "bad" ? "alert" : "status"}">${words}</p>`

/** A form that is one button: what it does changes something, so it is posted. @since 0.1.0 */
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

/** A line of a list of facts. @since 0.1.0 */
export const fact = (name: string, value: string | Fragment): Fragment =>
  html`<div><dt>${name}</dt><dd>${value}</dd></div>`
