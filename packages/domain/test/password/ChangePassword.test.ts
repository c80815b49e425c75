import { assert, describe } from "@effect/vitest"
import { PasswordRejected } from "@latchkey/domain/password/PasswordErrors"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { ChangePassword } from "@latchkey/domain/password/ChangePassword"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import {
  ann,
  instance,
  justBefore,
  linkTokenFor,
  newPassword,
  oneMilli,
  otherInstance,
  outcome,
  password,
  rightPassword,
  signedIn,
  signedUp,
  signInOnNewClient,
  storedUser,
  strictPolicy,
  test,
  withPolicy,
  wrongPassword
} from "../support.ts"
import { callNames, countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

/** A client that has just signed in with a magic link. */
const byLink = Effect.tap(TestClient.make, (client) => Effect.flatMap(linkTokenFor(client, ann), client.verifyLink))

/** Ann's account with a password and a verified address, and its client. */
const verifiedAccount = Effect.tap(signedUp, (client) => Effect.flatMap(linkTokenFor(client, ann), client.verifyLink))

describe("ChangePassword.change", () => {
  test(
    "replaces the current password",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* client.changePassword(newPassword, rightPassword)
      assert.strictEqual(yield* signInOnNewClient(ann, newPassword), "ok")
      assert.strictEqual(yield* signInOnNewClient(ann, rightPassword), "InvalidCredentials")
    })
  )

  test(
    "fails with ReauthenticationRequired without the current password, and changes nothing",
    Effect.gen(function* () {
      const client = yield* signedUp
      assert.strictEqual(yield* outcome(client.changePassword(newPassword)), "ReauthenticationRequired")
      assert.strictEqual(yield* signInOnNewClient(ann, newPassword), "InvalidCredentials")
      assert.strictEqual(yield* signInOnNewClient(ann, rightPassword), "ok")
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )

  test(
    "fails with ReauthenticationRequired without the current password right after a link, if it may not be omitted",
    Effect.gen(function* () {
      const client = yield* byLink
      for (const current of [undefined, rightPassword]) {
        const refused = yield* outcome(client.changePassword(newPassword, current, false))
        assert.strictEqual(refused, "ReauthenticationRequired")
      }
      yield* client.changePassword(rightPassword)
      yield* Effect.flatMap(linkTokenFor(client, ann), client.verifyLink)
      assert.strictEqual(
        yield* outcome(client.changePassword(newPassword, undefined, false)),
        "ReauthenticationRequired"
      )
      assert.strictEqual(yield* signInOnNewClient(ann, newPassword), "InvalidCredentials")
      assert.strictEqual(yield* outcome(client.changePassword(newPassword, rightPassword, false)), "ok")
    })
  )

  test(
    "fails with InvalidCredentials with a wrong current password, and with the new one instead",
    Effect.gen(function* () {
      const client = yield* signedUp
      for (const current of [wrongPassword, newPassword]) {
        assert.strictEqual(yield* outcome(client.changePassword(newPassword, current)), "InvalidCredentials")
      }
      assert.strictEqual(yield* signInOnNewClient(ann, rightPassword), "ok")
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
      assert.strictEqual(yield* signInOnNewClient(ann, newPassword), "ok")
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
      const phone = yield* signedIn
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
      assert.strictEqual(yield* signInOnNewClient(ann, newPassword), "ok")
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
      assert.strictEqual(yield* signInOnNewClient(ann, rightPassword), "ok")
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
    "fails with Unauthenticated if the instance does not have the user",
    Effect.gen(function* () {
      const { status } = yield* ChangePassword
      const session = yield* (yield* byLink).authenticate
      assert.strictEqual(yield* outcome(status({ instance: defaultInstance, session })), "ok")
      assert.strictEqual(yield* outcome(status({ instance: otherInstance, session })), "Unauthenticated")
    })
  )
})
