/** What the room of sign-ups that wait for a link consists of. */
import * as PendingSignUpComposer from "./PendingSignUpComposer.ts"
import { PendingSignUpTemplate } from "./PendingSignUpTemplate.ts"
import * as VerifySignUp from "./VerifySignUp.ts"

/** The ports that write emails. */
export const templates = [PendingSignUpTemplate] as const

/** The use cases. Each may use those before it. */
export const useCases = { VerifySignUp }

/** The composers of emails. */
export const composers = [PendingSignUpComposer.make] as const

/** The rate limits. */
export * as limits from "./PendingSignUpLimits.ts"

/** What it records. */
export { attempts } from "./PendingSignUpRecords.ts"
