/**
 * The problems of a room, as data: everything that the API, its document, the client and the pages say of each code.
 */
import type { InEach } from "@latchkey/domain/language/BuiltIn"
import * as Schema from "effect/Schema"

/**
 * - `tag`: the tag of the error in Effect clients.
 * - `userText`: what users read, in each language. In English only if no endpoint for users declares the problem. In
 *   the text of one that passes with time, `{when}` stands for when to try again, such as "in 2 minutes".
 * - `fields`: what the document contains in addition.
 * - `example`: for the OpenAPI document, values of these fields, and of `detail` where it is not the title.
 */
export interface ProblemEntry {
  readonly status: number
  readonly tag: string
  readonly title: string
  readonly userText: string | InEach<string>
  readonly fields?: Schema.Struct.Fields
  readonly example?: Readonly<Record<string, unknown>>
}

/** Problems by their codes. */
export type ProblemEntries = Readonly<Record<string, ProblemEntry>>

/** The field of problems that are often mistakes in the set-up: see `Hints`. */
export const hinted = {
  hint: Schema.optionalWith(Schema.String, { exact: true }).annotations({
    description: "In development only, one sentence for developers: what is wrong, and which setting fixes it."
  })
}
