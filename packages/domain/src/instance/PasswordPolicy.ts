/**
 * The password policy of an instance. `password/PasswordViolations` checks passwords against it. NIST SP 800-63B-4
 * advises against composition rules; they are off unless an instance turns them on.
 */
import * as Schema from "effect/Schema"
import { wholeNumber } from "./internal/wholeNumber.ts"

/**
 * What a new password must contain. `minLength` counts code points: at least 8 (OWASP ASVS 5.0, 6.2.1), and at most 64,
 * so that no policy refuses the 64-character passwords that every user must be able to choose (6.2.9).
 */
export const PasswordPolicy = Schema.Struct({
  minLength: wholeNumber(8, 64),
  requireUppercase: Schema.Boolean,
  requireLowercase: Schema.Boolean,
  requireNumber: Schema.Boolean,
  requireSpecial: Schema.Boolean
})
export type PasswordPolicy = typeof PasswordPolicy.Type

/**
 * At least 8 code points, nothing else. Applies to instances that have not set a policy, and to all on the `free` plan.
 */
export const defaultPolicy: PasswordPolicy = {
  minLength: 8,
  requireUppercase: false,
  requireLowercase: false,
  requireNumber: false,
  requireSpecial: false
}
