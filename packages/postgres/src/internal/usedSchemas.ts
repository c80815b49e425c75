/** The schemas that are in use in this process, so that `PostgresSchema.layer` can warn if its own is not. */
import * as Effect from "effect/Effect"

const used = new Set<string>()

export const isUsed = (name: string): boolean => used.has(name)

/** Reads the schema, for a store or the migrations. */
export const read = <E, R, Name extends string>(schema: Effect.Effect<Name, E, R>): Effect.Effect<Name, E, R> =>
  Effect.tap(schema, (name) => Effect.sync(() => used.add(name)))
