import { defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import { defaultPolicy } from "@latchkey/domain/instance/PasswordPolicy"
import * as PasswordViolations from "@latchkey/domain/password/PasswordViolations"
import * as InsecurePasswordBlocklist from "@latchkey/memory/InsecurePasswordBlocklist"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { languages } from "../../src/dashboard/core/DashboardLanguage.ts"
import * as PasswordTrial from "../../src/dashboard/instance/PasswordTrial.ts"

describe("PasswordTrial", () => {
  const passwordPolicy = { ...defaultPolicy, minLength: 10, requireNumber: true, requireSpecial: true }
  const sessionConfig = { ...defaultInstance.sessionConfig, passwordPolicy }
  const instance = new Instance({ ...defaultInstance, plan: "pro", sessionConfig })
  const violations = Effect.runSync(Effect.provide(PasswordViolations.makeViolations, InsecurePasswordBlocklist.layer))
  const test = (text: string) => PasswordTrial.test(languages[0].texts.instance.trial, violations, instance, text)

  it("names every rule that a password breaks, and never the password", () => {
    assert.deepStrictEqual(test("Passwor"), [
      "It has fewer than 10 characters.",
      "It has no number.",
      "It has no symbol."
    ])
  })

  it("refuses a common password", () => {
    const isCommon = test("PASSWORD").includes("It is too common: attackers try it first.")
    assert.isTrue(isCommon)
  })

  it("returns nothing for a password that meets the policy", () => {
    assert.deepStrictEqual(test("Passwor-d 1"), [])
  })

  it("explains why a text cannot be a password", () => {
    assert.deepStrictEqual(test("\0"), ["It contains characters that are not allowed."])
  })
})
