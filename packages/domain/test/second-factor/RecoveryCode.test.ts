import { assert, describe, it } from "@effect/vitest"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import * as RecoveryCode from "@latchkey/domain/second-factor/RecoveryCode"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { areSame } from "../support.ts"

describe("RecoveryCode", () => {
  it.effect("has 128 random bits, and is read as it is shown", () =>
    Effect.gen(function* () {
      const tokens = yield* TokenGenerator
      const codes = yield* Effect.replicateEffect(RecoveryCode.generate(tokens), 100)
      assert.strictEqual(new Set(codes.map(Redacted.value)).size, 100)
      for (const code of codes) {
        const shown = Redacted.value(RecoveryCode.format(code))
        assert.match(shown, /^([a-z2-7]{5}-){4}[a-z2-7]{6}$/)
        assert.isTrue(areSame(RecoveryCode.parse(shown), Option.some(code)))
      }
      // Each of the letters that carry five bits has every value.
      assert.strictEqual(new Set(codes.flatMap((code) => [...Redacted.value(code).slice(0, 25)])).size, 32)
    }).pipe(Effect.provide(MemoryTokenGenerator.layer))
  )

  it.effect("is stored as a hash that no token has", () =>
    Effect.gen(function* () {
      const tokens = yield* TokenGenerator
      const code = yield* RecoveryCode.generate(tokens)
      const hash = RecoveryCode.hash(tokens, code)
      assert.strictEqual(hash, RecoveryCode.hash(tokens, code))
      assert.notInclude(hash, Redacted.value(code))
    }).pipe(Effect.provide(MemoryTokenGenerator.layer))
  )
})
