import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Check from "../../src/core/Check.ts"
import { CommandError } from "../../src/core/CommandError.ts"

describe("A check of doctor", () => {
  it.effect("is ok with a warning, but not with a failure", () =>
    Effect.gen(function* () {
      const check = (finding: Check.Finding) => Check.run("email", Effect.succeed(finding))
      assert.deepStrictEqual(yield* check(Check.ok("a")), { name: "email", ok: true, result: "ok", detail: "a" })
      assert.deepInclude(yield* check(Check.warning("b")), { ok: true, result: "warning" })
      assert.deepInclude(yield* check(Check.failed("c")), { ok: false, result: "failed" })
    })
  )

  it.effect("that ends in an error is failed, with the message as its detail", () =>
    Effect.gen(function* () {
      const check = yield* Check.run("database", new CommandError({ message: "host not found" }))
      assert.deepStrictEqual(check, { name: "database", ok: false, result: "failed", detail: "host not found" })
    })
  )

  it("with several findings has the result of the worst", () => {
    const { combine, failed, ok, warning } = Check
    assert.deepStrictEqual(combine([ok("a"), warning("b"), ok("c")]), warning("a; b; c"))
    assert.strictEqual(combine([failed("a"), warning("b")]).result, "failed")
    assert.strictEqual(combine([ok("a"), ok("b")]).result, "ok")
  })
})
