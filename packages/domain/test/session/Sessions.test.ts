import { assert, describe } from "@effect/vitest"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import * as TestClock from "effect/TestClock"
import {
  ann,
  areSame,
  ben,
  instance,
  isKnown,
  justBefore,
  oneMilli,
  otherInstance,
  otherUsers,
  outage,
  outcome,
  revokeSessionsOf,
  rightPassword,
  signedIn,
  signedUp,
  test
} from "../support.ts"
import { before, beforeNext, callNames, countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

/** Uses the session once a day, so that its idle lifetime never passes. */
const useDaily = (client: TestClient.TestClient, days: number) =>
  Effect.gen(function* () {
    for (let day = 1; day <= days; day++) {
      yield* TestClock.adjust("1 day")
      yield* client.authenticate
    }
  })

describe("A session", () => {
  test(
    "does not expire while it is in use, however short its idle lifetime is",
    Effect.gen(function* () {
      const sessionConfig = { ...defaultInstance.sessionConfig, idleLifetimeSeconds: 60 }
      const client = (yield* TestClient.make).at(new Instance({ ...defaultInstance, sessionConfig }))
      yield* client.signUp(ann, rightPassword)
      for (let count = 0; count < 30; count++) {
        yield* TestClock.adjust("40 seconds")
        yield* client.authenticate
      }
    })
  )

  test(
    "has its user, and the times of its sign-in and expiry",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* TestClock.adjust("1 minute")
      const { sessionId, userId } = yield* client.signUp(ann, rightPassword)
      yield* TestClock.adjust("2 minutes")
      const session = yield* client.authenticate
      assert.deepInclude(session, { id: sessionId, userId, email: ann, emailVerified: false })
      assert.strictEqual(session.authenticatedAt.epochMillis, 60_000)
      assert.strictEqual(session.expiresAt.epochMillis, 60_000 + 30 * 86_400_000)
    })
  )

  test(
    "expires 30 days after sign-in, to the millisecond, even if it is in use",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* useDaily(client, 29)
      yield* justBefore("1 day")
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
    })
  )

  test(
    "expires after 7 days without use, to the millisecond",
    Effect.gen(function* () {
      const client = yield* signedUp
      const idle = yield* TestClient.make
      yield* idle.signUp(ben, rightPassword)
      yield* justBefore("7 days")
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
      assert.strictEqual(yield* outcome(idle.authenticate), "Unauthenticated")
    })
  )

  test(
    "has the lifetimes of its instance",
    Effect.gen(function* () {
      const sessionConfig = { ...defaultInstance.sessionConfig, absoluteLifetimeSeconds: 600, idleLifetimeSeconds: 400 }
      const client = (yield* TestClient.make).at(instance({ sessionConfig }))
      const other = (yield* TestClient.make).at(instance({ sessionConfig }))
      yield* client.signUp(ann, rightPassword)
      yield* other.signUp(ben, rightPassword)
      yield* justBefore("400 seconds")
      yield* client.authenticate
      yield* oneMilli
      assert.strictEqual(yield* outcome(other.authenticate), "Unauthenticated")
      yield* justBefore("200 seconds")
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
    })
  )
})

describe("Sessions.authenticate", () => {
  test(
    "records that a session was seen at most every five minutes, to the millisecond",
    Effect.gen(function* () {
      const client = yield* signedUp
      const touches = countOf("SessionRepository.touch")
      yield* justBefore("5 minutes")
      yield* client.authenticate
      assert.strictEqual(yield* touches, 0)
      yield* oneMilli
      yield* client.authenticate
      assert.strictEqual(yield* touches, 1)
      yield* justBefore("5 minutes")
      yield* client.authenticate
      assert.strictEqual(yield* touches, 1)
      yield* oneMilli
      yield* client.authenticate
      assert.strictEqual(yield* touches, 2)
    })
  )

  test(
    "restarts the idle lifetime when it records a session as seen",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* TestClock.adjust("3 days")
      yield* client.authenticate
      yield* TestClock.adjust("4 minutes")
      yield* client.authenticate
      yield* TestClock.adjust(Duration.subtract("7 days", "4 minutes"))
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
    })
  )

  test(
    "runs one query when it records nothing",
    Effect.gen(function* () {
      const client = yield* signedUp
      const previous = (yield* callNames).length
      yield* client.authenticate
      assert.deepStrictEqual((yield* callNames).slice(previous), ["SessionRepository.findActive"])
    })
  )

  test(
    "fails with PersistenceError, and not with Unauthenticated, while the store is down",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* beforeNext("SessionRepository.findActive", outage)
      assert.strictEqual(yield* outcome(client.authenticate), "PersistenceError")
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )
})

describe("Sessions.authenticate: no active session", () => {
  test(
    "fails with Unauthenticated without cookies, and runs no query",
    Effect.gen(function* () {
      assert.strictEqual(yield* outcome((yield* TestClient.make).authenticate), "Unauthenticated")
      assert.strictEqual(yield* countOf("SessionRepository.findActive"), 0)
    })
  )

  test(
    "fails with Unauthenticated if one of the two cookies is missing",
    Effect.gen(function* () {
      const client = yield* signedUp
      const cookies = yield* Ref.get(client.cookies)
      for (const missing of [{ clientToken: Option.none() }, { sessionToken: Option.none() }]) {
        yield* Ref.set(client.cookies, { ...cookies, ...missing })
        assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      }
      yield* Ref.set(client.cookies, cookies)
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )

  test(
    "fails with Unauthenticated with the client token of another client, known or unknown",
    Effect.gen(function* () {
      const client = yield* signedUp
      const other = yield* signedIn
      const unknownToken = Option.some(yield* (yield* TokenGenerator).generate)
      for (const clientToken of [(yield* other.caller).clientToken, unknownToken]) {
        yield* Ref.update(client.cookies, (cookies) => ({ ...cookies, clientToken }))
        assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      }
    })
  )

  test(
    "fails with Unauthenticated if the two tokens are swapped",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* Ref.update(client.cookies, ({ clientToken, sessionToken }) => ({
        clientToken: sessionToken,
        sessionToken: clientToken
      }))
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
    })
  )

  test(
    "fails with Unauthenticated in another instance",
    Effect.gen(function* () {
      const client = yield* signedUp
      assert.strictEqual(yield* outcome(client.at(otherInstance).authenticate), "Unauthenticated")
      yield* client.at(otherInstance).signOut
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )
})

describe("Sessions.find", () => {
  test(
    "returns the active session as `authenticate` does, and `None` without one",
    Effect.gen(function* () {
      const client = yield* signedUp
      assert.isTrue(areSame(yield* client.findSession, Option.some(yield* client.authenticate)))
      yield* client.signOut
      assert.isTrue(Option.isNone(yield* client.findSession))
      assert.isTrue(Option.isNone(yield* (yield* TestClient.make).findSession))
    })
  )

  test(
    "records that a session was seen",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* TestClock.adjust("5 minutes")
      yield* client.findSession
      assert.strictEqual(yield* countOf("SessionRepository.touch"), 1)
      assert.strictEqual((yield* client.authenticate).lastSeenAt.epochMillis, 5 * 60_000)
    })
  )

  test(
    "fails with PersistenceError, and does not return `None`, while the store is down",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* beforeNext("SessionRepository.findActive", outage)
      assert.strictEqual(yield* outcome(client.findSession), "PersistenceError")
    })
  )
})

describe("Sessions.signOut", () => {
  test(
    "revokes the presented session, and no other",
    Effect.gen(function* () {
      const client = yield* signedUp
      const phone = yield* signedIn
      yield* client.signOut
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(phone.authenticate), "ok")
    })
  )

  test(
    "succeeds again, without a session and without cookies",
    Effect.gen(function* () {
      const client = yield* signedUp
      assert.strictEqual(yield* outcome(client.signOut), "ok")
      assert.strictEqual(yield* outcome(client.signOut), "ok")
      assert.strictEqual(yield* outcome((yield* TestClient.make).signOut), "ok")
    })
  )

  test(
    "revokes a session that is presented without its client token",
    Effect.gen(function* () {
      const client = yield* signedUp
      const cookies = yield* Ref.get(client.cookies)
      yield* Ref.set(client.cookies, { ...cookies, clientToken: Option.none() })
      yield* client.signOut
      yield* Ref.set(client.cookies, cookies)
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
    })
  )

  test(
    "fails with PersistenceError while the store is down, and leaves the session active",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* before("SessionRepository.revoke", outage)
      assert.strictEqual(yield* outcome(client.signOut), "PersistenceError")
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )
})

describe("Sessions.signOutAll", () => {
  test(
    "revokes every session of the user, and none of other users",
    Effect.gen(function* () {
      const client = yield* signedUp
      const phone = yield* signedIn
      const { bensClient, namesake } = yield* otherUsers
      yield* client.signOutAll
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(phone.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(bensClient.authenticate), "ok")
      assert.strictEqual(yield* outcome(namesake.authenticate), "ok")
      assert.strictEqual(yield* revokeSessionsOf(ann), 0)
    })
  )

  test(
    "makes a sign-in in progress fail",
    Effect.gen(function* () {
      const client = yield* signedUp
      const phone = yield* TestClient.make
      yield* beforeNext("SessionRepository.issue", client.signOutAll)
      assert.strictEqual(yield* outcome(phone.signIn(ann, rightPassword)), "InvalidCredentials")
      assert.strictEqual(yield* outcome(phone.authenticate), "Unauthenticated")
    })
  )

  test(
    "forgets no known client",
    Effect.gen(function* () {
      const client = yield* signedUp
      const phone = yield* signedIn
      yield* client.signOutAll
      assert.isTrue(yield* isKnown(phone, ann))
    })
  )

  test(
    "keeps the password valid",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* client.signOutAll
      assert.strictEqual(yield* outcome(client.signIn(ann, rightPassword)), "ok")
    })
  )

  const withoutSession: Record<string, (client: TestClient.TestClient) => Effect.Effect<unknown>> = {
    "no cookies": ({ cookies: held }) => Ref.set(held, { clientToken: Option.none(), sessionToken: Option.none() }),
    "no client token": ({ cookies: held }) =>
      Ref.update(held, (cookies) => ({ ...cookies, clientToken: Option.none() })),
    "a session past its idle lifetime": () => TestClock.adjust("7 days"),
    "a revoked session": ({ signOut }) => Effect.orDie(signOut)
  }
  for (const [what, change] of Object.entries(withoutSession)) {
    test(
      `fails with Unauthenticated with ${what}, and revokes nothing`,
      Effect.gen(function* () {
        const client = yield* signedUp
        yield* change(client)
        const phone = yield* signedIn
        assert.strictEqual(yield* outcome(client.signOutAll), "Unauthenticated")
        assert.strictEqual(yield* outcome(phone.authenticate), "ok")
        assert.strictEqual(yield* countOf("SessionRepository.revokeAll"), 0)
      })
    )
  }
})
