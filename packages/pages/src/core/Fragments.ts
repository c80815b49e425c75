/**
 * Combines fragments of pages.
 */
import { Fragment } from "@latchkey/http/core/Page"

/** The empty fragment. */
export const none: Fragment = new Fragment("")

/** Joins fragments, one per line. */
export const all = (fragments: ReadonlyArray<Fragment>): Fragment =>
  new Fragment(fragments.map(({ source }) => source).join("\n"))

/** Returns the fragment if the condition holds, otherwise the empty one. */
export const when = (condition: boolean, fragment: () => Fragment): Fragment => (condition ? fragment() : none)
