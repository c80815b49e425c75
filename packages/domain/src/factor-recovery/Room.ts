/**
 * What the room of recoveries of lost factors consists of.
 *
 * @since 0.1.0
 */
import * as CompleteFactorRecovery from "./CompleteFactorRecovery.ts"
import * as FactorRecoveryComposer from "./FactorRecoveryComposer.ts"
import { FactorRecoveryTemplate } from "./FactorRecoveryTemplate.ts"
import * as RequestFactorRecovery from "./RequestFactorRecovery.ts"

/** The ports that write emails. @since 0.1.0 */
export const templates = [FactorRecoveryTemplate] as const

/** The use cases. Each may use those before it. @since 0.1.0 */
export const useCases = { RequestFactorRecovery, CompleteFactorRecovery }

/** The composers of emails. @since 0.1.0 */
export const composers = [FactorRecoveryComposer.make] as const
