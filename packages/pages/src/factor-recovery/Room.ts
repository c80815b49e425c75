/** What the pages and emails of recoveries of lost factors consist of. */
import { customizableRequested, customizableReady } from "@latchkey/domain/factor-recovery/FactorRecoveryTemplate"
import { sampleOf } from "../core/EmailSample.ts"
import * as FactorRecoveryEmail from "./FactorRecoveryEmail.ts"
import * as FactorRecoveryRoutes from "./FactorRecoveryRoutes.ts"

/** Make the routes. */
export const routes = [FactorRecoveryRoutes.make] as const

/** Write the emails. */
export const templates = [FactorRecoveryEmail.layer] as const

/** Write each email with sample values. */
export const samples = [
  sampleOf(customizableRequested, FactorRecoveryEmail.render),
  sampleOf(customizableReady, FactorRecoveryEmail.renderReady)
]
