import { assert, describe, it } from "@effect/vitest"
import * as PasswordScheme from "@latchkey/domain/account/PasswordScheme"
import { PasswordHash } from "@latchkey/domain/account/UserRepository"
import * as ForeignHash from "@latchkey/domain/password/ForeignHash"
import * as Password from "@latchkey/domain/password/Password"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import * as InsecurePasswordHasher from "@latchkey/memory/InsecurePasswordHasher"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

const password = (text: string) => Either.getOrThrow(Password.parse(text))
const storedAs = Schema.decodeSync(PasswordHash)
const options = { fairnessKey: "192.0.2.1" }

describe("InsecurePasswordHasher", () => {
  it.effect("verifies the password that was hashed, and no other", () =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      const hash = yield* hasher.hash(password("correct horse"), options)
      assert.isTrue(yield* hasher.verify(password("correct horse"), hash, options))
      assert.isFalse(yield* hasher.verify(password("Correct horse"), hash, options))
    }).pipe(Effect.provide(InsecurePasswordHasher.layer))
  )

  it.effect("writes hashes that name the insecure scheme, omit the password and are never equal", () =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      const first = yield* hasher.hash(password("correct horse"), options)
      const second = yield* hasher.hash(password("correct horse"), options)
      assert.match(Redacted.value(first), /^\$insecure\$v=1\$/)
      assert.notInclude(Redacted.value(first), "correct horse")
      assert.notStrictEqual(Redacted.value(first), Redacted.value(second))
    }).pipe(Effect.provide(InsecurePasswordHasher.layer))
  )

  it.effect("verifies a hash of another version, and needs to rehash it", () =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      const current = yield* hasher.hash(password("correct horse"), options)
      const legacy = storedAs(Redacted.value(current).replace("v=1", "v=0"))
      assert.isTrue(yield* hasher.verify(password("correct horse"), legacy, options))
      assert.isFalse(hasher.needsRehash(current))
      assert.isTrue(hasher.needsRehash(legacy))
    }).pipe(Effect.provide(InsecurePasswordHasher.layer))
  )

  it.effect("does not verify a hash that it cannot read", () =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      for (const text of ["", "$insecure$v=1$", "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA"]) {
        const stored = storedAs(text)
        assert.isFalse(yield* hasher.verify(password("correct horse"), stored, options))
        assert.isTrue(hasher.needsRehash(stored))
      }
    }).pipe(Effect.provide(InsecurePasswordHasher.layer))
  )

  it.effect("counts its calls", () =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      const calls = yield* InsecurePasswordHasher.Calls
      const hash = yield* hasher.hash(password("correct horse"), options)
      yield* hasher.verify(password("correct horse"), hash, options)
      yield* hasher.verify(password("wrong horse"), hash, options)
      hasher.needsRehash(hash)
      assert.strictEqual(yield* calls.hashed, 1)
      assert.strictEqual(yield* calls.verified, 2)
    }).pipe(Effect.provide(InsecurePasswordHasher.layer))
  )

  it.effect("adopts only hashes that it made, and has decoys only of its schemes", () =>
    Effect.gen(function* () {
      const { adopt, decoy, hash, needsRehash, verify } = yield* PasswordHasher
      const text = Redacted.value(yield* hash(password("correct horse"), options)).replace("v=1", "v=0")
      assert.strictEqual(Redacted.value(yield* adopt(ForeignHash.make(text), options)), text)
      const error = yield* Effect.flip(adopt(ForeignHash.make("$2b$12$"), options))
      assert.deepInclude(error, { _tag: "PasswordHashRejected", reason: "unknown_format" })

      const scheme = PasswordScheme.ofHash(storedAs(text))
      const other = Option.getOrThrow(decoy(scheme))
      assert.strictEqual(PasswordScheme.ofHash(other), scheme)
      assert.isTrue(needsRehash(other))
      assert.isFalse(yield* verify(password("correct horse"), other, options))
      assert.isTrue(Option.isNone(decoy(PasswordScheme.PasswordScheme.make("$2b$12"))))
    }).pipe(Effect.provide(InsecurePasswordHasher.layer))
  )
})
