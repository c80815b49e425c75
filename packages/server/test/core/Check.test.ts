import { assert, describe, it } from "@effect/vitest"
import * as Check from "@latchkey/server/command/Check"
import { CommandError } from "@latchkey/server/core/CommandError"
import * as Effect from "effect/Effect"

describe("A check", () => {
  it.effect("is ok with a warning, and not with a failure", () =>
    Effect.gen(function* () {
      const check = (finding: Check.Finding) => Check.run("mail", Effect.succeed(finding))
      assert.deepStrictEqual(yield* check(Check.ok("a")), { name: "mail", ok: true, result: "ok", detail: "a" })
      assert.deepInclude(yield* check(Check.warning("b")), { ok: true, result: "warning" })
      assert.deepInclude(yield* check(Check.failed("c")), { ok: false, result: "failed" })
    })
  )

  it.effect("fails with an error's message", () =>
    Effect.gen(function* () {
      const check = yield* Check.run("database", new CommandError({ message: "no such host" }))
      assert.deepStrictEqual(check, { name: "database", ok: false, result: "failed", detail: "no such host" })
    })
  )

  it("of several findings is as bad as the worst", () => {
    const { failed, ok, together, warning } = Check
    assert.deepStrictEqual(together([ok("a"), warning("b"), ok("c")]), warning("a; b; c"))
    assert.strictEqual(together([failed("a"), warning("b")]).result, "failed")
    assert.strictEqual(together([ok("a"), ok("b")]).result, "ok")
  })
})
