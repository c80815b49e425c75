import { createHmac } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import * as HkdfSecretKeys from "@latchkey/crypto/HkdfSecretKeys"
import { SealedText, SecretKeys } from "@latchkey/domain/core/SecretKeys"
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

  const seal = { use: "second-factor", context: "totp inst_1 user_1" }
  const secret = Redacted.make("a secret of 40 hexadecimal digits")

  const withKeys = <A>(options: HkdfSecretKeys.Options, use: (keys: SecretKeys["Type"]) => A) =>
    Effect.map(SecretKeys, use).pipe(Effect.provide(HkdfSecretKeys.layer(options)))

  const sealed = (options: HkdfSecretKeys.Options = { current }) =>
    withKeys(options, (keys) => Option.getOrThrow(keys.seal(seal, secret)))

  it.effect("names the key of a secret as texts do that are encrypted under it", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* sealed()).keyId, HkdfSecretKeys.keyId(current, seal.use))
      assert.notStrictEqual((yield* sealed()).keyId, HkdfSecretKeys.keyId(previous, seal.use))
    })
  )

  const openedBy = (options: HkdfSecretKeys.Options, text: SealedText, by = seal) =>
    withKeys(options, (keys) => Option.getOrNull(Option.map(keys.open(by, text), Redacted.value)))

  it.effect("seals a text, another box each time, and opens it", () =>
    Effect.gen(function* () {
      const [first, second] = [yield* sealed(), yield* sealed()]
      assert.notStrictEqual(first.box, second.box)
      assert.notInclude(Buffer.from(first.box, "base64url").toString(), "a secret of")
      for (const text of [first, second]) assert.strictEqual(yield* openedBy({ current }, text), Redacted.value(secret))
    })
  )

  it.effect("opens no text for another use or another context, and none that was changed in any bit", () =>
    Effect.gen(function* () {
      const text = yield* sealed()
      assert.isNull(yield* openedBy({ current }, text, { ...seal, use: "another" }))
      assert.isNull(yield* openedBy({ current }, text, { ...seal, context: "totp inst_1 user_2" }))
      const bytes = Buffer.from(text.box, "base64url")
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const changed = Buffer.from(bytes)
        changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
        const box = changed.toString("base64url")
        assert.isNull(yield* openedBy({ current }, new SealedText({ ...text, box })), `bit ${bit}`)
      }
      for (const box of ["", "a", bytes.subarray(0, 27).toString("base64url")]) {
        assert.isNull(yield* openedBy({ current }, new SealedText({ ...text, box })))
      }
    })
  )

  it.effect("opens texts of the previous key, seals with the current one, and names both", () =>
    Effect.gen(function* () {
      const text = yield* sealed({ current: previous })
      const both = { current, previous: Option.some(previous) }
      assert.strictEqual(yield* openedBy(both, text), Redacted.value(secret))
      assert.isNull(yield* openedBy({ current }, text))
      const next = yield* sealed(both)
      assert.strictEqual(yield* openedBy({ current }, next), Redacted.value(secret))
      const currentId = yield* withKeys(both, (keys) => Option.getOrNull(keys.currentKeyId(seal.use)))
      assert.deepStrictEqual([next.keyId, text.keyId === currentId], [currentId, false])
      assert.match(next.keyId, /^[0-9a-f]{16}$/)
    })
  )

  it.effect("decrypts what AES-256-GCM of another implementation has encrypted", () =>
    Effect.gen(function* () {
      const [key = ""] = yield* derive({ current }, seal.use)
      const nonce = new Uint8Array(12).fill(7)
      const name = { name: "AES-GCM", iv: nonce, additionalData: Buffer.from(seal.context) }
      const encrypted = yield* Effect.promise(async () => {
        const imported = await crypto.subtle.importKey("raw", Buffer.from(key, "hex"), "AES-GCM", false, ["encrypt"])
        return crypto.subtle.encrypt(name, imported, Buffer.from("from elsewhere"))
      })
      const { keyId } = yield* sealed()
      const box = Buffer.concat([nonce, Buffer.from(encrypted)]).toString("base64url")
      assert.strictEqual(yield* openedBy({ current }, new SealedText({ keyId, box })), "from elsewhere")
    })
  )
})
