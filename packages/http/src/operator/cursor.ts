/** Cursors of lists, in the query of the admin API. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type Problem, problem } from "../core/Problem.ts"

/**
 * Makes the function that decodes the cursor of a list by ids; `None` for the first page. Fails with 400
 * `invalid_request`.
 */
export const decode = <A, I>(id: Schema.Schema<A, I>) => {
  const decodeId = Schema.decodeUnknownOption(id)
  return (text: string | undefined): Effect.Effect<Option.Option<A>, Problem<"invalid_request">> => {
    if (text === undefined) return Effect.succeedNone
    const cursor = decodeId(text)
    if (Option.isSome(cursor)) return Effect.succeed(cursor)
    return problem("invalid_request", { errors: [{ field: "cursor", reason: "is not the cursor of a page" }] })
  }
}
