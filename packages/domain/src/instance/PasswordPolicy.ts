/**
 * What an instance asks of a new password. Checking names every rule that fails, not just the first.
 * NIST SP 800-63B-4 advises against composition rules; they are off unless an instance turns them on.
 *
 * @since 0.1.0
 */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { codePoints, type Password } from "../password/Password.ts"

/**
 * `minLength` counts code points. At least 8 (OWASP ASVS 5.0, 6.2.1); at most 64, so that no policy ever refuses the
 * 64-character passwords that everybody must be able to use (6.2.9).
 *
 * @since 0.1.0
 */
export const PasswordPolicy = Schema.Struct({
  minLength: Schema.Int.pipe(
    Schema.between(8, 64, { message: () => "must be a whole number from 8 to 64" }),
    Schema.annotations({ jsonSchema: { type: "integer", minimum: 8, maximum: 64 } })
  ).annotations({ message: () => "must be a whole number from 8 to 64" }),
  requireUppercase: Schema.Boolean,
  requireLowercase: Schema.Boolean,
  requireNumber: Schema.Boolean,
  requireSpecial: Schema.Boolean
})
/** @since 0.1.0 */
export type PasswordPolicy = typeof PasswordPolicy.Type

/**
 * The policy of every instance that has not set another, and of all on the `free` plan: at least 8 code points,
 * nothing else.
 *
 * @since 0.1.0
 */
export const defaultPolicy: PasswordPolicy = {
  minLength: 8,
  requireUppercase: false,
  requireLowercase: false,
  requireNumber: false,
  requireSpecial: false
}

/** A rule that a password breaks. @since 0.1.0 */
export const Violation = Schema.Literal(
  "too_short",
  "uppercase_required",
  "lowercase_required",
  "number_required",
  "special_required"
)
/** @since 0.1.0 */
export type Violation = typeof Violation.Type

/** Every rule of the policy that the password breaks; empty when it is fine. @since 0.1.0 */
export const violations = (policy: PasswordPolicy, password: Password): ReadonlyArray<Violation> => {
  const text = Redacted.value(password)
  const rules: ReadonlyArray<readonly [broken: boolean, violation: Violation]> = [
    [codePoints(text) < policy.minLength, "too_short"],
    [policy.requireUppercase && !/\p{Lu}/u.test(text), "uppercase_required"],
    [policy.requireLowercase && !/\p{Ll}/u.test(text), "lowercase_required"],
    [policy.requireNumber && !/\p{Nd}/u.test(text), "number_required"],
    [policy.requireSpecial && !/[^\p{L}\p{M}\p{N}]/u.test(text), "special_required"]
  ]
  return rules.filter(([broken]) => broken).map(([, violation]) => violation)
}
