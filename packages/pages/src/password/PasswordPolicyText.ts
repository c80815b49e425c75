/**
 * A password policy in plain words.
 *
 * @since 0.1.0
 */
import { maxLength } from "@latchkey/domain/password/Password"
import type { PasswordPolicy, Violation } from "@latchkey/domain/instance/PasswordPolicy"

const kinds = [
  ["requireUppercase", "uppercase_required", "an uppercase letter", "upper"],
  ["requireLowercase", "lowercase_required", "a lowercase letter", "lower"],
  ["requireNumber", "number_required", "a digit", "digit"],
  ["requireSpecial", "special_required", "a character that is neither letter nor digit", "special"]
] as const

const listed = (words: ReadonlyArray<string>): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`

/** What the policy asks for, as a sentence. @since 0.1.0 */
export const describe = (policy: PasswordPolicy): string => {
  const wanted = kinds.filter(([setting]) => policy[setting]).map(([, , words]) => words)
  const least = `At least ${policy.minLength} characters`
  return wanted.length === 0 ? `${least}. A few words are fine, with spaces too.` : `${least}, with ${listed(wanted)}.`
}

/** What a password lacks, as a sentence. @since 0.1.0 */
export const lacks = ({ minLength }: PasswordPolicy, violations: ReadonlyArray<Violation>): string => {
  const missing = kinds.filter(([, violation]) => violations.includes(violation)).map(([, , words]) => words)
  const needed = [...(violations.includes("too_short") ? [`at least ${minLength} characters`] : []), ...missing]
  return `This password still needs ${listed(needed)}.`
}

/** The policy in the language of password managers that make passwords (the attribute `passwordrules`). @since 0.1.0 */
export const rules = (policy: PasswordPolicy): string =>
  [
    `minlength: ${policy.minLength}`,
    `maxlength: ${maxLength}`,
    ...kinds.filter(([setting]) => policy[setting]).map(([, , , word]) => `required: ${word}`)
  ].join("; ")
