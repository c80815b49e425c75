import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { PersistenceError } from "./Errors.ts"

/** The port for transactions across repositories. */
export class Transaction extends Context.Tag("@latchkey/domain/Transaction")<
  Transaction,
  {
    /**
     * Runs `effect` so that everything its repositories write becomes visible together, when it succeeds. If it fails,
     * dies or is interrupted, nothing of it remains. A nested `run` belongs to the outer one. Never hash a password or
     * call a network inside.
     */
    readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | PersistenceError, R>

    /**
     * Runs `effect` as `run` does, unless another process or fiber holds the lock of that name: returns `None` then,
     * without waiting. A holder that dies or loses the store releases the lock. Not for use inside another `run`.
     */
    readonly runExclusive: <A, E, R>(
      name: string,
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<Option.Option<A>, E | PersistenceError, R>
  }
>() {}
