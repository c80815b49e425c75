import { assert, describe } from "@effect/vitest"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ann, ben, instance, linkTokenFor, outcome, rightPassword, signedUp, test } from "../support.ts"
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
      const session = Option.getOrThrow(yield* client.findSessionForApp)
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
