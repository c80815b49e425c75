/**
 * What the room of password resets consists of.
 *
 * @since 0.1.0
 */
import * as PasswordResetComposer from "./PasswordResetComposer.ts"
import { PasswordResetTemplate } from "./PasswordResetTemplate.ts"
import * as RequestPasswordReset from "./RequestPasswordReset.ts"
import * as ResetPassword from "./ResetPassword.ts"

/** The ports that write emails. @since 0.1.0 */
export const templates = [PasswordResetTemplate] as const

/** The use cases. Each may use those before it. @since 0.1.0 */
export const useCases = { RequestPasswordReset, ResetPassword }

/** The composers of emails. @since 0.1.0 */
export const composers = [PasswordResetComposer.make] as const
