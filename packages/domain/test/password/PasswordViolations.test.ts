import { assert, describe, it } from "@effect/vitest"
import { Email } from "@latchkey/domain/core/Email"
import type { PolicyViolation } from "@latchkey/domain/password/PasswordErrors"
import { defaultPolicy, PasswordPolicy } from "@latchkey/domain/instance/PasswordPolicy"
import * as PasswordViolations from "@latchkey/domain/password/PasswordViolations"
import * as InsecurePasswordBlocklist from "@latchkey/memory/InsecurePasswordBlocklist"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ann, instance, password, strictPolicy, withPolicy } from "../support.ts"

const violations = Effect.runSync(Effect.provide(PasswordViolations.makeViolations, InsecurePasswordBlocklist.layer))

const broken = (policy: Partial<PasswordPolicy>, text: string) =>
  violations({ instance: instance(withPolicy("pro", { ...defaultPolicy, ...policy })), password: password(text) })

describe("The default policy", () => {
  it("requires eight code points and nothing else", () => {
    assert.deepStrictEqual(broken({}, "aaaaaaa"), ["too_short"])
    for (const text of ["aaaaabbb", "AAAAABBB", "11111999", "        ", "日本語日本語日本"]) {
      assert.deepStrictEqual(broken({}, text), [])
    }
  })
})

describe("PasswordViolations.violations", () => {
  it("returns every rule that is broken, not only the first", () => {
    assert.deepStrictEqual(broken(strictPolicy, "日"), [
      "too_short",
      "uppercase_required",
      "lowercase_required",
      "number_required",
      "special_required"
    ])
    assert.deepStrictEqual(broken(strictPolicy, "password"), [
      "too_short",
      "common",
      "uppercase_required",
      "number_required",
      "special_required"
    ])
    assert.deepStrictEqual(broken(strictPolicy, "Password-1234"), [])
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
      "Nothing11",
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

describe("A common password", () => {
  const commonIn = (name: string, text: string, email?: Email) =>
    violations({ instance: instance({ name }), password: password(text), email }).includes("common")

  it("is one that the blocklist has", () => {
    for (const text of ["password", "12345678", "PassWord", "ILOVEYOU"])
      assert.deepStrictEqual(broken({}, text), ["common"])
    assert.deepStrictEqual(broken({}, "a good password"), [])
  })

  it("is as common in a policy that it meets", () => {
    assert.deepStrictEqual(broken({ requireUppercase: true, requireNumber: true }, "Password1"), ["common"])
  })

  it("is the name of the instance, in upper or lower case, however it is composed", () => {
    assert.isTrue(commonIn("Crème Brûlée", "crème brûlée"))
    assert.isTrue(commonIn("Cre\u0300me Bru\u0302le\u0301e", "CRÈME BRÛLÉE"))
    assert.isFalse(commonIn("Crème Brûlée", "crème brûlée 2"))
  })

  it("is the email address, or the part of it before the @", () => {
    const email = Email.make("ann.example@example.com")
    assert.isTrue(commonIn("App", "Ann.Example@example.com", email))
    assert.isTrue(commonIn("App", "ann.EXAMPLE", email))
    assert.isFalse(commonIn("App", "ann.example@", email))
    assert.isFalse(commonIn("App", "example.com", email))
    assert.isFalse(commonIn("App", "ann.example", ann))
    assert.isFalse(commonIn("App", "ann.example"))
  })
})

describe("PasswordPolicy.minLength", () => {
  it("is a whole number from 8 to 64", () => {
    const is = Schema.is(PasswordPolicy)
    for (const minLength of [8, 12, 64]) assert.isTrue(is({ ...defaultPolicy, minLength }))
    for (const minLength of [0, 7, 65, 8.5, Number.NaN]) assert.isFalse(is({ ...defaultPolicy, minLength }))
  })
})
