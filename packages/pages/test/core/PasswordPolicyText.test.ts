import { defaultPolicy } from "@latchkey/domain/instance/PasswordPolicy"
import { describe, expect, test } from "vitest"
import * as PasswordPolicyText from "../../src/core/PasswordPolicyText.ts"
import { english } from "../../src/language/PageLanguage.ts"

const { texts } = english

const strict = { ...defaultPolicy, minLength: 12, requireUppercase: true, requireNumber: true }

describe("PasswordPolicyText", () => {
  test("describes a policy in a sentence", () => {
    expect(PasswordPolicyText.describe(texts, defaultPolicy)).toBe(
      "At least 8 characters. A few words with spaces work well."
    )
    expect(PasswordPolicyText.describe(texts, strict)).toBe(
      "At least 12 characters, with an uppercase letter and a number."
    )
  })

  test("explains what a password lacks", () => {
    expect(PasswordPolicyText.explain(texts, strict, ["too_short", "uppercase_required", "number_required"])).toBe(
      "Your password must include at least 12 characters, an uppercase letter and a number."
    )
    expect(PasswordPolicyText.explain(texts, strict, ["too_short"])).toBe(
      "Your password must include at least 12 characters."
    )
  })

  test("adds the sentences of the app's own rules, or shows these only", () => {
    const reasons = ["Choose another one.", "It contains your name."]
    expect(PasswordPolicyText.explain(texts, strict, ["too_short", "custom"], reasons)).toBe(
      "Your password must include at least 12 characters. Choose another one. It contains your name."
    )
    expect(PasswordPolicyText.explain(texts, strict, ["custom"], reasons)).toBe(
      "Choose another one. It contains your name."
    )
  })

  test("says in words that a password is too common", () => {
    expect(PasswordPolicyText.explain(texts, strict, ["common"])).toBe(
      "Your password is too common: attackers try it first. Choose another."
    )
    expect(PasswordPolicyText.explain(texts, strict, ["too_short", "common"])).toBe(
      "Your password must include at least 12 characters. Your password is too common: attackers try it first. Choose another."
    )
  })

  test("describes a policy to password managers", () => {
    expect(PasswordPolicyText.rules(strict)).toBe("minlength: 12; maxlength: 256; required: upper; required: digit")
  })
})
