import type * as Effect from "effect/Effect"

/** For each method, calls that send all of its statements: several if they depend on what is stored. */
export type Calls<Port> = { readonly [Method in keyof Port]: Effect.Effect<unknown, unknown> }

/** The limits of the cleanup job, of lists and of searches. */
export const deleteLimit = 500
export const listLimit = 100
export const searchLimit = 51
