/** What the pages and emails of pending sign-ups consist of. */
import { customizableLink, customizableExistingAccount } from "@latchkey/domain/pending-sign-up/PendingSignUpTemplate"
import { sampleOf } from "../core/EmailSample.ts"
import * as PendingSignUpEmail from "./PendingSignUpEmail.ts"
import * as PendingSignUpRoutes from "./PendingSignUpRoutes.ts"

/** Make the routes. */
export const routes = [PendingSignUpRoutes.make] as const

/** Write the emails. */
export const templates = [PendingSignUpEmail.layer] as const

/** Write each email with sample values. */
export const samples = [
  sampleOf(customizableLink, PendingSignUpEmail.renderLink),
  sampleOf(customizableExistingAccount, PendingSignUpEmail.renderExistingAccount)
]
