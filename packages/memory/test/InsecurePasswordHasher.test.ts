import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Password from "@latchkey/domain/password/Password"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import * as InsecurePasswordHasher from "@latchkey/memory/InsecurePasswordHasher"

const password = (text: string) => Either.getOrThrow(Password.parse(text))
const storedAs = Schema.decodeSync(Password.PasswordHash)

describe("InsecurePasswordHasher", () => {
  it.effect("verifies the password of a hash, and no other", () =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      const hash = yield* hasher.hash(password("correct horse"))
      assert.isTrue(yield* hasher.verify(password("correct horse"), hash))
      assert.isFalse(yield* hasher.verify(password("Correct horse"), hash))
    }).pipe(Effect.provide(InsecurePasswordHasher.layer))
  )

  it.effect("says in the stored form what it is, never the password, and never the same twice", () =>
    Effect.gen(function* () {
      const { hash } = yield* PasswordHasher
      const [first, second] = [yield* hash(password("correct horse")), yield* hash(password("correct horse"))]
      assert.match(Redacted.value(first), /^\$insecure\$v=1\$/)
      assert.notInclude(Redacted.value(first), "correct horse")
      assert.notStrictEqual(Redacted.value(first), Redacted.value(second))
    }).pipe(Effect.provide(InsecurePasswordHasher.layer))
  )

  it.effect("still verifies a hash of another version, and wants it made anew", () =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      const today = yield* hasher.hash(password("correct horse"))
      const old = storedAs(Redacted.value(today).replace("v=1", "v=0"))
      assert.isTrue(yield* hasher.verify(password("correct horse"), old))
      assert.isFalse(hasher.needsRehash(today))
      assert.isTrue(hasher.needsRehash(old))
    }).pipe(Effect.provide(InsecurePasswordHasher.layer))
  )

  it.effect("does not verify what it cannot read", () =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      for (const stored of ["", "$insecure$v=1$", "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA"].map((text) =>
        storedAs(text)
      )) {
        assert.isFalse(yield* hasher.verify(password("correct horse"), stored))
        assert.isTrue(hasher.needsRehash(stored))
      }
    }).pipe(Effect.provide(InsecurePasswordHasher.layer))
  )

  it.effect("counts its calls", () =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      const calls = yield* InsecurePasswordHasher.Calls
      const hash = yield* hasher.hash(password("correct horse"))
      yield* hasher.verify(password("correct horse"), hash)
      yield* hasher.verify(password("wrong horse"), hash)
      hasher.needsRehash(hash)
      assert.strictEqual(yield* calls.hashed, 1)
      assert.strictEqual(yield* calls.verified, 2)
    }).pipe(Effect.provide(InsecurePasswordHasher.layer))
  )
})
