import { spawnSync } from "node:child_process"
import { assert, describe, it } from "@effect/vitest"
import * as GarbageCollection from "../../src/core/GarbageCollection.ts"

describe("The garbage collection", () => {
  // To set a flag that a version of Node does not have only prints a line.
  it("has a flag that this version of Node has", () => {
    const status = (flag: string) => spawnSync(process.execPath, [flag, "--eval", ""]).status
    assert.strictEqual(status(GarbageCollection.flag), 0)
    assert.notStrictEqual(status(`${GarbageCollection.flag}-canary`), 0)
  })
})
