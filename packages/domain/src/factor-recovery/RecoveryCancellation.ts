/** Cancels a recovery when a factor is used: it is not lost. */
import * as Effect from "effect/Effect"
import { FactorUse } from "../session/FactorUse.ts"
import { FactorRecoveryRepository } from "./FactorRecoveryRepository.ts"

/** Makes the service `FactorUse`. */
export const make = Effect.map(FactorRecoveryRepository, (recoveries) =>
  FactorUse.of({ record: (instanceId, userId) => Effect.asVoid(recoveries.delete(instanceId, userId)) })
)
