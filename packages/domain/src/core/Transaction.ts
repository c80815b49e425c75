/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { PersistenceError } from "./Errors.ts"

/**
 * The port for "all of this or none of it" across repositories.
 *
 * @since 0.1.0
 */
export class Transaction extends Context.Tag("@latchkey/domain/Transaction")<
  Transaction,
  {
    /**
     * Runs `effect` so that everything its repositories write becomes visible at once, when it succeeds. When it
     * fails, dies or is interrupted nothing of it remains. Not reentrant inside itself beyond what one commit means:
     * a nested `run` belongs to the outer one. Never hash a password or call a network inside.
     */
    readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | PersistenceError, R>

    /**
     * As `run`, unless anybody else, in whatever process, is at work under the same name: then none, without waiting for
     * them. Whoever dies or loses the store is no longer at work. Not for use inside another `run`.
     */
    readonly runAlone: <A, E, R>(
      name: string,
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<Option.Option<A>, E | PersistenceError, R>
  }
>() {}
