import type { NonEmptyReadonlyArray } from "effect/Array"
import * as Effect from "effect/Effect"
import type { Argon2Parameters } from "../Argon2Parameters.ts"
import { HasherSelfTestFailed } from "../HasherErrors.ts"
import type { HashingThreads } from "./HashingThreads.ts"
import type { Timed } from "./hashWorker.js"

export interface Outcome {
  /** One hash for each set of parameters, the current ones first. No account has them. */
  readonly samples: NonEmptyReadonlyArray<string>
  /** How many passwords all threads together verify in a second. At least one. */
  readonly hashesPerSecond: number
}

// Not by the Clock: this measures the machine, even while a test's clock stands still.
const roundTime = <A>(work: Effect.Effect<A>) =>
  Effect.suspend(() => {
    const start = performance.now()
    return Effect.map(work, (results) => ({ results, milliseconds: performance.now() - start }))
  })

const resultOf = <A>(work: Effect.Effect<Timed<A>>): Effect.Effect<A> => Effect.map(work, ({ result }) => result)

/**
 * Hashes a text in every thread, and verifies a right and a wrong one. So a service with a broken Argon2 does not
 * start, and one that starts has warm threads.
 */
export const run = (
  threads: HashingThreads,
  [current, ...legacy]: NonEmptyReadonlyArray<Argon2Parameters>,
  concurrency: number
): Effect.Effect<Outcome, HasherSelfTestFailed> =>
  Effect.gen(function* () {
    const inEveryThread = <A>(work: Effect.Effect<Timed<A>>) =>
      Effect.all(
        Array.from({ length: concurrency }, () => resultOf(work)),
        { concurrency: "unbounded" }
      )

    const sampleOf = (parameters: Argon2Parameters) => threads.hash({ password: "right", parameters })
    const [sample = ""] = yield* inEveryThread(sampleOf(current))
    const samples = [
      sample,
      ...(yield* Effect.forEach(legacy, (parameters) => resultOf(sampleOf(parameters))))
    ] as const
    const verify = (password: string) => threads.verify({ password, phc: sample, samples, index: 0 })
    const right = yield* roundTime(inEveryThread(verify("right")))
    const wrong = yield* roundTime(inEveryThread(verify("wrong")))

    if (
      right.results.some((outcome) => outcome !== "matches") ||
      wrong.results.some((outcome) => outcome !== "differs")
    ) {
      return yield* new HasherSelfTestFailed({ cause: new Error("Verifying a known hash gave the wrong result") })
    }
    // The faster round: during the other, something else may have used the processor.
    const milliseconds = Math.min(right.milliseconds, wrong.milliseconds)
    const outcome: Outcome = {
      samples,
      hashesPerSecond: Math.ceil((1000 / milliseconds) * concurrency)
    }
    return outcome
  }).pipe(Effect.catchAllDefect((cause) => new HasherSelfTestFailed({ cause })))
