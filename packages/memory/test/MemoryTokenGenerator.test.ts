import { assert, describe, it } from "@effect/vitest"
import * as Token from "@latchkey/domain/core/Token"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

describe("MemoryTokenGenerator", () => {
  it.effect("generates tokens that the domain can parse, each a different one", () =>
    Effect.gen(function* () {
      const { generate } = yield* TokenGenerator
      const tokens = (yield* Effect.replicateEffect(generate, 200)).map(Redacted.value)
      assert.isTrue(tokens.every((text) => Option.isSome(Token.parse(text))))
      assert.strictEqual(new Set(tokens).size, 200)
    }).pipe(Effect.provide(MemoryTokenGenerator.layer))
  )

  it.effect("hashes the characters of a token with SHA-256", () =>
    Effect.gen(function* () {
      const { hash } = yield* TokenGenerator
      const token = Option.getOrThrow(Token.parse("A".repeat(43)))
      // printf 'A%.0s' {1..43} | sha256sum
      assert.strictEqual(hash(token), "0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a")
    }).pipe(Effect.provide(MemoryTokenGenerator.layer))
  )

  it.effect("hashes the characters of a token with HMAC-SHA-256 under a key", () =>
    Effect.gen(function* () {
      const { keyedHash } = yield* TokenGenerator
      const token = Option.getOrThrow(Token.parse("A".repeat(43)))
      // printf 'A%.0s' {1..43} | openssl dgst -sha256 -hmac key
      assert.strictEqual(
        keyedHash(Redacted.make("key"), token),
        "35e9c33077110765e43f842c08262a08eab5f9cff4f531da7a3a03085938cc9d"
      )
    }).pipe(Effect.provide(MemoryTokenGenerator.layer))
  )

  // RFC 4231, 4.3.
  it.effect("makes the HMAC-SHA-256 of a text under a key", () =>
    Effect.gen(function* () {
      const { mac } = yield* TokenGenerator
      assert.strictEqual(
        mac(Redacted.make("Jefe"), "what do ya want for nothing?"),
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      )
    }).pipe(Effect.provide(MemoryTokenGenerator.layer))
  )
})
