/**
 * Checks a new password against the policy of its instance, and the rules of the app.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import {
  PasswordRejected,
  type PasswordViolation,
  type PersistenceError,
  type PolicyViolation
} from "../core/Errors.ts"
import * as AppPart from "../core/internal/AppPart.ts"
import type { Instance } from "../instance/Instance.ts"
import type { PasswordPolicy } from "../instance/PasswordPolicy.ts"
import { codePoints, type Password } from "./Password.ts"
import { type PasswordCandidate, PasswordRules } from "./PasswordRules.ts"

/** Returns every rule of the policy that the password breaks. @since 0.1.0 */
export const violations = (policy: PasswordPolicy, password: Password): ReadonlyArray<PolicyViolation> => {
  const text = Redacted.value(password)
  const rules: ReadonlyArray<readonly [isBroken: boolean, violation: PolicyViolation]> = [
    [codePoints(text) < policy.minLength, "too_short"],
    [policy.requireUppercase && !/\p{Lu}/u.test(text), "uppercase_required"],
    [policy.requireLowercase && !/\p{Ll}/u.test(text), "lowercase_required"],
    [policy.requireNumber && !/\p{Nd}/u.test(text), "number_required"],
    [policy.requireSpecial && !/[^\p{L}\p{M}\p{N}]/u.test(text), "special_required"]
  ]
  return rules.filter(([isBroken]) => isBroken).map(([, violation]) => violation)
}

/** Fails with `PasswordRejected` if the password breaks the instance's policy. @since 0.1.0 */
export const check = ({ passwordPolicy }: Instance, password: Password): Effect.Effect<void, PasswordRejected> => {
  const broken = violations(passwordPolicy, password)
  return broken.length === 0 ? Effect.void : new PasswordRejected({ violations: broken })
}

/** Fails with `PasswordRejected` if the password breaks the instance's policy or a rule of the app. @since 0.1.0 */
export type Check = (candidate: PasswordCandidate) => Effect.Effect<void, PasswordRejected | PersistenceError>

/** Makes the check with the `PasswordRules` of the app. @since 0.1.0 */
export const makeCheck: Effect.Effect<Check> = Effect.map(
  AppPart.read(PasswordRules),
  (rules): Check =>
    (candidate) =>
      Effect.flatMap(rules.check(candidate), (reasons) => {
        const ofPolicy = violations(candidate.instance.passwordPolicy, candidate.password)
        const broken: ReadonlyArray<PasswordViolation> = reasons.length === 0 ? ofPolicy : [...ofPolicy, "custom"]
        return broken.length === 0 ? Effect.void : new PasswordRejected({ violations: broken, reasons })
      })
)
