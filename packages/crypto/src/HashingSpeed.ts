/**
 * How fast this machine hashes passwords, for capacity planning.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Argon2Parameters from "./Argon2Parameters.ts"
import type { HasherSelfTestFailed } from "./HasherErrors.ts"
import * as HashingThreads from "./internal/HashingThreads.ts"
import * as SelfTest from "./internal/SelfTest.ts"

/**
 * Returns how many passwords this machine verifies in a second, in `concurrency` threads with OWASP's parameters.
 * Starts the threads for a few verifications, and uses as much memory as the hasher. Fails with `HasherSelfTestFailed`
 * if Argon2 does not work.
 *
 * @since 0.1.0
 */
export const measure = (concurrency: number): Effect.Effect<number, HasherSelfTestFailed> =>
  Effect.gen(function* () {
    const threads = yield* HashingThreads.make(concurrency)
    const { hashesPerSecond } = yield* SelfTest.run(threads, [Argon2Parameters.defaults], concurrency)
    return hashesPerSecond
  }).pipe(Effect.scoped)
