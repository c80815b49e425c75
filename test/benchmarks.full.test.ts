/** Runs the benchmarks briefly: a change of the schema or of the API can break them. Their figures are not used. */
import { assert, describe, it } from "vitest"
import { run } from "@latchkey/test-support/packed/run"
import { root } from "@latchkey/test-support/packed/tarballs"

const benchmark = async (script: string, options: ReadonlyArray<string>) => {
  const { code, out } = await run("npm", ["run", "--silent", script, "--", ...options], { cwd: root })
  assert.strictEqual(code, 0, out)
  return out
}

describe("The benchmarks", () => {
  it("compare session checks and sign-ins with those of other servers", async () => {
    const only = ["--only", "checks", "--only", "access tokens", "--only", "sign-ins"]
    const out = await benchmark("bench", [...only, "--rounds", "1", "--seconds", "1"])
    for (const name of ["argon2", "bare", "latchkey", "better-auth"]) {
      assert.match(out, new RegExp(`^sign-ins 32: ${name}: [1-9]`, "m"))
    }
    for (const name of ["prepared", "batched", "latchkey", "better-auth", "embedded"]) {
      assert.match(out, new RegExp(`^checks: ${name}: [1-9]`, "m"))
    }
    assert.match(out, /^access tokens: latchkey: [1-9]/m)
  })

  it("compare few users with many", async () => {
    const small = ["--users", "1000", "--rounds", "1", "--samples", "10", "--emails", "100", "--imported", "1000"]
    assert.match(await benchmark("bench:scale", small), /^\| .*session.* \| +\d/m)
  })
})
