/** What the room of sessions consists of. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Expiring } from "../core/Expiring.ts"
import { InstanceRepository } from "../instance/InstanceRepository.ts"
import { FactorRecoveryRepository } from "./FactorRecoveryRepository.ts"
import * as SessionIssuer from "./SessionIssuer.ts"
import { SessionRepository } from "./SessionRepository.ts"
import * as Sessions from "./Sessions.ts"

/** The ports that store data. */
export const storage = [FactorRecoveryRepository, SessionRepository] as const

/** What the use cases of this room and of later ones share. */
export const internal = { SessionIssuer }

/** The use cases. Each may use those before it. */
export const useCases = { Sessions }

/** What the cleanup job deletes. */
export const expiring = Effect.gen(function* () {
  const instances = yield* InstanceRepository
  const sessions = yield* SessionRepository
  const factorRecoveryRepository = yield* FactorRecoveryRepository
  return [
    {
      kind: "sessions",
      // Instances have different idle lifetimes: the longest is safe for all of them.
      deleteExpired: (now, limit) =>
        Effect.flatMap(instances.list, (all) => {
          const seconds = Math.max(0, ...all.map(({ sessionConfig }) => sessionConfig.idleLifetimeSeconds))
          return sessions.deleteExpired({ now, idleSince: DateTime.subtract(now, { seconds }), limit })
        })
    },
    { kind: "factor_recoveries", deleteExpired: factorRecoveryRepository.deleteExpired }
  ] satisfies ReadonlyArray<Expiring>
})
