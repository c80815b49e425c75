/** What the room of sessions consists of. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Expiring } from "../core/Cleanup.ts"
import type { Instance } from "../instance/Instance.ts"
import { InstanceRepository } from "../instance/InstanceRepository.ts"
import * as SessionIssuer from "./SessionIssuer.ts"
import { SessionRepository } from "./SessionRepository.ts"
import * as Sessions from "./Sessions.ts"
import * as UnusedClients from "./internal/UnusedClients.ts"
import * as StepUp from "./StepUp.ts"

/** The ports that store data. */
export const storage = [SessionRepository] as const

/** The use cases. Each may use those before it. */
export const useCases = { StepUp, SessionIssuer, Sessions }

// Instances have different idle lifetimes: the longest is safe for all of them.
const longestIdle = (instances: ReadonlyArray<Instance>): number =>
  Math.max(0, ...instances.map(({ sessionConfig }) => sessionConfig.idleLifetimeSeconds))

/** What the cleanup job deletes. */
export const expiring = Effect.gen(function* () {
  const instances = yield* InstanceRepository
  const sessions = yield* SessionRepository
  return [
    {
      kind: "sessions",
      deleteExpired: (now, limit) => {
        // Read once for all batches of a run.
        let idleSince: DateTime.Utc | undefined
        return Effect.gen(function* () {
          idleSince ??= DateTime.subtract(now, { seconds: longestIdle(yield* instances.list) })
          return yield* sessions.deleteExpired({ now, idleSince, limit })
        })
      }
    }
  ] satisfies ReadonlyArray<Expiring>
})

/** The rate limits. */
export * as limits from "./SignInLimits.ts"

/** What it records. */
export { attempts } from "./SessionRecords.ts"

/** The task of the cleanup job. */
export const cleanup = UnusedClients.make
