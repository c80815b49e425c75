/** Cancels a recovery when a factor is used: it is not lost. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { FactorUse } from "../session/FactorUse.ts"
import { FactorRecoveryRepository } from "./FactorRecoveryRepository.ts"

/** The service `FactorUse` as a layer. `Domain.layer` includes it. */
export const layer: Layer.Layer<FactorUse, never, FactorRecoveryRepository> = Layer.effect(
  FactorUse,
  Effect.map(FactorRecoveryRepository, (recoveries) => ({
    record: (instanceId, userId) => Effect.asVoid(recoveries.delete(instanceId, userId))
  }))
)
