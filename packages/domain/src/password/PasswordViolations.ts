/**
 * Checks a new password: against common passwords, the policy of its instance, and the rules and breached passwords of
 * the app.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { PasswordHash } from "../account/UserRepository.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { PasswordRejected, type PolicyViolation } from "./PasswordErrors.ts"
import * as AppPart from "../core/AppPart.ts"
import { BreachedPasswords } from "./BreachedPasswords.ts"
import { codePoints, type Password } from "./Password.ts"
import { PasswordBlocklist } from "./PasswordBlocklist.ts"
import { type PasswordCandidate, PasswordRules } from "./PasswordRules.ts"

/** A new password, and the account that it is for. `email` is missing while the account is not known. */
export interface Subject extends Omit<PasswordCandidate, "email"> {
  readonly email?: PasswordCandidate["email"] | undefined
}

/**
 * Returns `true` for what attackers try first, in upper or lower case: a common password, the email address or the part
 * of it before the "@", and the name of the instance (OWASP ASVS 5.0, 6.2.4 and 6.2.11).
 */
const isCommon = (blocklist: PasswordBlocklist["Type"], { email, instance, password }: Subject): boolean => {
  const text = Redacted.value(password).toLowerCase()
  if (text === instance.name.normalize("NFC").toLowerCase()) return true
  if (email !== undefined && (text === email || text === email.slice(0, email.indexOf("@")))) return true
  return blocklist.contains(password)
}

/** Returns every rule of the policy that the password breaks. */
export type Violations = (subject: Subject) => ReadonlyArray<PolicyViolation>

const violationsWith =
  (blocklist: PasswordBlocklist["Type"]): Violations =>
  (subject) => {
    const policy = subject.instance.passwordPolicy
    const text = Redacted.value(subject.password)
    const rules: ReadonlyArray<readonly [isBroken: boolean, violation: PolicyViolation]> = [
      [codePoints(text) < policy.minLength, "too_short"],
      [isCommon(blocklist, subject), "common"],
      [policy.requireUppercase && !/\p{Lu}/u.test(text), "uppercase_required"],
      [policy.requireLowercase && !/\p{Ll}/u.test(text), "lowercase_required"],
      [policy.requireNumber && !/\p{Nd}/u.test(text), "number_required"],
      [policy.requireSpecial && !/[^\p{L}\p{M}\p{N}]/u.test(text), "special_required"]
    ]
    return rules.filter(([isBroken]) => isBroken).map(([, violation]) => violation)
  }

/** Makes the function that returns the broken rules. It uses the `PasswordBlocklist`. */
export const makeViolations: Effect.Effect<Violations, never, PasswordBlocklist> = Effect.map(
  PasswordBlocklist,
  violationsWith
)

/** Fails with `PasswordRejected` if the password breaks the instance's policy. */
export type CheckPolicy = (subject: Subject) => Effect.Effect<void, PasswordRejected>

/** Makes the check of the policy alone, which needs no account. */
export const makePolicyCheck: Effect.Effect<CheckPolicy, never, PasswordBlocklist> = Effect.map(
  makeViolations,
  (violations): CheckPolicy =>
    (subject) => {
      const broken = violations(subject)
      return broken.length === 0 ? Effect.void : new PasswordRejected({ violations: broken })
    }
)

/** Fails with `PasswordRejected` if the password breaks the instance's policy or a rule of the app. */
export type Check = (candidate: PasswordCandidate) => Effect.Effect<void, PasswordRejected | PersistenceError>

/** Makes the check with the `PasswordRules` of the app. */
export const makeCheck: Effect.Effect<Check, never, PasswordBlocklist> = Effect.map(
  Effect.all([makeViolations, AppPart.read(PasswordRules)]),
  ([violations, rules]): Check =>
    (candidate) =>
      Effect.flatMap(rules.check(candidate), (reasons) => {
        const ofPolicy = violations(candidate)
        if (reasons.length > 0) return new PasswordRejected({ violations: [...ofPolicy, "custom"], reasons })
        return ofPolicy.length === 0 ? Effect.void : new PasswordRejected({ violations: ofPolicy })
      })
)

/**
 * Returns the result of `hash`. Fails with `PasswordRejected` if the password is one of the `BreachedPasswords`. Looks
 * that up while it is hashed: a place in the hashing queue is free again when the hash is done, however long a lookup
 * takes.
 */
export type HashAllowed = <E, R>(
  password: Password,
  hash: Effect.Effect<PasswordHash, E, R>
) => Effect.Effect<PasswordHash, PasswordRejected | E, R>

/** Makes the hashing of passwords that are not among the breached ones of the app. */
export const makeHashAllowed: Effect.Effect<HashAllowed> = Effect.map(
  AppPart.read(BreachedPasswords),
  ({ contains }): HashAllowed =>
    (password, hash) => {
      const lookUp = Effect.flatMap(contains(password), (isBlocked) =>
        isBlocked ? new PasswordRejected({ violations: ["common"] }) : Effect.void
      )
      return Effect.zipLeft(hash, lookUp, { concurrent: true })
    }
)
