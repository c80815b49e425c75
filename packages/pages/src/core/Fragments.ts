/**
 * Combines fragments of pages.
 */
import { Fragment, html } from "@latchkey/http/core/Page"

/** The empty fragment. */
export const none: Fragment = new Fragment("")

/** Joins fragments, one per line. */
export const all = (fragments: ReadonlyArray<Fragment>): Fragment =>
  new Fragment(fragments.map(({ source }) => source).join("\n"))

/** Joins the parts of a sentence with semicolons. */
export const inSequence = (parts: ReadonlyArray<Fragment>): Fragment =>
  new Fragment(parts.map(({ source }) => source).join("; "))

/** Makes an email address or a URL in bold. It is isolated, so that it does not mix with a right-to-left text. */
export const strong = (text: string): Fragment => html`<bdi><strong>${text}</strong></bdi>`

/** Makes the function that makes links to `url` in a sentence. */
export const linkTo =
  (url: string) =>
  (text: string): Fragment =>
    html`<a href="${url}">${text}</a>`

/** The same as a small button. It is the action of a section, after what sums it up. */
export const buttonTo =
  (url: string) =>
  (text: string): Fragment =>
    html`<a class="button quiet small" href="${url}">${text}</a>`

/** Returns the fragment if the condition holds, otherwise the empty one. */
export const when = (condition: boolean, fragment: () => Fragment): Fragment => (condition ? fragment() : none)
