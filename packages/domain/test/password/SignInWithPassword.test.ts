import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import type { Email } from "@latchkey/domain/core/Email"
import { InvalidCredentials } from "@latchkey/domain/core/Errors"
import type { PasswordHash } from "@latchkey/domain/account/UserRepository";
import type { Password } from "@latchkey/domain/password/Password"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import {
  ann,
  areSame,
  ben,
  email,
  endSessionsOf,
  linkFor,
  otherInstance,
  outcome,
  rightPassword,
  test,
  wrongPassword
} from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { argsOf, callNames, countOf } from "../support/Interception.ts"

const nobody = email("nobody@example.com")

/** Ann has a password, Ben has only ever used links. */
const accounts = Effect.gen(function* () {
  yield* (yield* Browser.make).signUp(ann, rightPassword)
  const bens = yield* Browser.make
  yield* bens.useLink(yield* linkFor(bens, ben))
})

/** The error of a failed sign-in in a new browser, and what it did to get there. */
const failure = (address: Email, password: Password) =>
  Effect.gen(function* () {
    const browser = yield* Browser.make
    const earlier = (yield* callNames).length
    const error = yield* Effect.flip(browser.signIn(address, password))
    return { error, message: error.message, calls: (yield* callNames).slice(earlier) }
  })

describe("A sign-in", () => {
  test(
    "makes a session for the account",
    Effect.gen(function* () {
      const { userId } = yield* (yield* Browser.make).signUp(ann, rightPassword)
      const browser = yield* Browser.make
      const issued = yield* browser.signIn(ann, rightPassword)
      assert.strictEqual(issued.userId, userId)
      const session = yield* browser.whoAmI
      assert.strictEqual(session.id, issued.sessionId)
      assert.strictEqual(session.userId, userId)
    })
  )

  test(
    "leaves the sessions of other browsers alive",
    Effect.gen(function* () {
      const first = yield* Browser.make
      yield* first.signUp(ann, rightPassword)
      yield* (yield* Browser.make).signIn(ann, rightPassword)
      assert.strictEqual(yield* outcome(first.whoAmI), "ok")
    })
  )

  test(
    "gives the browser new secrets, and ends the session it held",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* browser.signUp(ann, rightPassword)
      const former = yield* Browser.copyOf(browser)
      yield* browser.signIn(ann, rightPassword)
      const before = yield* former.caller
      const after = yield* browser.caller
      assert.isFalse(areSame(after.clientToken, before.clientToken))
      assert.isFalse(areSame(after.sessionToken, before.sessionToken))
      assert.strictEqual(yield* outcome(former.whoAmI), "Unauthenticated")
      assert.strictEqual(yield* endSessionsOf(ann), 1)
    })
  )

  test(
    "makes the former client secret worthless",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* browser.signUp(ann, rightPassword)
      const { clientToken: former } = yield* browser.caller
      yield* browser.signIn(ann, rightPassword)
      yield* Ref.update(browser.jar, (cookies) => ({ ...cookies, clientToken: former }))
      assert.strictEqual(yield* outcome(browser.whoAmI), "Unauthenticated")
    })
  )

  test(
    "leaves the browser's session alone when it fails",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* browser.signUp(ann, rightPassword)
      assert.strictEqual(yield* outcome(browser.signIn(ann, wrongPassword)), "InvalidCredentials")
      assert.strictEqual(yield* outcome(browser.whoAmI), "ok")
    })
  )

  test(
    "does not know the accounts of another instance",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* browser.signUp(ann, rightPassword)
      assert.strictEqual(yield* outcome(browser.at(otherInstance).signIn(ann, rightPassword)), "InvalidCredentials")
    })
  )

  test(
    "runs exactly one verification, whether it succeeds or not",
    Effect.gen(function* () {
      yield* accounts
      const attempts = [
        [nobody, rightPassword, "InvalidCredentials"],
        [ben, rightPassword, "InvalidCredentials"],
        [ann, wrongPassword, "InvalidCredentials"],
        [ann, rightPassword, "ok"]
      ] as const
      for (const [address, password, expected] of attempts) {
        const earlier = yield* countOf("PasswordHasher.verify")
        assert.strictEqual(yield* outcome((yield* Browser.make).signIn(address, password)), expected)
        assert.strictEqual((yield* countOf("PasswordHasher.verify")) - earlier, 1)
      }
    })
  )

  test(
    "fails in one way: no account, an account without a password, a wrong password",
    Effect.gen(function* () {
      yield* accounts
      const wrong = yield* failure(ann, wrongPassword)
      assert.instanceOf(wrong.error, InvalidCredentials)
      assert.deepStrictEqual(wrong.calls, [
        "UserRepository.findForSignIn",
        "RateLimitStore.consume",
        "PasswordHasher.verify"
      ])
      assert.deepStrictEqual(yield* failure(ben, wrongPassword), wrong)
      assert.deepStrictEqual(yield* failure(nobody, wrongPassword), wrong)
    })
  )
})

describe("The dummy hash", () => {
  const verifiedHash = Effect.map(argsOf("PasswordHasher.verify"), (calls) => calls.at(-1)?.[1] as PasswordHash)

  test(
    "is made once, at the start, with today's parameters",
    Effect.gen(function* () {
      const { needsRehash } = yield* PasswordHasher
      assert.strictEqual(yield* countOf("PasswordHasher.hash"), 1)
      for (const address of [nobody, ben, email("nobody.else@example.com")]) {
        yield* outcome((yield* Browser.make).signIn(address, wrongPassword))
        assert.isFalse(needsRehash(yield* verifiedHash))
      }
      assert.strictEqual(yield* countOf("PasswordHasher.hash"), 1)
    })
  )

  test(
    "takes the place of the hash, and only where there is none",
    Effect.gen(function* () {
      yield* accounts
      yield* outcome((yield* Browser.make).signIn(nobody, wrongPassword))
      const dummy = yield* verifiedHash
      yield* outcome((yield* Browser.make).signIn(ben, wrongPassword))
      assert.strictEqual(Redacted.value(yield* verifiedHash), Redacted.value(dummy))
      yield* outcome((yield* Browser.make).signIn(ann, wrongPassword))
      assert.notStrictEqual(Redacted.value(yield* verifiedHash), Redacted.value(dummy))
    })
  )

  test(
    "opens no account, not even with its own password",
    Effect.gen(function* () {
      const [dummyPassword] = Option.getOrThrow(Option.fromNullable((yield* argsOf("PasswordHasher.hash"))[0]))
      yield* accounts
      const { verify } = yield* PasswordHasher
      yield* outcome((yield* Browser.make).signIn(nobody, wrongPassword))
      assert.isTrue(yield* verify(dummyPassword as Password, yield* verifiedHash))
      for (const address of [nobody, ben]) {
        const attempt = (yield* Browser.make).signIn(address, dummyPassword as Password)
        assert.strictEqual(yield* outcome(attempt), "InvalidCredentials")
      }
    })
  )
})
