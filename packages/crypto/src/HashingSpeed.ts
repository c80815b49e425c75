/**
 * How fast this machine hashes passwords, for whoever has to plan for it.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Argon2Parameters from "./Argon2Parameters.ts"
import type { HasherSelfTestFailed } from "./HasherErrors.ts"
import * as HashingThreads from "./internal/HashingThreads.ts"
import * as SelfTest from "./internal/SelfTest.ts"

/**
 * How many passwords this machine verifies in a second, in so many threads, with OWASP's parameters. It is measured for
 * as long as a few verifications take, in threads that are started for it, and takes as much memory as the hasher.
 *
 * @since 0.1.0
 */
export const measure = (concurrency: number): Effect.Effect<number, HasherSelfTestFailed> =>
  Effect.gen(function* () {
    const threads = yield* HashingThreads.make(concurrency)
    const { hashesPerSecond } = yield* SelfTest.run(threads, [Argon2Parameters.defaults], concurrency)
    return hashesPerSecond
  }).pipe(Effect.scoped)
