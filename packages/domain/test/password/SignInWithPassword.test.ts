import { assert, describe } from "@effect/vitest"
import { PasswordHash, UserRepository } from "@latchkey/domain/account/UserRepository"
import { InvalidCredentials } from "@latchkey/domain/core/Errors"
import { HasherOverloaded } from "@latchkey/domain/password/PasswordErrors"
import type { Password } from "@latchkey/domain/password/Password"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import * as Schema from "effect/Schema"
import {
  ann,
  areSame,
  ben,
  email,
  failedSignIn,
  linkTokenFor,
  noAccount,
  otherInstance,
  outage,
  outcome,
  revokeSessionsOf,
  rightPassword,
  signedIn,
  signedUp,
  storedUser,
  test,
  wrongPassword
} from "../support.ts"
import { argsOf, before, beforeNext, countOf, release } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

/** Ann has a password. Ben has only used magic links. */
const accounts = Effect.gen(function* () {
  yield* signedUp
  const bensClient = yield* TestClient.make
  yield* bensClient.verifyLink(yield* linkTokenFor(bensClient, ben))
})

describe("SignInWithPassword.signIn", () => {
  test(
    "issues a session for the account",
    Effect.gen(function* () {
      const { userId } = yield* (yield* TestClient.make).signUp(ann, rightPassword)
      const client = yield* TestClient.make
      const issued = yield* client.signIn(ann, rightPassword)
      assert.strictEqual(issued.userId, userId)
      const session = yield* client.authenticate
      assert.strictEqual(session.id, issued.sessionId)
      assert.strictEqual(session.userId, userId)
    })
  )

  test(
    "leaves the sessions of other clients active",
    Effect.gen(function* () {
      const first = yield* signedUp
      yield* signedIn
      assert.strictEqual(yield* outcome(first.authenticate), "ok")
    })
  )

  test(
    "gives the client new tokens, and revokes the session it held",
    Effect.gen(function* () {
      const client = yield* signedUp
      const former = yield* TestClient.copyOf(client)
      yield* client.signIn(ann, rightPassword)
      const before = yield* former.caller
      const after = yield* client.caller
      assert.isFalse(areSame(after.clientToken, before.clientToken))
      assert.isFalse(areSame(after.sessionToken, before.sessionToken))
      assert.strictEqual(yield* outcome(former.authenticate), "Unauthenticated")
      assert.strictEqual(yield* revokeSessionsOf(ann), 1)
    })
  )

  test(
    "invalidates the former client token",
    Effect.gen(function* () {
      const client = yield* signedUp
      const { clientToken: former } = yield* client.caller
      yield* client.signIn(ann, rightPassword)
      yield* Ref.update(client.cookies, (cookies) => ({ ...cookies, clientToken: former }))
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
    })
  )

  test(
    "leaves the client's session active when it fails",
    Effect.gen(function* () {
      const client = yield* signedUp
      assert.strictEqual(yield* outcome(client.signIn(ann, wrongPassword)), "InvalidCredentials")
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )

  test(
    "does not find accounts of another instance",
    Effect.gen(function* () {
      const client = yield* signedUp
      assert.strictEqual(yield* outcome(client.at(otherInstance).signIn(ann, rightPassword)), "InvalidCredentials")
    })
  )

  test(
    "verifies exactly one hash, whether it succeeds or fails",
    Effect.gen(function* () {
      yield* accounts
      const attempts = [
        [noAccount, rightPassword, "InvalidCredentials"],
        [ben, rightPassword, "InvalidCredentials"],
        [ann, wrongPassword, "InvalidCredentials"],
        [ann, rightPassword, "ok"]
      ] as const
      for (const [address, password, expected] of attempts) {
        const previous = yield* countOf("PasswordHasher.verify")
        assert.strictEqual(yield* outcome((yield* TestClient.make).signIn(address, password)), expected)
        assert.strictEqual((yield* countOf("PasswordHasher.verify")) - previous, 1)
      }
    })
  )

  test(
    "fails in the same way without an account, without a password and with a wrong password",
    Effect.gen(function* () {
      yield* accounts
      // The first attempt reads the schemes of the instance.
      assert.include((yield* failedSignIn(noAccount, wrongPassword)).calls, "UserRepository.passwordSchemes")
      const wrong = yield* failedSignIn(ann, wrongPassword)
      assert.instanceOf(wrong.error, InvalidCredentials)
      assert.deepStrictEqual(wrong.calls, [
        "PasswordHasher.withPlace",
        "RateLimitStore.consume",
        "UserRepository.findForSignIn",
        "RateLimitStore.consume",
        "PasswordHasher.verify",
        "SignInFailures.record"
      ])
      assert.deepStrictEqual(yield* failedSignIn(ben, wrongPassword), wrong)
      assert.deepStrictEqual(yield* failedSignIn(noAccount, wrongPassword), wrong)
    })
  )
})

describe("The dummy hash", () => {
  const verifiedHash = Effect.map(argsOf("PasswordHasher.verify"), (calls) => calls.at(-1)?.[1] as PasswordHash)

  test(
    "is made once, at startup, with the current parameters",
    Effect.gen(function* () {
      const { needsRehash } = yield* PasswordHasher
      assert.strictEqual(yield* countOf("PasswordHasher.hash"), 1)
      for (const address of [noAccount, ben, email("unknown.too@example.com")]) {
        yield* outcome((yield* TestClient.make).signIn(address, wrongPassword))
        assert.isFalse(needsRehash(yield* verifiedHash))
      }
      assert.strictEqual(yield* countOf("PasswordHasher.hash"), 1)
    })
  )

  test(
    "is verified if and only if there is no stored hash",
    Effect.gen(function* () {
      yield* accounts
      yield* outcome((yield* TestClient.make).signIn(noAccount, wrongPassword))
      const dummy = yield* verifiedHash
      yield* outcome((yield* TestClient.make).signIn(ben, wrongPassword))
      assert.strictEqual(Redacted.value(yield* verifiedHash), Redacted.value(dummy))
      yield* outcome((yield* TestClient.make).signIn(ann, wrongPassword))
      assert.notStrictEqual(Redacted.value(yield* verifiedHash), Redacted.value(dummy))
    })
  )

  test(
    "opens no account, even with its own password",
    Effect.gen(function* () {
      const [dummyPassword] = Option.getOrThrow(Option.fromNullable((yield* argsOf("PasswordHasher.hash"))[0]))
      yield* accounts
      const { verify } = yield* PasswordHasher
      yield* outcome((yield* TestClient.make).signIn(noAccount, wrongPassword))
      assert.isTrue(yield* verify(dummyPassword as Password, yield* verifiedHash, { fairnessKey: "test" }))
      for (const address of [noAccount, ben]) {
        const attempt = (yield* TestClient.make).signIn(address, dummyPassword as Password)
        assert.strictEqual(yield* outcome(attempt), "InvalidCredentials")
      }
    })
  )
})

describe("SignInWithPassword.signIn: outage", () => {
  for (const method of ["UserRepository.findForSignIn", "RateLimitStore.consume"] as const) {
    test(
      `fails with PersistenceError before hashing, for every address and password, if the store fails in ${method}`,
      Effect.gen(function* () {
        yield* signedUp
        const client = yield* TestClient.make
        yield* before(method, outage)
        assert.strictEqual(yield* outcome(client.signIn(ann, rightPassword)), "PersistenceError")
        assert.strictEqual(yield* outcome(client.signIn(ann, wrongPassword)), "PersistenceError")
        assert.strictEqual(yield* outcome(client.signIn(ben, rightPassword)), "PersistenceError")
        assert.strictEqual(yield* countOf("PasswordHasher.verify"), 0)
        yield* release(method)
        assert.strictEqual(yield* outcome(client.signIn(ann, rightPassword)), "ok")
      })
    )
  }

  test(
    "fails with PersistenceError if the session cannot be stored, and issues none",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* before("SessionRepository.issue", outage)
      assert.strictEqual(yield* outcome(client.signIn(ann, rightPassword)), "PersistenceError")
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
      assert.strictEqual(yield* revokeSessionsOf(ann), 1)
    })
  )

  test(
    "succeeds if its attempt cannot be refunded",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* before("RateLimitStore.refund", outage)
      assert.strictEqual(yield* outcome(client.signIn(ann, rightPassword)), "ok")
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )
})

describe("SignInWithPassword.signIn: overloaded hasher", () => {
  /** Makes the hasher refuse every password: before its place, and where it would be verified. */
  const overload = Effect.zipRight(
    before("PasswordHasher.withPlace", new HasherOverloaded()),
    before("PasswordHasher.verify", new HasherOverloaded())
  )
  const recover = Effect.zipRight(release("PasswordHasher.withPlace"), release("PasswordHasher.verify"))

  test(
    "fails with HasherOverloaded for every address and password, before any query",
    Effect.gen(function* () {
      yield* signedUp
      yield* overload
      for (const [address, text] of [
        [ann, rightPassword],
        [ann, wrongPassword],
        [ben, rightPassword]
      ] as const) {
        const { calls, error } = yield* failedSignIn(address, text)
        assert.instanceOf(error, HasherOverloaded)
        assert.deepStrictEqual(calls, ["PasswordHasher.withPlace"])
      }
    })
  )

  test(
    "consumes no limit: a user who retries gets in",
    Effect.gen(function* () {
      yield* signedUp
      const client = yield* TestClient.make
      yield* overload
      for (let retry = 1; retry <= 35; retry++) {
        assert.strictEqual(yield* outcome(client.signIn(ann, rightPassword)), "HasherOverloaded")
      }
      yield* recover
      assert.strictEqual(yield* outcome(client.signIn(ann, rightPassword)), "ok")
    })
  )
})

describe("SignInWithPassword.signIn: concurrent change of credentials", () => {
  test(
    "fails with InvalidCredentials, and issues no session",
    Effect.gen(function* () {
      const attacker = yield* signedUp
      const owner = yield* TestClient.make
      const token = yield* linkTokenFor(owner, ann)
      // The stored hash was already read and matches the password: only the credential version has changed.
      yield* beforeNext("PasswordHasher.verify", owner.verifyLink(token))
      assert.strictEqual(yield* outcome(attacker.signIn(ann, rightPassword)), "InvalidCredentials")
      assert.strictEqual(yield* countOf("SessionRepository.issue"), 3)
      assert.strictEqual(yield* outcome(attacker.authenticate), "Unauthenticated")
      assert.strictEqual((yield* owner.authenticate).email, ann)
      assert.strictEqual(yield* revokeSessionsOf(ann), 1)
    })
  )
})

const storedHash = Effect.map(storedUser(ann), (user) => Option.getOrThrow(Option.getOrThrow(user).passwordHash))

/** Creates Ann's account, and gives its hash legacy parameters. */
const agedAccount = Effect.gen(function* () {
  const { userId } = yield* (yield* TestClient.make).signUp(ann, rightPassword)
  const { id: _, instanceId } = Option.getOrThrow(yield* storedUser(ann))
  const current = yield* storedHash
  const next = Schema.decodeSync(PasswordHash)(Redacted.value(current).replace("$v=1$", "$v=0$"))
  assert.isTrue(yield* (yield* UserRepository).replacePasswordHash({ instanceId, userId, current, next }))
  return next
})

describe("A hash with legacy parameters", () => {
  test(
    "is replaced once after a sign-in",
    Effect.gen(function* () {
      const { needsRehash, verify } = yield* PasswordHasher
      assert.isTrue(needsRehash(yield* agedAccount))
      const hashed = yield* countOf("PasswordHasher.hash")
      const client = yield* signedIn
      assert.isFalse(needsRehash(yield* storedHash))
      assert.isTrue(yield* verify(rightPassword, yield* storedHash, { fairnessKey: "test" }))
      yield* client.signIn(ann, rightPassword)
      assert.strictEqual((yield* countOf("PasswordHasher.hash")) - hashed, 1)
    })
  )

  test(
    "is replaced without revoking sessions, because the password is the same",
    Effect.gen(function* () {
      yield* agedAccount
      const first = yield* signedIn
      yield* signedIn
      assert.strictEqual(yield* outcome(first.authenticate), "ok")
    })
  )

  test(
    "is kept after a wrong password",
    Effect.gen(function* () {
      const aged = yield* agedAccount
      const hashed = yield* countOf("PasswordHasher.hash")
      yield* outcome((yield* TestClient.make).signIn(ann, wrongPassword))
      assert.strictEqual(Redacted.value(yield* storedHash), Redacted.value(aged))
      assert.strictEqual(yield* countOf("PasswordHasher.hash"), hashed)
    })
  )

  for (const [event, method, failure] of [
    ["hashing is overloaded", "PasswordHasher.hash", new HasherOverloaded()],
    ["the store is down", "UserRepository.replacePasswordHash", outage]
  ] as const) {
    test(
      `does not make the sign-in fail if ${event}`,
      Effect.gen(function* () {
        const aged = yield* agedAccount
        const client = yield* TestClient.make
        yield* before(method, failure)
        assert.strictEqual(yield* outcome(client.signIn(ann, rightPassword)), "ok")
        assert.strictEqual(yield* outcome(client.authenticate), "ok")
        assert.strictEqual(Redacted.value(yield* storedHash), Redacted.value(aged))
      })
    )
  }

  test(
    "is not replaced if the password is deleted concurrently",
    Effect.gen(function* () {
      yield* agedAccount
      const owner = yield* TestClient.make
      const token = yield* linkTokenFor(owner, ann)
      const attacker = yield* TestClient.make
      yield* beforeNext("UserRepository.replacePasswordHash", owner.verifyLink(token))
      yield* attacker.signIn(ann, rightPassword)
      assert.isTrue(Option.isNone(Option.getOrThrow(yield* storedUser(ann)).passwordHash))
      assert.strictEqual(yield* outcome(attacker.authenticate), "Unauthenticated")
    })
  )
})
