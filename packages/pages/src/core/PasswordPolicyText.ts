/**
 * A password policy in words for users.
 */
import type { PasswordViolation } from "@latchkey/domain/password/PasswordErrors"
import type { PasswordPolicy } from "@latchkey/domain/instance/PasswordPolicy"
import { maxLength } from "@latchkey/domain/password/Password"
import type { PageTexts } from "../language/Catalogue.ts"

const rulesOfContent = [
  ["requireUppercase", "uppercase_required", "uppercase", "upper"],
  ["requireLowercase", "lowercase_required", "lowercase", "lower"],
  ["requireNumber", "number_required", "number", "digit"],
  ["requireSpecial", "special_required", "symbol", "special"]
] as const

/** Returns what a password must contain in addition to its length: "an uppercase letter", "a symbol" and so on. */
export const contents = ({ policy: texts }: PageTexts, policy: PasswordPolicy): ReadonlyArray<string> =>
  rulesOfContent.filter(([setting]) => policy[setting]).map(([, , text]) => texts[text])

/** Describes the policy in a sentence. */
export const describe = (texts: PageTexts, policy: PasswordPolicy): string => {
  const { describe, describeLength, list } = texts.policy
  const required = contents(texts, policy)
  return required.length === 0 ? describeLength(policy.minLength) : describe(policy.minLength, list(required))
}

/** Explains what a password lacks, with the sentences of the app's own rules. */
export const explain = (
  { core, policy: texts }: PageTexts,
  { minLength }: PasswordPolicy,
  violations: ReadonlyArray<PasswordViolation>,
  reasons: ReadonlyArray<string> = []
): string => {
  const missing = rulesOfContent.filter(([, violation]) => violations.includes(violation))
  const length = violations.includes("too_short") ? [texts.atLeast(minLength)] : []
  const required = [...length, ...missing.map(([, , text]) => texts[text])]
  const policy = required.length === 0 ? [] : [texts.missing(texts.list(required))]
  const common = violations.includes("common") ? [texts.common] : []
  return [...policy, ...common, ...reasons].join(core.space)
}

/** Describes the policy to password managers that generate passwords (the attribute `passwordrules`). */
export const rules = (policy: PasswordPolicy): string =>
  [
    `minlength: ${policy.minLength}`,
    `maxlength: ${maxLength}`,
    ...rulesOfContent.filter(([setting]) => policy[setting]).map(([, , , name]) => `required: ${name}`)
  ].join("; ")
