import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"
import { Piscina } from "piscina"
import type { ForeignTask, HashTask, Timed, VerifyOutcome, VerifyTask } from "./hashWorker.js"

/**
 * Threads that only hash, so that hashing blocks neither the event loop nor libuv's pool, which DNS and files use. If a
 * thread dies, its tasks are defects, and another thread replaces it.
 */
export interface HashingThreads {
  readonly hash: (task: HashTask) => Effect.Effect<Timed<string>>
  readonly verify: (task: VerifyTask) => Effect.Effect<Timed<VerifyOutcome>>
  readonly verifyForeign: (task: ForeignTask) => Effect.Effect<Timed<VerifyOutcome>>
}

/**
 * How many tasks a thread may have: the one that it works on, and the next. Without the next one it would wait for the
 * event loop after each, which has other things to do: that cost a twentieth of the sign-ins.
 */
export const tasksPerThread = 2

type LoadBalancer = NonNullable<NonNullable<ConstructorParameters<typeof Piscina>[0]>["loadBalancer"]>

/**
 * Gives a task to the thread with the fewest tasks. Hashes of other systems may take a hundred times as long as others,
 * so no task waits behind one.
 */
const makeBalancer = (): LoadBalancer => {
  /** The threads that have such a hash. */
  const slow = new Set<number>()
  return ({ name }, threads) => {
    const busy = new Set(threads.filter(({ currentUsage }) => currentUsage > 0).map(({ id }) => id))
    for (const id of slow) if (!busy.has(id)) slow.delete(id)
    const [thread] = threads
      .filter(({ currentUsage, id }) => currentUsage < tasksPerThread && !slow.has(id))
      .sort((one, other) => one.currentUsage - other.currentUsage)
    if (thread === undefined) return null
    if (name === "verifyForeign") slow.add(thread.id)
    return thread
  }
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
            maxThreads: concurrency,
            concurrentTasksPerWorker: tasksPerThread,
            loadBalancer: makeBalancer()
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
