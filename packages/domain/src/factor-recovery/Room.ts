/** What the room of recoveries of lost factors consists of. */
import * as Effect from "effect/Effect"
import type { Expiring } from "../core/Cleanup.ts"
import { FactorUse } from "../session/FactorUse.ts"
import * as CompleteFactorRecovery from "./CompleteFactorRecovery.ts"
import * as FactorRecoveryComposer from "./FactorRecoveryComposer.ts"
import { FactorRecoveryRepository } from "./FactorRecoveryRepository.ts"
import { FactorRecoveryTemplate } from "./FactorRecoveryTemplate.ts"
import * as RecoveryCancellation from "./RecoveryCancellation.ts"
import * as RequestFactorRecovery from "./RequestFactorRecovery.ts"

/** The ports that store data. */
export const storage = [FactorRecoveryRepository] as const

/** The adapter of `FactorUse`, which earlier rooms use. */
export const adapters = { FactorUse: { FactorUse, make: RecoveryCancellation.make } }

/** The ports that write emails. */
export const templates = [FactorRecoveryTemplate] as const

/** The use cases. Each may use those before it. */
export const useCases = { RequestFactorRecovery, CompleteFactorRecovery }

/** The composers of emails. */
export const composers = [FactorRecoveryComposer.make] as const

/** What the cleanup job deletes. */
export const expiring = Effect.map(
  FactorRecoveryRepository,
  ({ deleteExpired }) => [{ kind: "factor_recoveries", deleteExpired }] satisfies ReadonlyArray<Expiring>
)

/** The rate limits. */
export * as limits from "./FactorRecoveryLimits.ts"

/** What it records. */
export { attempts, auditActions, accountChanges } from "./FactorRecoveryRecords.ts"
