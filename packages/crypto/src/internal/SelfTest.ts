import * as Effect from "effect/Effect"
import type { Argon2Parameters } from "../Argon2Parameters.ts"
import { HasherSelfTestFailed } from "../HasherErrors.ts"
import type { HashingThreads } from "./HashingThreads.ts"

export interface Outcome {
  /** A hash with today's parameters, of no account. */
  readonly sample: string
  /** With all threads at work. At least one. */
  readonly hashesPerSecond: number
}

// Not by the Clock: this is about the speed of the machine, also where a test holds the time still.
const timed = <A>(work: Effect.Effect<A>) =>
  Effect.suspend(() => {
    const begin = performance.now()
    return Effect.map(work, (result) => ({ result, milliseconds: performance.now() - begin }))
  })

/**
 * Hashes a text and verifies it, right and wrong, in every thread: so a service whose Argon2 is broken does not start,
 * and one that starts is warm.
 */
export const run = (
  threads: HashingThreads,
  parameters: Argon2Parameters,
  concurrency: number
): Effect.Effect<Outcome, HasherSelfTestFailed> =>
  Effect.gen(function* () {
    const everywhere = <A>(work: Effect.Effect<A>) =>
      Effect.all(
        Array.from({ length: concurrency }, () => work),
        { concurrency: "unbounded" }
      )

    const [sample = ""] = yield* everywhere(threads.hash({ password: "right", parameters }))
    const right = yield* timed(everywhere(threads.verify({ password: "right", phc: sample })))
    const wrong = yield* timed(everywhere(threads.verify({ password: "wrong", phc: sample })))

    if (
      right.result.some((outcome) => outcome !== "matches") ||
      wrong.result.some((outcome) => outcome !== "differs")
    ) {
      return yield* new HasherSelfTestFailed({ cause: new Error("Verifying gave the wrong answer") })
    }
    // The faster round: something else may have had the processor during the other.
    const milliseconds = Math.min(right.milliseconds, wrong.milliseconds)
    return { sample, hashesPerSecond: Math.ceil((1000 / milliseconds) * concurrency) }
  }).pipe(Effect.catchAllDefect((cause) => new HasherSelfTestFailed({ cause })))
