import { assert, describe, it } from "@effect/vitest"
import type { PolicyViolation } from "@latchkey/domain/core/Errors"
import { defaultPolicy, PasswordPolicy } from "@latchkey/domain/instance/PasswordPolicy"
import { violations } from "@latchkey/domain/password/PasswordViolations"
import * as Schema from "effect/Schema"
import { password, strictPolicy } from "../support.ts"

const broken = (policy: Partial<PasswordPolicy>, text: string) =>
  violations({ ...defaultPolicy, ...policy }, password(text))

describe("The default policy", () => {
  it("requires eight code points and nothing else", () => {
    assert.deepStrictEqual(broken({}, "aaaaaaa"), ["too_short"])
    for (const text of ["aaaaaaaa", "AAAAAAAA", "11111111", "        ", "日本語日本語日本"]) {
      assert.deepStrictEqual(broken({}, text), [])
    }
  })
})

describe("PasswordViolations.violations", () => {
  it("returns every rule that is broken, not only the first", () => {
    assert.deepStrictEqual(violations(strictPolicy, password("日")), [
      "too_short",
      "uppercase_required",
      "lowercase_required",
      "number_required",
      "special_required"
    ])
    assert.deepStrictEqual(violations(strictPolicy, password("password")), [
      "too_short",
      "uppercase_required",
      "number_required",
      "special_required"
    ])
    assert.deepStrictEqual(violations(strictPolicy, password("Password-1234")), [])
  })

  it("counts an emoji as one code point", () => {
    assert.deepStrictEqual(broken({ minLength: 8 }, "\u{1f680}".repeat(7)), ["too_short"])
    assert.deepStrictEqual(broken({ minLength: 8 }, "\u{1f680}".repeat(8)), [])
  })

  it("counts the code points of the normalized text", () => {
    assert.deepStrictEqual(broken({ minLength: 8 }, "e\u0301".repeat(7)), ["too_short"])
    assert.deepStrictEqual(broken({ minLength: 8 }, "e\u0301".repeat(8)), [])
  })

  const rules: ReadonlyArray<
    readonly [
      rule: Exclude<keyof PasswordPolicy, "minLength">,
      violation: PolicyViolation,
      without: string,
      satisfying: Array<string>
    ]
  > = [
    ["requireUppercase", "uppercase_required", "lower 123", ["Upper 123", "élan Élan", "слово Слово"]],
    ["requireLowercase", "lowercase_required", "UPPER 123", ["UPPEr 123", "ÉLAN éLAN", "СЛОВО слово"]],
    ["requireNumber", "number_required", "no digits ½ Ⅷ", ["a digit 1", "a digit ٣", "a digit ९"]],
    [
      "requireSpecial",
      "special_required",
      "Nothing1",
      ["a space 1", "hyphen-1", "an emoji\u{1f680}", "underscore_1", "日本語日本語、日本"]
    ]
  ]
  for (const [rule, violation, without, satisfying] of rules) {
    it(`applies ${rule} to every script`, () => {
      assert.deepStrictEqual(broken({ [rule]: true }, without), [violation])
      assert.deepStrictEqual(broken({ [rule]: false }, without), [])
      for (const text of satisfying) assert.deepStrictEqual(broken({ [rule]: true }, text), [])
    })
  }

  it("does not count a letter with an accent as a special character", () => {
    assert.deepStrictEqual(broken({ requireSpecial: true }, "Crème brûlée".replace(" ", "")), ["special_required"])
    assert.deepStrictEqual(broken({ requireSpecial: true }, "हिन्दीशब्द"), ["special_required"])
  })
})

describe("PasswordPolicy.minLength", () => {
  it("is a whole number from 8 to 64", () => {
    const is = Schema.is(PasswordPolicy)
    for (const minLength of [8, 12, 64]) assert.isTrue(is({ ...defaultPolicy, minLength }))
    for (const minLength of [0, 7, 65, 8.5, Number.NaN]) assert.isFalse(is({ ...defaultPolicy, minLength }))
  })
})
