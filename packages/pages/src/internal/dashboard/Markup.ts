/**
 * Small things that pages are made of.
 *
 * @since 0.1.0
 */
import { Fragment, html } from "@latchkey/http/Html"

/** Nothing. @since 0.1.0 */
export const none: Fragment = new Fragment("")

/** The fragments one after the other. @since 0.1.0 */
export const all = (fragments: ReadonlyArray<Fragment>): Fragment =>
  new Fragment(fragments.map(({ source }) => source).join("\n"))

/** The fragment, or nothing. @since 0.1.0 */
export const when = (condition: boolean, fragment: () => Fragment): Fragment => (condition ? fragment() : none)

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
