/** What the room of password resets consists of. */
import * as PasswordResetComposer from "./PasswordResetComposer.ts"
import { PasswordResetTemplate } from "./PasswordResetTemplate.ts"
import * as RequestPasswordReset from "./RequestPasswordReset.ts"
import * as ResetPassword from "./ResetPassword.ts"

/** The ports that write emails. */
export const templates = [PasswordResetTemplate] as const

/** The use cases. Each may use those before it. */
export const useCases = { RequestPasswordReset, ResetPassword }

/** The composers of emails. */
export const composers = [PasswordResetComposer.make] as const

/** The rate limits. */
export * as limits from "./PasswordResetLimits.ts"

/** What it records. */
export { attempts } from "./PasswordResetRecords.ts"
