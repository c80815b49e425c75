/** Errors about passwords and their hashes. */
import * as Schema from "effect/Schema"
import { Outcome, type RejectedField } from "../core/Outcome.ts"

/**
 * A rule of the password policy that a password breaks. `common` belongs to every policy: attackers try the password
 * first, because many users have it, or because it is the email address or the name of the instance.
 */
export const PolicyViolation = Schema.Literal(
  "too_short",
  "common",
  "uppercase_required",
  "lowercase_required",
  "number_required",
  "special_required"
)

export type PolicyViolation = typeof PolicyViolation.Type

/** What a new password breaks: a rule of the policy, or with `custom` the `PasswordRules` of the app. */
export const PasswordViolation = Schema.Literal(...PolicyViolation.literals, "custom")

export type PasswordViolation = typeof PasswordViolation.Type

/**
 * The password breaks the instance's policy, or the rules of the app. `violations` names every broken rule, not only
 * the first. With `custom` among them, `reasons` are the sentences of the app's rules; otherwise there are none.
 */
export class PasswordRejected extends Outcome(
  "PasswordRejected",
  "password_too_short",
  "The password does not meet the policy"
)<{ readonly violations: ReadonlyArray<PasswordViolation>; readonly reasons?: ReadonlyArray<string> }> {}

/**
 * Why a hash of another system cannot be taken over: its form is not known, it has a known form but broken parts, or
 * verifying it would cost too much.
 */
export const HashRejection = Schema.Literal("unknown_format", "malformed", "too_expensive")

export type HashRejection = typeof HashRejection.Type

/** What to say of a hash that is rejected, after the name of its field. Never contains the hash. */
const hashRejections: Readonly<Record<HashRejection, string>> = {
  unknown_format: "has a format that is not supported",
  malformed: "is malformed",
  too_expensive: "costs too much to verify"
}

/** A password hash of another system cannot be taken over. The error never contains the hash. */
export class PasswordHashRejected extends Outcome(
  "PasswordHashRejected",
  "invalid_request",
  "The password hash cannot be imported"
)<{ readonly reason: HashRejection }> {
  /** What is wrong with the hash, after the name of its field. */
  get rejection(): string {
    return hashRejections[this.reason]
  }
  /** What the request got wrong. */
  get errors(): ReadonlyArray<RejectedField> {
    return [{ field: "passwordHash", reason: this.rejection }]
  }
}

/**
 * The queue of passwords to hash is full. Nothing was hashed. `retryAfterSeconds`: whole seconds after which to try
 * again, by default 1. A hasher spreads them, so that not all refused callers try again at once.
 */
export class HasherOverloaded extends Outcome("HasherOverloaded", "service_unavailable", "Too many sign-ins at once")<{
  readonly retryAfterSeconds: number
}> {
  constructor(fields: { readonly retryAfterSeconds?: number } = {}) {
    super({ retryAfterSeconds: 1, ...fields })
  }
}
