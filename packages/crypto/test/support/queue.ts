import * as Effect from "effect/Effect"

/** Work as threads do it, which took that many milliseconds of them. */
export const taking = <A, E, R>(milliseconds: number, work: Effect.Effect<A, E, R>, size = 1, kind = "any") => ({
  run: Effect.map(work, (result) => ({ result, milliseconds })),
  size,
  kind
})
