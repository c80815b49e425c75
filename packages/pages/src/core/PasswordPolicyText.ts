/**
 * A password policy in words for users.
 */
import type { PasswordViolation } from "@latchkey/domain/core/Errors"
import type { PasswordPolicy } from "@latchkey/domain/instance/PasswordPolicy"
import { maxLength } from "@latchkey/domain/password/Password"

const rulesOfContent = [
  ["requireUppercase", "uppercase_required", "an uppercase letter", "upper"],
  ["requireLowercase", "lowercase_required", "a lowercase letter", "lower"],
  ["requireNumber", "number_required", "a number", "digit"],
  ["requireSpecial", "special_required", "a symbol", "special"]
] as const

const join = (words: ReadonlyArray<string>): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`

/** Returns what a password must contain in addition to its length: "an uppercase letter", "a symbol" and so on. */
export const contents = (policy: PasswordPolicy): ReadonlyArray<string> =>
  rulesOfContent.filter(([setting]) => policy[setting]).map(([, , text]) => text)

/** Describes the policy in a sentence. */
export const describe = (policy: PasswordPolicy): string => {
  const required = contents(policy)
  const length = `At least ${policy.minLength} characters`
  return required.length === 0 ? `${length}. A few words with spaces work well.` : `${length}, with ${join(required)}.`
}

/** Explains what a password lacks, with the sentences of the app's own rules. `subject`: whose password it is. */
export const explain = (
  { minLength }: PasswordPolicy,
  violations: ReadonlyArray<PasswordViolation>,
  reasons: ReadonlyArray<string> = [],
  subject: "Your password" | "The password" = "Your password"
): string => {
  const missing = rulesOfContent.filter(([, violation]) => violations.includes(violation)).map(([, , text]) => text)
  const length = violations.includes("too_short") ? [`at least ${minLength} characters`] : []
  const required = [...length, ...missing]
  const policy = required.length === 0 ? [] : [`${subject} must include ${join(required)}.`]
  const common = violations.includes("common")
    ? [`${subject} is too common: attackers try it first. Choose another.`]
    : []
  return [...policy, ...common, ...reasons].join(" ")
}

/** Describes the policy to password managers that generate passwords (the attribute `passwordrules`). */
export const rules = (policy: PasswordPolicy): string =>
  [
    `minlength: ${policy.minLength}`,
    `maxlength: ${maxLength}`,
    ...rulesOfContent.filter(([setting]) => policy[setting]).map(([, , , name]) => `required: ${name}`)
  ].join("; ")
