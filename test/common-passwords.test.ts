import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { commonPasswords } from "../packages/domain/src/password/internal/commonPasswords.ts"
import { assert, describe, it } from "vitest"
// @ts-expect-error A program without types.
import * as program from "../.ci/common-passwords.js"

describe("The list of common passwords", () => {
  it("is what its program writes", () => {
    const file = readFileSync(join(dirname(import.meta.dirname), program.path), "utf8")
    // Not compared as a whole by the assertion: a difference would print all of it.
    assert.isTrue(file === program.make(), "Run node .ci/common-passwords.js")
  })

  it("has ten thousand different passwords of at least eight characters, in lower case, without spaces", () => {
    const passwords = commonPasswords.trim().split("\n")
    assert.strictEqual(new Set(passwords).size, 10_000)
    assert.isEmpty(passwords.filter((password) => !/^[!-~]{8,}$/.test(password) || password !== password.toLowerCase()))
  })
})
