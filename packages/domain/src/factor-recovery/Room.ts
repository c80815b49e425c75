/** What the room of recoveries of lost factors consists of. */
import * as CompleteFactorRecovery from "./CompleteFactorRecovery.ts"
import * as FactorRecoveryComposer from "./FactorRecoveryComposer.ts"
import { FactorRecoveryTemplate } from "./FactorRecoveryTemplate.ts"
import * as RequestFactorRecovery from "./RequestFactorRecovery.ts"

/** The ports that write emails. */
export const templates = [FactorRecoveryTemplate] as const

/** The use cases. Each may use those before it. */
export const useCases = { RequestFactorRecovery, CompleteFactorRecovery }

/** The composers of emails. */
export const composers = [FactorRecoveryComposer.make] as const

/** The rate limits. */
export * as limits from "./FactorRecoveryLimits.ts"

/** What it records. */
export { attempts, auditActions } from "./FactorRecoveryRecords.ts"
