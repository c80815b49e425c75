/** What the room of rate limits consists of. */
import * as Effect from "effect/Effect"
import type { Expiring } from "../core/Cleanup.ts"
import { RateLimitStore } from "./RateLimitStore.ts"
import * as RateLimiter from "./RateLimiter.ts"

/** The ports that store data. */
export const storage = [RateLimitStore] as const

/** The use cases. Each may use those before it. */
export const useCases = { RateLimiter }

/** What the cleanup job deletes. */
export const expiring = Effect.gen(function* () {
  const rateLimitStore = yield* RateLimitStore
  return [{ kind: "rate_limits", deleteExpired: rateLimitStore.deleteExpired }] satisfies ReadonlyArray<Expiring>
})
