import * as Argon2PasswordHasher from "@latchkey/crypto/Argon2PasswordHasher"
import { PasswordHash } from "@latchkey/domain/account/UserRepository"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import { assert, describe, it } from "@effect/vitest"
import * as Brand from "effect/Brand"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { password } from "./password.ts"

const secondChoice = { memorySize: 12_288, passes: 3, parallelism: 1 }
const withNul = (text: string) => Redacted.make(Brand.nominal<string & Brand.Brand<"Password">>()(text))

const base64 = (bytes: number) => Buffer.alloc(bytes, 1).toString("base64").replaceAll("=", "")
const phc = (parameters: string, saltLength: number, tagLength: number) =>
  `$argon2id$v=19$${parameters}$${base64(saltLength)}$${base64(tagLength)}`

describe("Argon2PasswordHasher", () => {
  it.layer(Argon2PasswordHasher.layer)((it) => {
    it.effect("hashes with OWASP's parameters, a salt of 16 bytes and a tag of 32", () =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const hash = yield* hasher.hash(password("correct horse battery staple"))
        assert.match(Redacted.value(hash), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
      })
    )

    it.effect("never hashes a password to the same hash twice", () =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const one = yield* hasher.hash(password("correct horse battery staple"))
        const other = yield* hasher.hash(password("correct horse battery staple"))
        assert.notStrictEqual(Redacted.value(one), Redacted.value(other))
      })
    )

    it.effect("verifies the password that was hashed and no other", () =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const hash = yield* hasher.hash(password("correct horse battery staple"))
        assert.isTrue(yield* hasher.verify(password("correct horse battery staple"), hash))
        assert.isFalse(yield* hasher.verify(password("correct horse battery stapl"), hash))
        assert.isFalse(yield* hasher.verify(password("Correct horse battery staple"), hash))
        assert.isFalse(yield* hasher.verify(password("correct horse battery staple "), hash))
      })
    )

    it.effect("does not stop at NUL", () =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const hash = yield* hasher.hash(withNul("correct\0horse"))
        assert.isTrue(yield* hasher.verify(withNul("correct\0horse"), hash))
        assert.isFalse(yield* hasher.verify(withNul("correct\0cart"), hash))
        assert.isFalse(yield* hasher.verify(withNul("correct"), hash))
      })
    )

    it.effect("counts in every one of 256 code points, of four bytes each", () =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const hash = yield* hasher.hash(password("🔑".repeat(256)))
        assert.isTrue(yield* hasher.verify(password("🔑".repeat(256)), hash))
        assert.isFalse(yield* hasher.verify(password(`${"🔑".repeat(255)}🔒`), hash))
      })
    )

    it.effect("does not want to renew a hash of today", () =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const hash = yield* hasher.hash(password("correct horse battery staple"))
        assert.isFalse(hasher.needsRehash(hash))
      })
    )

    it.effect.each([
      { what: "other memory", phc: phc("m=12288,t=2,p=1", 16, 32) },
      { what: "other passes", phc: phc("m=19456,t=3,p=1", 16, 32) },
      { what: "other lanes", phc: phc("m=19456,t=2,p=2", 16, 32) },
      { what: "another length of salt", phc: phc("m=19456,t=2,p=1", 8, 32) },
      { what: "another length of tag", phc: phc("m=19456,t=2,p=1", 16, 16) }
    ])("wants to renew a hash of $what", ({ phc }) =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        assert.isTrue(hasher.needsRehash(Schema.decodeSync(PasswordHash)(phc)))
      })
    )

    it.effect("verifies a hash of other parameters, and wants to renew it", () =>
      Effect.gen(function* () {
        const old = yield* Effect.flatMap(PasswordHasher, (hasher) =>
          hasher.hash(password("correct horse battery staple"))
        ).pipe(Effect.provide(Argon2PasswordHasher.layerWith({ parameters: secondChoice })))
        assert.include(Redacted.value(old), "$m=12288,t=3,p=1$")

        const hasher = yield* PasswordHasher
        assert.isTrue(yield* hasher.verify(password("correct horse battery staple"), old))
        assert.isFalse(yield* hasher.verify(password("wrong"), old))
        assert.isTrue(hasher.needsRehash(old))
      })
    )
  })

  it.effect.each([
    { options: { parameters: { memorySize: 19_455, passes: 2, parallelism: 1 } }, names: "memorySize" },
    { options: { parameters: { memorySize: 19_456, passes: 2, parallelism: 0 } }, names: "parallelism" },
    { options: { concurrency: 0 }, names: "concurrency" },
    { options: { concurrency: 1.5 }, names: "concurrency" },
    { options: { maxQueue: -1 }, names: "maxQueue" }
  ])("does not start with $options", ({ options, names }) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.scoped(Argon2PasswordHasher.make(options)))
      assert.strictEqual(error._tag, "HasherOptionsRejected")
      assert.include(error.message, `${names} must be a whole number from`)
    })
  )
})
