import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { CleanUp } from "./process/latchkey.ts"

/** Starts a server of the test, which ends with the scope. */
export const started = <A>(start: (cleanUp: CleanUp) => Promise<A>): Effect.Effect<A, never, Scope.Scope> =>
  Effect.gen(function* () {
    const undo: Array<() => void | Promise<void>> = []
    yield* Effect.addFinalizer(() =>
      Effect.promise(async () => {
        for (const one of undo) await one()
      })
    )
    return yield* Effect.promise(() => start((one) => undo.push(one)))
  })

/** Waits for something that happens outside of Effect, without a clock. */
export const until = (holds: () => boolean) =>
  Effect.promise(async (signal) => {
    while (!holds() && !signal.aborted) await new Promise((resolve) => setImmediate(resolve))
  })
