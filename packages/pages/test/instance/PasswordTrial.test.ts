import { defaultPolicy } from "@latchkey/domain/instance/PasswordPolicy"
import { assert, describe, it } from "vitest"
import * as PasswordTrial from "../../src/instance/PasswordTrial.ts"

describe("PasswordTrial", () => {
  const policy = { ...defaultPolicy, minLength: 10, requireNumber: true, requireSpecial: true }

  it("names every rule that a password breaks, and never the password", () => {
    assert.deepStrictEqual(PasswordTrial.test(policy, "Passwor"), [
      "It has fewer than 10 characters.",
      "It has no number.",
      "It has no symbol."
    ])
  })

  it("returns nothing for a password that meets the policy", () => {
    assert.deepStrictEqual(PasswordTrial.test(policy, "Passwor-d 1"), [])
  })

  it("explains why a text cannot be a password", () => {
    assert.deepStrictEqual(PasswordTrial.test(policy, "\0"), ["It contains characters that are not allowed."])
  })
})
