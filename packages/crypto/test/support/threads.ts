import type { Worker } from "node:worker_threads"
import * as Effect from "effect/Effect"

/** Returns the result of an effect, with the threads that it started. The id of a thread that has ended is -1. */
export const withThreads = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const threads: Array<Worker> = []
    const remember = (thread: Worker) => {
      threads.push(thread)
    }
    process.on("worker", remember)
    return self.pipe(
      Effect.map((result) => ({ result, threads })),
      Effect.ensuring(Effect.sync(() => process.off("worker", remember)))
    )
  })
