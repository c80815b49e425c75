import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "vitest"
// @ts-expect-error A program without types.
import * as program from "../.ci/common-passwords.js"

const file = readFileSync(join(dirname(import.meta.dirname), program.path), "utf8")

describe("The list of common passwords", () => {
  it("is what its program writes", () => {
    // Not compared as a whole by the assertion: a difference would print all of it.
    assert.isTrue(file === program.make(), "Run node .ci/common-passwords.js")
  })

  it("has the license of its source", () => {
    assert.includeMembers(JSON.parse(file).license, ["Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc."])
  })

  it("has ten thousand different passwords of at least eight characters, in lower case, without spaces", () => {
    const passwords: ReadonlyArray<string> = JSON.parse(file).passwords.trim().split("\n")
    assert.strictEqual(new Set(passwords).size, 10_000)
    assert.isEmpty(passwords.filter((password) => !/^[!-~]{8,}$/.test(password) || password !== password.toLowerCase()))
  })
})
