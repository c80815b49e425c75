import { assert, describe } from "@effect/vitest"
import { maxUserAgent } from "@latchkey/domain/core/Caller"
import { SessionId } from "@latchkey/domain/core/Ids"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  instance,
  justBefore,
  linkTokenFor,
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
import { before } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const unknownId = SessionId.make("sess_01890a5d-ac96-774b-bcce-b302099a8057")
const idsIn = (client: TestClient.TestClient) =>
  Effect.map(client.listSessions, ({ sessions }) => sessions.map(({ id }) => id))

describe("Sessions.list", () => {
  test(
    "returns all active sessions, newest first, and the presented one",
    Effect.gen(function* () {
      const first = yield* signedUp
      yield* oneMilli
      const second = yield* signedIn
      yield* oneMilli
      const third = yield* signedIn
      const ids = [yield* third.authenticate, yield* second.authenticate, yield* first.authenticate].map(({ id }) => id)
      for (const [index, client] of [third, second, first].entries()) {
        const { current, sessions } = yield* client.listSessions
        assert.deepStrictEqual(
          sessions.map(({ id }) => id),
          ids
        )
        assert.strictEqual(current.id, ids[index])
      }
    })
  )

  test(
    "returns how, where and when each session began and when it was last seen, and neither tokens nor hashes",
    Effect.gen(function* () {
      const requester = yield* TestClient.make
      const client = requester.at(defaultInstance, undefined, "Firefox on Linux")
      yield* TestClock.adjust("1 minute")
      yield* client.verifyLink(yield* linkTokenFor(requester, ann))
      yield* TestClock.adjust("6 minutes")
      const { id } = yield* client.authenticate
      const [session] = (yield* client.listSessions).sessions
      assert.deepInclude(session, { id, method: "magic_link", userAgent: "Firefox on Linux" })
      assert.strictEqual(session?.authenticatedAt.epochMillis, 60_000)
      assert.strictEqual(session?.lastSeenAt.epochMillis, 7 * 60_000)
      assert.strictEqual(session?.expiresAt.epochMillis, 60_000 + 30 * 86_400_000)
      const fields = ["id", "methods", "userAgent", "deviceName", "authenticatedAt", "lastSeenAt", "expiresAt"]
      assert.sameMembers(Object.keys(session ?? {}), fields)
      const cookies = yield* client.caller
      const { hash } = yield* TokenGenerator
      const tokens = [cookies.clientToken, cookies.sessionToken].flatMap(Option.toArray)
      assert.lengthOf(tokens, 2)
      const printed = JSON.stringify(session)
      for (const token of tokens) {
        assert.notInclude(printed, Redacted.value(token))
        assert.notInclude(printed, hash(token))
      }
    })
  )

  test(
    "returns no session of another user or instance, and no revoked one",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* (yield* TestClient.make).signUp(ben, rightPassword)
      yield* (yield* TestClient.make).at(otherInstance).signUp(ann, rightPassword)
      yield* (yield* signedIn).signOut
      assert.deepStrictEqual(yield* idsIn(client), [(yield* client.authenticate).id])
    })
  )

  test(
    "omits sessions past either lifetime, to the millisecond",
    Effect.gen(function* () {
      const hours = { ...defaultInstance.sessionConfig, absoluteLifetimeSeconds: 7200, idleLifetimeSeconds: 3600 }
      const impatient = instance({ sessionConfig: hours })
      const newClient = Effect.map(TestClient.make, (client) => client.at(impatient))
      const old = yield* newClient
      yield* old.signUp(ann, rightPassword)
      yield* TestClock.adjust("50 minutes")
      yield* old.authenticate
      const idle = yield* newClient
      yield* idle.signIn(ann, rightPassword)
      yield* TestClock.adjust("50 minutes")
      const client = yield* newClient
      yield* client.signIn(ann, rightPassword)
      yield* old.authenticate
      const count = Effect.map(client.listSessions, ({ sessions }) => sessions.length)
      yield* justBefore("10 minutes")
      assert.strictEqual(yield* count, 3)
      yield* oneMilli
      assert.strictEqual(yield* count, 2)
      yield* justBefore("10 minutes")
      assert.strictEqual(yield* count, 2)
      yield* oneMilli
      assert.strictEqual(yield* count, 1)
    })
  )

  test(
    "returns at most the newest hundred sessions",
    Effect.gen(function* () {
      const first = yield* signedUp
      for (let count = 1; count <= 100; count++) {
        yield* oneMilli
        yield* signedIn
      }
      yield* oneMilli
      const client = yield* signedIn
      assert.strictEqual(yield* outcome(first.authenticate), "Unauthenticated")
      const { current, sessions } = yield* client.listSessions
      assert.lengthOf(sessions, 100)
      assert.strictEqual(sessions.at(0)?.authenticatedAt.epochMillis, 101)
      assert.strictEqual(sessions.at(-1)?.authenticatedAt.epochMillis, 2)
      assert.strictEqual(current.id, (yield* client.authenticate).id)
    })
  )
})

describe("Sessions.revoke", () => {
  test(
    "revokes that session, and no other",
    Effect.gen(function* () {
      const client = yield* signedUp
      const phone = yield* signedIn
      const tablet = yield* signedIn
      const { wasCurrent } = yield* client.revokeSession((yield* phone.authenticate).id)
      assert.isFalse(wasCurrent)
      assert.strictEqual(yield* outcome(phone.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
      assert.strictEqual(yield* outcome(tablet.authenticate), "ok")
    })
  )

  test(
    "revokes the presented session, too",
    Effect.gen(function* () {
      const client = yield* signedUp
      const phone = yield* signedIn
      const { wasCurrent } = yield* client.revokeSession((yield* client.authenticate).id)
      assert.isTrue(wasCurrent)
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      assert.strictEqual(yield* outcome(phone.authenticate), "ok")
    })
  )

  test(
    "fails with SessionNotFound for a session of another user or instance, a revoked one and an unknown one",
    Effect.gen(function* () {
      const client = yield* signedUp
      const { bensClient, namesake } = yield* otherUsers
      const phone = yield* signedIn
      const revoked = (yield* phone.authenticate).id
      yield* client.revokeSession(revoked)
      for (const id of [(yield* bensClient.authenticate).id, (yield* namesake.authenticate).id, revoked, unknownId]) {
        assert.strictEqual(yield* outcome(client.revokeSession(id)), "SessionNotFound")
      }
      assert.strictEqual(yield* outcome(bensClient.authenticate), "ok")
      assert.strictEqual(yield* outcome(namesake.authenticate), "ok")
    })
  )
})

describe("Sessions.revokeOthers", () => {
  test(
    "keeps the presented session, and returns how many were revoked",
    Effect.gen(function* () {
      const client = yield* signedUp
      const phones = [yield* signedIn, yield* signedIn]
      const { bensClient, namesake } = yield* otherUsers
      assert.strictEqual(yield* client.revokeOtherSessions, 2)
      assert.strictEqual(yield* client.revokeOtherSessions, 0)
      for (const phone of phones) assert.strictEqual(yield* outcome(phone.authenticate), "Unauthenticated")
      for (const other of [client, bensClient, namesake]) assert.strictEqual(yield* outcome(other.authenticate), "ok")
    })
  )
})

describe("Listing and revoking sessions", () => {
  test(
    "fail with Unauthenticated without a session",
    Effect.gen(function* () {
      const client = yield* signedUp
      const { id } = yield* client.authenticate
      const signedOut = yield* TestClient.make
      for (const attempt of [signedOut.listSessions, signedOut.revokeSession(id), signedOut.revokeOtherSessions]) {
        assert.strictEqual(yield* outcome<unknown, { readonly _tag: string }, never>(attempt), "Unauthenticated")
      }
      assert.strictEqual(yield* revokeSessionsOf(ann), 1)
    })
  )

  test(
    "fail with PersistenceError while the store is down",
    Effect.gen(function* () {
      const client = yield* signedUp
      const { id } = yield* client.authenticate
      yield* before("SessionRepository.list", outage)
      yield* before("SessionRepository.revokeById", outage)
      yield* before("SessionRepository.revokeOthers", outage)
      for (const attempt of [client.listSessions, client.revokeSession(id), client.revokeOtherSessions]) {
        assert.strictEqual(yield* outcome<unknown, { readonly _tag: string }, never>(attempt), "PersistenceError")
      }
    })
  )
})

/** Returns the `User-Agent` that is stored for a client with this one. */
const nameOf = (userAgent: string | undefined) =>
  Effect.gen(function* () {
    const client = (yield* TestClient.make).at(defaultInstance, undefined, userAgent)
    yield* oneMilli
    yield* client.signIn(ann, rightPassword)
    return (yield* client.listSessions).sessions.at(0)?.userAgent
  })

describe("SessionSummary.userAgent", () => {
  test(
    "is the `User-Agent` at sign-in, up to 256 characters",
    Effect.gen(function* () {
      yield* signedUp
      assert.strictEqual(maxUserAgent, 256)
      assert.strictEqual(yield* nameOf("a".repeat(256)), "a".repeat(256))
      assert.strictEqual(yield* nameOf(`${"b".repeat(256)}c`), "b".repeat(256))
      assert.strictEqual(yield* nameOf("d".repeat(100_000)), "d".repeat(256))
    })
  )

  test(
    "is empty without a `User-Agent`",
    Effect.gen(function* () {
      yield* signedUp
      assert.strictEqual(yield* nameOf(undefined), "")
    })
  )
})
