import { assert, describe } from "@effect/vitest"
import { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { HasherOverloaded } from "@latchkey/domain/password/PasswordErrors"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  ann,
  areSame,
  ben,
  email,
  isKnown,
  linkTokenFor,
  newPassword,
  otherUsers,
  outage,
  outcome,
  resetTokenFor,
  revokeSessionsOf,
  rightPassword,
  signedIn,
  signedUp,
  signInOnNewClient,
  storedUser,
  test,
  wrongPassword
} from "../support.ts"
import { before, beforeNext, callNames, countOf, disconnectDuring, release } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const user = Effect.map(storedUser(ann), Option.getOrThrow)

describe("A changed password", () => {
  test(
    "revokes every session of the user, and gives the client a new one",
    Effect.gen(function* () {
      const client = yield* signedUp
      const phone = yield* signedIn
      const tablet = yield* signedIn
      const { bensClient, namesake } = yield* otherUsers
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
    "is refused if the address changed meanwhile, whose links it would delete",
    Effect.gen(function* () {
      const users = yield* UserRepository
      const client = yield* signedUp
      const before = yield* user
      const moved = new User({ ...before, email: email("ann@example.org") })
      yield* beforeNext("UserRepository.findByIdForUpdate", users.update(moved, before.credentialVersion))
      assert.strictEqual(yield* outcome(client.changePassword(newPassword, rightPassword)), "Unauthenticated")
      assert.strictEqual(yield* countOf("UserRepository.setPasswordHash"), 0)
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
      assert.strictEqual(yield* outcome(client.changePassword(wrongPassword, rightPassword)), "Unauthenticated")
      assert.strictEqual(yield* signInOnNewClient(ann, wrongPassword), "InvalidCredentials")
      assert.strictEqual(yield* signInOnNewClient(ann, newPassword), "ok")
      assert.strictEqual(yield* outcome(phone.authenticate), "ok")
    })
  )
})

describe("A changed password ends", () => {
  test(
    "open links of the address, of both kinds, and no others",
    Effect.gen(function* () {
      const client = yield* signedUp
      const thief = yield* TestClient.make
      const linkToken = yield* linkTokenFor(thief, ann)
      const resetToken = yield* resetTokenFor(thief, ann)
      const bensToken = yield* linkTokenFor(thief, ben)
      yield* client.changePassword(newPassword, rightPassword)
      assert.strictEqual(yield* outcome(thief.resetPassword(resetToken, wrongPassword)), "InvalidToken")
      assert.strictEqual(yield* outcome(thief.verifyLink(linkToken)), "InvalidToken")
      assert.strictEqual(yield* outcome(thief.verifyLink(bensToken)), "ok")
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )
})

describe("A changed password forgets", () => {
  test(
    "every known client of the account, except the one that changes it",
    Effect.gen(function* () {
      const client = yield* signedUp
      const phone = yield* signedIn
      const { bensClient } = yield* otherUsers
      yield* client.changePassword(newPassword, rightPassword)
      assert.isFalse(yield* isKnown(phone, ann))
      assert.isTrue(yield* isKnown(client, ann))
      assert.isTrue(yield* isKnown(bensClient, ben))
    })
  )

  test(
    "no client if it is refused",
    Effect.gen(function* () {
      const client = yield* signedUp
      const phone = yield* signedIn
      assert.strictEqual(yield* outcome(client.changePassword(newPassword, wrongPassword)), "InvalidCredentials")
      assert.isTrue(yield* isKnown(phone, ann))
    })
  )
})

describe("ChangePassword.change fails with Unauthenticated, and changes nothing, if during hashing", () => {
  type Clients = Readonly<Record<"client" | "phone", TestClient.TestClient>>
  const endings: Record<
    string,
    (clients: Clients) => Effect.Effect<unknown, unknown, UserAdministration | UserRepository>
  > = {
    "the session is signed out": ({ client }) => client.signOut,
    "the user signs out everywhere": ({ phone }) => phone.signOutAll,
    "another session revokes all others": ({ phone }) => phone.revokeOtherSessions,
    "the session is revoked by its id": ({ client, phone }) =>
      Effect.flatMap(client.authenticate, ({ id }) => phone.revokeSession(id)),
    "an operator disables the user": () =>
      Effect.gen(function* () {
        const { disable } = yield* UserAdministration
        yield* disable({ instance: defaultInstance, userId: (yield* user).id, by: { actor: "dashboard" } })
      })
  }
  for (const [what, end] of Object.entries(endings)) {
    test(
      what,
      Effect.gen(function* () {
        const client = yield* signedUp
        const phone = yield* signedIn
        const { passwordHash } = yield* user
        const context = yield* Effect.context<UserAdministration | UserRepository>()
        yield* beforeNext("PasswordHasher.hash", Effect.provide(end({ client, phone }), context))
        assert.strictEqual(yield* outcome(client.changePassword(newPassword, rightPassword)), "Unauthenticated")
        assert.isTrue(areSame((yield* user).passwordHash, passwordHash))
        assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      })
    )
  }

  test(
    "but succeeds if it is the session that revoked all others",
    Effect.gen(function* () {
      const client = yield* signedUp
      const phone = yield* signedIn
      yield* beforeNext("PasswordHasher.hash", client.revokeOtherSessions)
      assert.strictEqual(yield* outcome(client.changePassword(newPassword, rightPassword)), "ok")
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
      assert.strictEqual(yield* outcome(phone.authenticate), "Unauthenticated")
      assert.strictEqual(yield* signInOnNewClient(ann, newPassword), "ok")
    })
  )
})

describe("ChangePassword.change: failure", () => {
  for (const method of [
    "UserRepository.findByIdForUpdate",
    "SessionRepository.revokeById",
    "UserRepository.setPasswordHash",
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

  test(
    "fails with HasherOverloaded before any limit, and changes nothing, without a place in the queue",
    Effect.gen(function* () {
      const client = yield* signedUp
      const previous = yield* user
      const calls = (yield* callNames).length
      yield* before("PasswordHasher.withPlace", new HasherOverloaded())
      assert.strictEqual(yield* outcome(client.changePassword(newPassword, rightPassword)), "HasherOverloaded")
      assert.deepStrictEqual((yield* callNames).slice(calls), [
        "SessionRepository.findActive",
        "PasswordHasher.withPlace"
      ])
      assert.isTrue(areSame(yield* user, previous))
    })
  )

  test(
    "succeeds if its attempt cannot be refunded",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* before("RateLimitStore.refund", outage)
      assert.strictEqual(yield* outcome(client.changePassword(newPassword, rightPassword)), "ok")
      assert.strictEqual(yield* signInOnNewClient(ann, newPassword), "ok")
    })
  )
})

describe("ChangePassword.change: disconnecting client", () => {
  test(
    "completes once it has begun to store the password",
    Effect.gen(function* () {
      const client = yield* signedUp
      const phone = yield* signedIn
      yield* disconnectDuring("UserRepository.setPasswordHash", client.changePassword(newPassword, rightPassword))
      assert.strictEqual(yield* signInOnNewClient(ann, newPassword), "ok")
      assert.strictEqual(yield* outcome(phone.authenticate), "Unauthenticated")
    })
  )
})
