import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import * as GarbageCollection from "../../src/core/GarbageCollection.ts"

const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url))

const node = (...args: ReadonlyArray<string>) => spawnSync(process.execPath, args, { encoding: "utf8" })

/** Prints the flags that a program sets. */
const printFlags = `
  import v8 from "node:v8"
  import { syncBuiltinESMExports } from "node:module"
  v8.setFlagsFromString = (flag) => console.log(flag)
  syncBuiltinESMExports()`

describe("Pretenuring", () => {
  // Setting a flag that a version of Node does not have only prints a line.
  it("has a flag that this version of Node knows", () => {
    assert.strictEqual(node(GarbageCollection.noPretenuring, "--eval", "").status, 0)
    assert.notStrictEqual(node(`${GarbageCollection.noPretenuring}-canary`, "--eval", "").status, 0)
  })

  it("is disabled before a command runs", () => {
    const preload = `data:text/javascript,${encodeURIComponent(printFlags)}`
    const [first] = node("--import", preload, main, "--version").stdout.split("\n")
    assert.strictEqual(first, GarbageCollection.noPretenuring)
  })
})
