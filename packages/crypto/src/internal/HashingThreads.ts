import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import { Piscina } from "piscina"
import type { ForeignTask, HashTask, VerifyOutcome, VerifyTask } from "./hashWorker.js"

/**
 * Threads that only hash, so that hashing blocks neither the event loop nor libuv's pool, which DNS and files use. If a
 * thread dies, its task is a defect, and another thread replaces it.
 */
export interface HashingThreads {
  readonly hash: (task: HashTask) => Effect.Effect<string>
  readonly verify: (task: VerifyTask) => Effect.Effect<VerifyOutcome>
  readonly verifyForeign: (task: ForeignTask) => Effect.Effect<VerifyOutcome>
}

/** Starts all threads immediately and keeps them, so that no request waits for a thread to start. */
export const make = (concurrency: number): Effect.Effect<HashingThreads, never, Scope.Scope> =>
  Effect.gen(function* () {
    const runtime = yield* Effect.runtime()
    const pool = yield* Effect.acquireRelease(
      Effect.sync(
        () =>
          new Piscina({
            filename: new URL("./hashWorker.js", import.meta.url).href,
            minThreads: concurrency,
            maxThreads: concurrency
          })
      ),
      (pool) => Effect.promise(() => pool.destroy())
    )
    // Without a listener, the death of an idle thread would end the process.
    pool.on("error", (cause) => Runtime.runFork(runtime)(Effect.logError("A hashing thread died", Cause.die(cause))))

    return {
      hash: (task) => Effect.promise(() => pool.run(task, { name: "hash" })),
      verify: (task) => Effect.promise(() => pool.run(task, { name: "verify" })),
      verifyForeign: (task) => Effect.promise(() => pool.run(task, { name: "verifyForeign" }))
    }
  })
