import { createHmac } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import * as NodeTokenGenerator from "@latchkey/crypto/NodeTokenGenerator"
import * as Token from "@latchkey/domain/core/Token"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

describe("NodeTokenGenerator", () => {
  it.layer(NodeTokenGenerator.layer)((it) => {
    it.effect("generates tokens of 32 bytes that the domain can parse", () =>
      Effect.gen(function* () {
        const { generate } = yield* TokenGenerator
        const text = Redacted.value(yield* generate)
        assert.isTrue(Option.isSome(Token.parse(text)))
        assert.lengthOf(Buffer.from(text, "base64url"), 32)
      })
    )

    it.effect("generates 10,000 different tokens, in which no bit is always the same", () =>
      Effect.gen(function* () {
        const { generate } = yield* TokenGenerator
        const texts = (yield* Effect.replicateEffect(generate, 10_000)).map(Redacted.value)
        assert.strictEqual(new Set(texts).size, 10_000)

        const bytes = texts.map((text) => Buffer.from(text, "base64url"))
        const always = Array.from({ length: 32 }, (_, i) => bytes.reduce((all, one) => all & (one[i] ?? 0), 0xff))
        const ever = Array.from({ length: 32 }, (_, i) => bytes.reduce((all, one) => all | (one[i] ?? 0), 0))
        assert.deepStrictEqual(always, new Array(32).fill(0))
        assert.deepStrictEqual(ever, new Array(32).fill(0xff))
      })
    )

    it.effect("hashes the 43 characters with SHA-256, in lower-case hex", () =>
      Effect.gen(function* () {
        const { hash } = yield* TokenGenerator
        const token = Option.getOrThrow(Token.parse("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"))
        assert.strictEqual(hash(token), "ea866a757e4c38babfa8127cbe9a409d3e1f93a00ff1488ff735fcf917afffd0")
        assert.strictEqual(hash(token), hash(token))
      })
    )

    it.effect("hashes the 43 characters with HMAC-SHA-256 under a key, in lower-case hex", () =>
      Effect.gen(function* () {
        const { keyedHash } = yield* TokenGenerator
        const token = Option.getOrThrow(Token.parse("A".repeat(43)))
        // printf 'A%.0s' {1..43} | openssl dgst -sha256 -hmac key
        assert.strictEqual(
          keyedHash(Redacted.make("key"), token),
          "35e9c33077110765e43f842c08262a08eab5f9cff4f531da7a3a03085938cc9d"
        )
      })
    )

    // RFC 4231, 4.3.
    it.effect("makes the HMAC-SHA-256 of a text under a key, in lower-case hex", () =>
      Effect.gen(function* () {
        const { mac } = yield* TokenGenerator
        assert.strictEqual(
          mac(Redacted.make("Jefe"), "what do ya want for nothing?"),
          "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        )
      })
    )

    // RFC 4226, appendix D.
    it.effect("makes the HMAC-SHA-1 of a counter of eight bytes", () =>
      Effect.gen(function* () {
        const { counterMac } = yield* TokenGenerator
        const key = Redacted.make(Buffer.from("12345678901234567890").toString("hex"))
        assert.deepStrictEqual(
          [0, 1, 9].map((count) => counterMac(key, count)),
          [
            "cc93cf18508d94934c64b65d8ba7667fb7cde4b0",
            "75a48a19d4cbe100644e8ac1397eea747a2d33ab",
            "1637409809a679dc698207310c8c7fc07290d9e5"
          ]
        )
        // Above 32 bits.
        assert.strictEqual(
          counterMac(key, 2 ** 40),
          createHmac("sha1", "12345678901234567890").update(Buffer.from("0000010000000000", "hex")).digest("hex")
        )
      })
    )
  })
})
