import type { NonEmptyReadonlyArray } from "effect/Array"
import * as Effect from "effect/Effect"
import type { Argon2Parameters } from "../Argon2Parameters.ts"
import { HasherSelfTestFailed } from "../HasherErrors.ts"
import type { HashingThreads } from "./HashingThreads.ts"

export interface Outcome {
  /** A hash of no account for each of the parameters. */
  readonly samples: NonEmptyReadonlyArray<string>
  /** As many verifications as all threads together do. At least one. */
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
  [today, ...earlier]: NonEmptyReadonlyArray<Argon2Parameters>,
  concurrency: number
): Effect.Effect<Outcome, HasherSelfTestFailed> =>
  Effect.gen(function* () {
    const everywhere = <A>(work: Effect.Effect<A>) =>
      Effect.all(
        Array.from({ length: concurrency }, () => work),
        { concurrency: "unbounded" }
      )

    const sampleOf = (parameters: Argon2Parameters) => threads.hash({ password: "right", parameters })
    const [sample = ""] = yield* everywhere(sampleOf(today))
    const samples = [sample, ...(yield* Effect.forEach(earlier, sampleOf))] as const
    const verify = (password: string) => threads.verify({ password, phc: sample, samples, place: 0 })
    const right = yield* timed(everywhere(verify("right")))
    const wrong = yield* timed(everywhere(verify("wrong")))

    if (
      right.result.some((outcome) => outcome !== "matches") ||
      wrong.result.some((outcome) => outcome !== "differs")
    ) {
      return yield* new HasherSelfTestFailed({ cause: new Error("Verifying gave the wrong answer") })
    }
    // The faster round: something else may have had the processor during the other.
    const milliseconds = Math.min(right.milliseconds, wrong.milliseconds)
    const outcome: Outcome = {
      samples,
      hashesPerSecond: Math.ceil((1000 / milliseconds) * concurrency)
    }
    return outcome
  }).pipe(Effect.catchAllDefect((cause) => new HasherSelfTestFailed({ cause })))
