/** The size of a page of a list. */
import * as Schema from "effect/Schema"

/** The most items on a page: 1 to 100. */
export const PageLimit = Schema.NumberFromString.pipe(
  Schema.int({ message: () => "must be a number from 1 to 100" }),
  Schema.between(1, 100, { message: () => "must be a number from 1 to 100" })
)
