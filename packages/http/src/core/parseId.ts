/** Ids in paths. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** Parses an id of a path. One that is malformed is not found, like one that does not exist. */
export const parseId = <A, I extends string, E>(
  schema: Schema.Schema<A, I>,
  text: string,
  notFound: () => E
): Effect.Effect<A, E> => Effect.mapError(Schema.decodeUnknownOption(schema)(text), notFound)
