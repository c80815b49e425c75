/**
 * What the room of what expires and is used once consists of. Its kinds are in the rooms that use them.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { Expiring } from "../core/Expiring.ts"
import { OneTimeTokenRepository } from "./OneTimeTokenRepository.ts"

/** The ports that store data. @since 0.1.0 */
export const storage = [OneTimeTokenRepository] as const

/** What the cleanup job deletes. @since 0.1.0 */
export const expiring = Effect.gen(function* () {
  const oneTimeTokenRepository = yield* OneTimeTokenRepository
  return [
    { kind: "one_time_tokens", deleteExpired: oneTimeTokenRepository.deleteExpired }
  ] satisfies ReadonlyArray<Expiring>
})
