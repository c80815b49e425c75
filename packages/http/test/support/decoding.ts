import { decodePayload } from "@latchkey/http/core/RequestReader"
import type { InvalidField, Problem } from "@latchkey/http/core/Problem"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Schema from "effect/Schema"

/** Decodes an input as an endpoint does. */
export const decode = <A, I>(schema: Schema.Schema<A, I>, input: unknown): Either.Either<A, Problem> =>
  Effect.runSync(Effect.either(decodePayload(schema)(input)))

/** Returns the invalid fields of a rejected input, and none of an accepted one. */
export const errorsOf = (result: Either.Either<unknown, Problem>): ReadonlyArray<InvalidField> =>
  Either.match(result, { onLeft: ({ errors }) => errors ?? [], onRight: () => [] })
