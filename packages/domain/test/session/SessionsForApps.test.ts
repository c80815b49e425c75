import { assert, describe } from "@effect/vitest"
import { UserData, UserName } from "@latchkey/domain/account/UserData"
import { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { defaultInstance, type SessionField } from "@latchkey/domain/instance/Instance"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { ann, ben, instance, linkTokenFor, outcome, rightPassword, signedUp, storedUser, test } from "../support.ts"
import { before, countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const strict = instance({ sessionConfig: { ...defaultInstance.sessionConfig, requireVerifiedEmail: true } })

/** Makes a client that has signed up at the instance that requires a verified email address. */
const unverified = Effect.gen(function* () {
  const client = yield* TestClient.make
  yield* client.at(strict).signUp(ann, rightPassword)
  return { ...client, ...client.at(strict) }
})

describe("Sessions.findForApp", () => {
  test(
    "fails with EmailNotVerified without a verified email address, if the instance requires one",
    Effect.gen(function* () {
      const client = yield* unverified
      assert.strictEqual(yield* outcome(client.findSessionForApp), "EmailNotVerified")
      yield* client.signIn(ann, rightPassword)
      assert.strictEqual(yield* outcome(client.findSessionForApp), "EmailNotVerified")
    })
  )

  test(
    "returns the session as soon as a link has verified the email address",
    Effect.gen(function* () {
      const client = yield* unverified
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      const { session } = Option.getOrThrow(yield* client.findSessionForApp)
      assert.deepInclude(session, { email: ann, emailVerified: true })
      yield* client.signIn(ann, rightPassword)
      assert.isTrue(Option.isSome(yield* client.findSessionForApp))
    })
  )

  test(
    "returns sessions without a verified email address unless the instance requires one, and None without a session",
    Effect.gen(function* () {
      const client = yield* signedUp
      assert.isTrue(Option.isSome(yield* client.findSessionForApp))
      assert.isTrue(Option.isNone(yield* (yield* TestClient.make).at(strict).findSessionForApp))
    })
  )
})

const data = {
  name: Option.some(UserName.make("Ann")),
  metadata: UserData.make('{"plan":"team"}'),
  userMetadata: UserData.make('{"theme":"dark"}')
}

/** Makes a signed-in client of an instance that includes these fields. */
const including = (include: ReadonlyArray<SessionField>) =>
  Effect.gen(function* () {
    const client = yield* signedUp
    const users = yield* UserRepository
    const user = Option.getOrThrow(yield* storedUser(ann))
    yield* users.update(new User({ ...user, ...data }), user.credentialVersion)
    return client.at(instance({ sessionConfig: { ...defaultInstance.sessionConfig, include } }))
  })

describe("Sessions.findForApp: data of the user", () => {
  test(
    "is left out by default, without a query for it",
    Effect.gen(function* () {
      const client = yield* including([])
      const queries = yield* countOf("UserRepository.findById")
      assert.isUndefined(Option.getOrThrow(yield* client.findSessionForApp).data)
      assert.strictEqual(yield* countOf("UserRepository.findById"), queries)
    })
  )

  for (const include of [["name"], ["metadata", "userMetadata"], ["name", "metadata", "userMetadata"]] as const) {
    test(
      `has ${include.join(" and ")}, and nothing else, if the instance includes that`,
      Effect.gen(function* () {
        const client = yield* including(include)
        assert.deepEqual(Option.getOrThrow(yield* client.findSessionForApp).data, Struct.pick(data, ...include))
      })
    )
  }

  test(
    "of a user who is deleted since the session was found is no session",
    Effect.gen(function* () {
      const client = yield* including(["name"])
      const users = yield* UserRepository
      const { id, instanceId } = Option.getOrThrow(yield* storedUser(ann))
      yield* before("UserRepository.findById", Effect.orDie(users.delete(instanceId, id)))
      assert.isTrue(Option.isNone(yield* client.findSessionForApp))
    })
  )
})

describe("A user without a verified email address, on an instance that requires one", () => {
  test(
    "still has their own session, list of sessions, password and links",
    Effect.gen(function* () {
      const client = yield* unverified
      const other = (yield* TestClient.make).at(strict)
      yield* other.signIn(ann, rightPassword)
      assert.deepInclude(yield* client.authenticate, { email: ann, emailVerified: false })
      assert.isTrue(Option.isSome(yield* client.findSession))
      assert.lengthOf((yield* client.listSessions).sessions, 2)
      assert.strictEqual(yield* client.revokeOtherSessions, 1)
      assert.strictEqual(yield* outcome(client.changePassword(rightPassword, rightPassword)), "ok")
      assert.strictEqual(yield* outcome(client.requestLink(ann)), "ok")
      assert.strictEqual(yield* outcome(client.signOut), "ok")
      const ownSignUp = (yield* TestClient.make).at(strict)
      yield* ownSignUp.signUp(ben, rightPassword)
      assert.strictEqual(yield* outcome(ownSignUp.signOutAll), "ok")
    })
  )
})
