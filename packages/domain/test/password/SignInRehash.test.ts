import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { HasherOverloaded } from "@latchkey/domain/core/Errors"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import { UserRepository, PasswordHash } from "@latchkey/domain/account/UserRepository"
import { ann, linkFor, outage, outcome, rightPassword, storedUser, test, wrongPassword } from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { before, beforeNext, countOf } from "../support/Interception.ts"

const storedHash = Effect.map(storedUser(ann), (user) => Option.getOrThrow(Option.getOrThrow(user).passwordHash))

/** Ann's account, whose hash has the parameters of some years ago. */
const agedAccount = Effect.gen(function* () {
  const { userId } = yield* (yield* Browser.make).signUp(ann, rightPassword)
  const { id: _, instanceId } = Option.getOrThrow(yield* storedUser(ann))
  const current = yield* storedHash
  const next = Schema.decodeSync(PasswordHash)(Redacted.value(current).replace("$v=1$", "$v=0$"))
  assert.isTrue(yield* (yield* UserRepository).replacePasswordHash({ instanceId, userId, current, next }))
  return next
})

describe("A hash with older parameters", () => {
  test(
    "is made anew after a sign-in, once, of the same password",
    Effect.gen(function* () {
      const { needsRehash, verify } = yield* PasswordHasher
      assert.isTrue(needsRehash(yield* agedAccount))
      const hashed = yield* countOf("PasswordHasher.hash")
      const browser = yield* Browser.make
      yield* browser.signIn(ann, rightPassword)
      assert.isFalse(needsRehash(yield* storedHash))
      assert.isTrue(yield* verify(rightPassword, yield* storedHash))
      yield* browser.signIn(ann, rightPassword)
      assert.strictEqual((yield* countOf("PasswordHasher.hash")) - hashed, 1)
    })
  )

  test(
    "keeps the sessions: it is the same password",
    Effect.gen(function* () {
      yield* agedAccount
      const first = yield* Browser.make
      yield* first.signIn(ann, rightPassword)
      yield* (yield* Browser.make).signIn(ann, rightPassword)
      assert.strictEqual(yield* outcome(first.whoAmI), "ok")
    })
  )

  test(
    "is left alone after a wrong password",
    Effect.gen(function* () {
      const aged = yield* agedAccount
      const hashed = yield* countOf("PasswordHasher.hash")
      yield* outcome((yield* Browser.make).signIn(ann, wrongPassword))
      assert.strictEqual(Redacted.value(yield* storedHash), Redacted.value(aged))
      assert.strictEqual(yield* countOf("PasswordHasher.hash"), hashed)
    })
  )

  for (const [trouble, method, failure] of [
    ["hashing is overloaded", "PasswordHasher.hash", new HasherOverloaded()],
    ["the store is down", "UserRepository.replacePasswordHash", outage]
  ] as const) {
    test(
      `does not stop the sign-in when ${trouble}`,
      Effect.gen(function* () {
        const aged = yield* agedAccount
        const browser = yield* Browser.make
        yield* before(method, failure)
        assert.strictEqual(yield* outcome(browser.signIn(ann, rightPassword)), "ok")
        assert.strictEqual(yield* outcome(browser.whoAmI), "ok")
        assert.strictEqual(Redacted.value(yield* storedHash), Redacted.value(aged))
      })
    )
  }

  test(
    "does not bring back a password that was dropped meanwhile",
    Effect.gen(function* () {
      yield* agedAccount
      const owner = yield* Browser.make
      const token = yield* linkFor(owner, ann)
      const attacker = yield* Browser.make
      yield* beforeNext("UserRepository.replacePasswordHash", owner.useLink(token))
      yield* attacker.signIn(ann, rightPassword)
      assert.isTrue(Option.isNone(Option.getOrThrow(yield* storedUser(ann)).passwordHash))
      assert.strictEqual(yield* outcome(attacker.whoAmI), "Unauthenticated")
    })
  )
})
