/**
 * Elements that the dashboard's pages share.
 */
import { Fragment, html } from "@latchkey/http/core/Page"
import { none, when } from "../../core/Fragments.ts"
import type { DashboardTexts } from "../DashboardTexts.ts"
import type { DashboardLanguage } from "./DashboardLanguage.ts"

type Texts = Pick<DashboardTexts["core"], "copied" | "copy">

/** Makes an attribute without a value, with the space before it. */
export const flag = (
  name: "aria-current=page" | "aria-current=true" | "autofocus" | "checked" | "disabled" | "open" | "selected",
  isSet: boolean
) => (isSet ? new Fragment(` ${name}`) : none)

/** Makes a notice. Screen readers announce it immediately. */
export const notice = (kind: "bad" | "good" | "plain" | "warn", text: string | Fragment): Fragment =>
  html`<p class="notice ${kind}" role="${kind === "bad" ? "alert" : "status"}">${text}</p>`

/** Makes a form that is one button, for an action. `about`: a continuation of its text for screen readers. */
export const button = (options: {
  readonly action: string
  readonly text: string
  readonly about?: string
  readonly kind?: "" | "bad" | "quiet bad" | "quiet small" | "quiet"
}): Fragment =>
  html`<form method="post" action="${options.action}"><button class="${options.kind ?? ""}">${options.text}${when(
    options.about !== undefined,
    () => html`<span class="unseen"> ${options.about ?? ""}</span>`
  )}</button></form>`

/** Makes a short word about the state of something. */
export const tag = (text: string, kind: "" | "bad" | "good" | "warn" = ""): Fragment =>
  html`<span class="tag ${kind}">${text}</span>`

/** Makes an item of a description list. */
export const detail = (name: string, value: string | Fragment): Fragment =>
  html`<div><dt>${name}</dt><dd>${value}</dd></div>`

/** Makes an email address, which a line that is too short breaks after `@` and dots. */
export const address = (email: string): Fragment => {
  const [first = "", ...rest] = email.split(/(?<=[@.])/)
  return rest.reduce((before, part) => html`${before}<wbr>${part}`, html`${first}`)
}

/** Makes a value with a button that copies it. Without the script a click selects it. */
export const copyable = ({ copied, copy }: Texts, value: string): Fragment =>
  html`<span class="copyable"><code>${value}</code><button type="button" class="quiet small copy" data-text="${value}" data-copied="${copied}">${copy}</button><span class="soft" aria-live="polite"></span></span>`

/** Makes a secret that is shown once. */
export const secret = ({ copied, copy }: Texts, value: string): Fragment =>
  html`<div class="copyable secret"><code>${value}</code><button type="button" class="copy" data-text="${value}" data-copied="${copied}">${copy}</button><span class="soft" aria-live="polite"></span></div>`

/** Makes a text that programs get, too, and that is English in every language: what a check found, for example. */
export const inEnglish = ({ tag }: Pick<DashboardLanguage, "tag">, text: string): Fragment =>
  tag === "en" ? html`${text}` : html`<span lang="en" dir="ltr">${text}</span>`
