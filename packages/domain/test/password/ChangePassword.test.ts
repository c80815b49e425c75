import { assert, describe } from "@effect/vitest"
import { HasherOverloaded, PasswordRejected } from "@latchkey/domain/core/Errors"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import {
  ann,
  areSame,
  ben,
  instance,
  justBefore,
  linkTokenFor,
  newPassword,
  oneMilli,
  otherInstance,
  outage,
  outcome,
  password,
  revokeSessionsOf,
  rightPassword,
  storedUser,
  strictPolicy,
  test,
  withPolicy,
  wrongPassword
} from "../support.ts"
import { before, beforeNext, callNames, countOf, release } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const signedUp = Effect.tap(TestClient.make, (client) => client.signUp(ann, rightPassword))

/** A client that has just signed in with a magic link. */
const byLink = Effect.tap(TestClient.make, (client) => Effect.flatMap(linkTokenFor(client, ann), client.verifyLink))

/** Ann's account with a password and a verified address, and its client. */
const verifiedAccount = Effect.tap(signedUp, (client) => Effect.flatMap(linkTokenFor(client, ann), client.verifyLink))

const signInWith = (text: typeof rightPassword) =>
  Effect.flatMap(TestClient.make, (client) => outcome(client.signIn(ann, text)))

describe("ChangePassword.change", () => {
  test(
    "replaces the current password",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* client.changePassword(newPassword, rightPassword)
      assert.strictEqual(yield* signInWith(newPassword), "ok")
      assert.strictEqual(yield* signInWith(rightPassword), "InvalidCredentials")
    })
  )

  test(
    "fails with ReauthenticationRequired without the current password, and changes nothing",
    Effect.gen(function* () {
      const client = yield* signedUp
      assert.strictEqual(yield* outcome(client.changePassword(newPassword)), "ReauthenticationRequired")
      assert.strictEqual(yield* signInWith(newPassword), "InvalidCredentials")
      assert.strictEqual(yield* signInWith(rightPassword), "ok")
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )

  test(
    "fails with InvalidCredentials with a wrong current password, and with the new one instead",
    Effect.gen(function* () {
      const client = yield* signedUp
      for (const current of [wrongPassword, newPassword]) {
        assert.strictEqual(yield* outcome(client.changePassword(newPassword, current)), "InvalidCredentials")
      }
      assert.strictEqual(yield* signInWith(rightPassword), "ok")
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )

  test(
    "fails with Unauthenticated without an active session, before any limit or hashing",
    Effect.gen(function* () {
      const client = yield* signedUp
      const cookies = yield* Ref.get(client.cookies)
      yield* client.signOut
      const previous = (yield* callNames).length
      const newClient = yield* TestClient.make
      assert.strictEqual(yield* outcome(newClient.changePassword(newPassword, rightPassword)), "Unauthenticated")
      yield* Ref.set(client.cookies, cookies)
      assert.strictEqual(yield* outcome(client.changePassword(newPassword, rightPassword)), "Unauthenticated")
      const elsewhere = client.at(otherInstance).changePassword(newPassword, rightPassword)
      assert.strictEqual(yield* outcome(elsewhere), "Unauthenticated")
      assert.deepStrictEqual(
        (yield* callNames).slice(previous).filter((name) => name !== "SessionRepository.findActive"),
        []
      )
    })
  )
})

describe("ChangePassword.change after signing in with a magic link", () => {
  test(
    "needs no current password for ten minutes, to the millisecond",
    Effect.gen(function* () {
      yield* verifiedAccount
      const client = yield* byLink
      yield* justBefore("10 minutes")
      assert.strictEqual(yield* outcome(client.changePassword(wrongPassword)), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(client.changePassword(newPassword)), "ReauthenticationRequired")
      assert.strictEqual(yield* outcome(client.changePassword(newPassword, wrongPassword)), "ok")
      assert.strictEqual(yield* signInWith(newPassword), "ok")
    })
  )

  test(
    "fails with InvalidCredentials if a wrong current password is given",
    Effect.gen(function* () {
      yield* verifiedAccount
      const client = yield* byLink
      assert.strictEqual(yield* outcome(client.changePassword(newPassword, wrongPassword)), "InvalidCredentials")
      assert.strictEqual(yield* outcome(client.changePassword(newPassword, rightPassword)), "ok")
    })
  )

  test(
    "needs the current password on every other client",
    Effect.gen(function* () {
      const client = yield* verifiedAccount
      const phone = yield* TestClient.make
      yield* phone.signIn(ann, rightPassword)
      yield* byLink
      assert.strictEqual(yield* outcome(phone.changePassword(newPassword)), "ReauthenticationRequired")
      assert.strictEqual(yield* outcome(client.changePassword(newPassword)), "ok")
    })
  )

  test(
    "needs the current password after signing in with the password",
    Effect.gen(function* () {
      const client = yield* verifiedAccount
      yield* client.signIn(ann, rightPassword)
      assert.strictEqual(yield* outcome(client.changePassword(newPassword)), "ReauthenticationRequired")
    })
  )

  test(
    "sets the first password of an account only within ten minutes",
    Effect.gen(function* () {
      const late = yield* byLink
      yield* justBefore("10 minutes")
      const client = yield* byLink
      yield* oneMilli
      assert.strictEqual(yield* outcome(late.changePassword(newPassword)), "ReauthenticationRequired")
      assert.strictEqual(yield* outcome(late.changePassword(newPassword, newPassword)), "ReauthenticationRequired")
      assert.isTrue(Option.isNone(Option.getOrThrow(yield* storedUser(ann)).passwordHash))
      // There is no password that this one could differ from.
      assert.strictEqual(yield* outcome(client.changePassword(newPassword, wrongPassword)), "ok")
      assert.strictEqual(yield* signInWith(newPassword), "ok")
      assert.isTrue(Option.isSome(Option.getOrThrow(yield* storedUser(ann)).emailVerifiedAt))
    })
  )
})

describe("ChangePassword.change: password policy", () => {
  const everyRule = ["too_short", "uppercase_required", "number_required", "special_required"]

  test(
    "fails with every rule that the new password breaks, before any hashing",
    Effect.gen(function* () {
      const client = yield* signedUp
      const strict = client.at(instance(withPolicy("pro", strictPolicy)))
      const verified = yield* countOf("PasswordHasher.verify")
      const hashed = yield* countOf("PasswordHasher.hash")
      for (const current of [rightPassword, wrongPassword, undefined]) {
        const refusal = yield* Effect.flip(strict.changePassword(password("short"), current))
        assert.instanceOf(refusal, PasswordRejected)
        assert.deepStrictEqual([...refusal.violations], everyRule)
      }
      assert.strictEqual(yield* countOf("PasswordHasher.verify"), verified)
      assert.strictEqual(yield* countOf("PasswordHasher.hash"), hashed)
      assert.strictEqual(yield* signInWith(rightPassword), "ok")
    })
  )

  test(
    "does not apply to the current password",
    Effect.gen(function* () {
      const client = yield* signedUp
      const strict = client.at(instance(withPolicy("pro", strictPolicy)))
      assert.strictEqual(yield* outcome(strict.changePassword(password("Correct H0rse!"), rightPassword)), "ok")
    })
  )

  test(
    "is the default policy on the free plan, whatever is stored",
    Effect.gen(function* () {
      const client = yield* signedUp
      const free = client.at(instance(withPolicy("free", strictPolicy)))
      const [tooShort, longEnough] = [password("sevench"), password("eightchr")]
      assert.strictEqual(yield* outcome(free.changePassword(tooShort, rightPassword)), "PasswordRejected")
      assert.strictEqual(yield* outcome(free.changePassword(longEnough, rightPassword)), "ok")
    })
  )
})

describe("ChangePassword.status", () => {
  const status = (client: TestClient.TestClient) =>
    Effect.map(client.passwordStatus, ({ hasPassword, needsCurrentPassword }) => [hasPassword, needsCurrentPassword])

  test(
    "returns whether there is a password and whether it is needed, to the millisecond",
    Effect.gen(function* () {
      const client = yield* byLink
      assert.deepStrictEqual(yield* status(client), [false, false])
      yield* client.changePassword(rightPassword)
      // From now on this client is signed in with the password.
      assert.deepStrictEqual(yield* status(client), [true, true])
      const phone = yield* byLink
      assert.deepStrictEqual(yield* status(phone), [true, false])
      yield* justBefore("10 minutes")
      assert.deepStrictEqual(yield* status(phone), [true, false])
      yield* oneMilli
      assert.deepStrictEqual(yield* status(phone), [true, true])
    })
  )

  test(
    "fails with Unauthenticated without a session",
    Effect.gen(function* () {
      const { current } = yield* (yield* byLink).listSessions
      assert.deepInclude(current, { email: ann, method: "magic_link" })
      assert.strictEqual(yield* outcome((yield* TestClient.make).passwordStatus), "Unauthenticated")
    })
  )
})

const signedIn = Effect.tap(TestClient.make, (client) => client.signIn(ann, rightPassword))
const user = Effect.map(storedUser(ann), Option.getOrThrow)

describe("A changed password", () => {
  test(
    "revokes every session of the user, and gives the client a new one",
    Effect.gen(function* () {
      const client = yield* signedUp
      const phone = yield* signedIn
      const tablet = yield* signedIn
      const bensClient = yield* TestClient.make
      yield* bensClient.signUp(ben, rightPassword)
      const namesake = (yield* TestClient.make).at(otherInstance)
      yield* namesake.signUp(ann, rightPassword)
      const { id } = yield* client.authenticate
      const copy = yield* TestClient.copyOf(client)
      const { sessionId } = yield* client.changePassword(newPassword, rightPassword)
      assert.strictEqual(yield* outcome(phone.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(tablet.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(copy.authenticate), "Unauthenticated")
      assert.notStrictEqual(sessionId, id)
      assert.deepInclude(yield* client.authenticate, { id: sessionId, email: ann, method: "password" })
      assert.strictEqual(yield* outcome(bensClient.authenticate), "ok")
      assert.strictEqual(yield* outcome(namesake.authenticate), "ok")
      assert.strictEqual(yield* outcome(namesake.signIn(ann, rightPassword)), "ok")
      assert.strictEqual(yield* revokeSessionsOf(ann), 1)
    })
  )

  test(
    "raises the credential version by one, and changes nothing else of the user",
    Effect.gen(function* () {
      const client = yield* signedUp
      const { credentialVersion, passwordHash, ...rest } = yield* user
      yield* client.changePassword(newPassword, rightPassword)
      const changed = yield* user
      assert.strictEqual(changed.credentialVersion, credentialVersion + 1)
      assert.isFalse(areSame(changed.passwordHash, passwordHash))
      const { credentialVersion: _, passwordHash: __, ...after } = changed
      assert.deepStrictEqual(after, rest)
    })
  )

  test(
    "makes a sign-in in progress with the former password fail",
    Effect.gen(function* () {
      const client = yield* signedUp
      const phone = yield* TestClient.make
      yield* beforeNext("SessionRepository.issue", client.changePassword(newPassword, rightPassword))
      assert.strictEqual(yield* outcome(phone.signIn(ann, rightPassword)), "InvalidCredentials")
      assert.strictEqual(yield* outcome(phone.authenticate), "Unauthenticated")
      assert.strictEqual(yield* revokeSessionsOf(ann), 1)
    })
  )

  test(
    "revokes a session that a sign-in created just before",
    Effect.gen(function* () {
      const client = yield* signedUp
      const phone = yield* TestClient.make
      yield* beforeNext("UserRepository.setPasswordHash", phone.signIn(ann, rightPassword))
      yield* client.changePassword(newPassword, rightPassword)
      assert.strictEqual(yield* outcome(phone.authenticate), "Unauthenticated")
    })
  )

  test(
    "is not replaced by a change that began before it",
    Effect.gen(function* () {
      const client = yield* signedUp
      const phone = yield* signedIn
      yield* beforeNext("PasswordHasher.hash", phone.changePassword(newPassword, rightPassword))
      assert.strictEqual(yield* outcome(client.changePassword(wrongPassword, rightPassword)), "InvalidCredentials")
      assert.strictEqual(yield* signInWith(wrongPassword), "InvalidCredentials")
      assert.strictEqual(yield* signInWith(newPassword), "ok")
      assert.strictEqual(yield* outcome(phone.authenticate), "ok")
    })
  )
})

describe("ChangePassword.change: failure", () => {
  for (const method of [
    "UserRepository.setPasswordHash",
    "SessionRepository.revokeAll",
    "SessionRepository.issue"
  ] as const) {
    test(
      `changes nothing if the store fails in ${method}`,
      Effect.gen(function* () {
        const client = yield* signedUp
        const phone = yield* signedIn
        const { id } = yield* client.authenticate
        const previous = yield* user
        yield* before(method, outage)
        assert.strictEqual(yield* outcome(client.changePassword(newPassword, rightPassword)), "PersistenceError")
        assert.isTrue(areSame(yield* user, previous))
        assert.strictEqual(yield* outcome(phone.authenticate), "ok")
        assert.strictEqual((yield* client.authenticate).id, id)
        yield* release(method)
        assert.strictEqual(yield* outcome(client.changePassword(newPassword, rightPassword)), "ok")
        assert.strictEqual(yield* outcome(phone.authenticate), "Unauthenticated")
      })
    )
  }

  for (const method of [
    "SessionRepository.findActive",
    "UserRepository.findForSignIn",
    "RateLimitStore.consume"
  ] as const) {
    test(
      `fails with PersistenceError before hashing, for any current password, if the store fails in ${method}`,
      Effect.gen(function* () {
        const client = yield* signedUp
        const hashed = yield* countOf("PasswordHasher.hash")
        yield* before(method, outage)
        for (const current of [rightPassword, wrongPassword, undefined]) {
          assert.strictEqual(yield* outcome(client.changePassword(newPassword, current)), "PersistenceError")
        }
        assert.strictEqual(yield* countOf("PasswordHasher.verify"), 0)
        assert.strictEqual(yield* countOf("PasswordHasher.hash"), hashed)
      })
    )
  }

  for (const method of ["PasswordHasher.verify", "PasswordHasher.hash"] as const) {
    test(
      `fails with HasherOverloaded, and changes nothing, if ${method} does`,
      Effect.gen(function* () {
        const client = yield* signedUp
        const previous = yield* user
        yield* before(method, new HasherOverloaded())
        assert.strictEqual(yield* outcome(client.changePassword(newPassword, rightPassword)), "HasherOverloaded")
        assert.isTrue(areSame(yield* user, previous))
      })
    )
  }

  test(
    "succeeds if its attempt cannot be refunded",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* before("RateLimitStore.refund", outage)
      assert.strictEqual(yield* outcome(client.changePassword(newPassword, rightPassword)), "ok")
      assert.strictEqual(yield* signInWith(newPassword), "ok")
    })
  )
})

describe("ChangePassword.change: disconnecting client", () => {
  test(
    "completes once it has begun to store the password",
    Effect.gen(function* () {
      const client = yield* signedUp
      const phone = yield* signedIn
      const setting = yield* Deferred.make<void>()
      const resume = yield* Deferred.make<void>()
      const wait = Effect.zipRight(Deferred.succeed(setting, undefined), Deferred.await(resume))
      yield* before("SessionRepository.revokeAll", wait)
      const attempt = yield* Effect.fork(client.changePassword(newPassword, rightPassword))
      yield* Deferred.await(setting)
      yield* Fiber.interruptFork(attempt)
      yield* Deferred.succeed(resume, undefined)
      yield* Fiber.await(attempt)
      assert.strictEqual(yield* signInWith(newPassword), "ok")
      assert.strictEqual(yield* outcome(phone.authenticate), "Unauthenticated")
    })
  )
})
