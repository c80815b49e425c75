/** What the room of one-time tokens consists of. Its kinds are in the rooms that use them. */
import * as Effect from "effect/Effect"
import type { Expiring } from "../core/Cleanup.ts"
import { OneTimeTokenRepository } from "./OneTimeTokenRepository.ts"

/** The ports that store data. */
export const storage = [OneTimeTokenRepository] as const

/** What the cleanup job deletes. */
export const expiring = Effect.gen(function* () {
  const oneTimeTokenRepository = yield* OneTimeTokenRepository
  return [
    { kind: "one_time_tokens", deleteExpired: oneTimeTokenRepository.deleteExpired }
  ] satisfies ReadonlyArray<Expiring>
})
