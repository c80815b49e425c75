/**
 * How pieces of a page are put together.
 *
 * @since 0.1.0
 */
import { Fragment } from "@latchkey/http/core/Html"

/** Nothing. @since 0.1.0 */
export const none: Fragment = new Fragment("")

/** The fragments, one below the other. @since 0.1.0 */
export const all = (fragments: ReadonlyArray<Fragment>): Fragment =>
  new Fragment(fragments.map(({ source }) => source).join("\n"))

/** The fragment, or nothing. @since 0.1.0 */
export const when = (condition: boolean, fragment: () => Fragment): Fragment => (condition ? fragment() : none)
