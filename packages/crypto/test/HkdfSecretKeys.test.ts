import { createHmac } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import * as HkdfSecretKeys from "@latchkey/crypto/HkdfSecretKeys"
import { SecretKeys } from "@latchkey/domain/core/SecretKeys"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

const current = Redacted.make("a secret of the server, long enough")
const previous = Redacted.make("the secret that it has replaced....")

/** RFC 5869, 2.2 and 2.3: extract with a salt of 32 zero bytes, and one step of expand. */
const hkdf = (secret: Redacted.Redacted, info: string) => {
  const key = createHmac("sha256", Buffer.alloc(32)).update(Redacted.value(secret)).digest()
  return createHmac("sha256", key).update(`${info}\u0001`).digest("hex")
}

const derive = (options: HkdfSecretKeys.Options, use: string) =>
  Effect.map(SecretKeys, (keys) => keys.derive(use).map(Redacted.value)).pipe(
    Effect.provide(HkdfSecretKeys.layer(options))
  )

describe("HkdfSecretKeys", () => {
  it.effect("derives the current key and the previous one, in this order, by HKDF-SHA-256", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* derive({ current, previous: Option.some(previous) }, "first"), [
        hkdf(current, "latchkey first"),
        hkdf(previous, "latchkey first")
      ])
    })
  )

  it.effect("derives another key for each use", () =>
    Effect.gen(function* () {
      const [first] = yield* derive({ current }, "first")
      const [second] = yield* derive({ current }, "second")
      assert.match(first ?? "", /^[0-9a-f]{64}$/)
      assert.notStrictEqual(first, second)
    })
  )

  it.effect("is the only source of keys: without the layer there are none", () =>
    Effect.gen(function* () {
      const keys = yield* SecretKeys
      assert.isFalse(keys.isConfigured)
      assert.deepStrictEqual(keys.derive("first"), [])
    })
  )
})
