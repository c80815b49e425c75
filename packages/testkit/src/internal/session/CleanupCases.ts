import { assert, type Vitest } from "@effect/vitest"
import type { User } from "@latchkey/domain/account/UserRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { isSome } from "../Assertions.ts"
import { untilNoneLeft } from "../Concurrency.ts"
import { type Ports, setUp } from "./SessionFixture.ts"

const signedInAt = Samples.longAgo
const dayLater = Samples.plus(Samples.day, signedInAt)
const idleSince = Samples.plus(-7 * Samples.day, signedInAt)

const deleteExpired = (limit = 100, at = dayLater, since = idleSince) =>
  Effect.flatMap(SessionRepository, (sessions) => sessions.deleteExpired({ now: at, idleSince: since, limit }))

/** A store without expired rows, and a function for sessions of 2001. */
const setUpExpired = Effect.gen(function* () {
  const fixture = yield* setUp
  yield* untilNoneLeft(deleteExpired(1000, Samples.plus(1000 * Samples.day, dayLater), dayLater))
  const oldSession = (of: User, expiresAt = Samples.plus(1, dayLater)) =>
    Samples.session(of, { authenticatedAt: signedInAt, expiresAt })
  return { ...fixture, oldSession }
})

export const deletingExpired = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes sessions from the millisecond of their `expiresAt` on, and keeps active ones", () =>
    Effect.gen(function* () {
      const { instanceId, isActive, issued, oldSession, sessions, user } = yield* setUpExpired
      yield* issued(user, { session: oldSession(user, dayLater) })
      const active = yield* issued(user, { session: oldSession(user) })
      assert.strictEqual(yield* deleteExpired(100, Samples.plus(-1, dayLater)), 0)
      assert.strictEqual(yield* deleteExpired(), 1)
      assert.isTrue(yield* isActive(active, Samples.day))
      assert.strictEqual(yield* sessions.revokeAll(instanceId, user.id), 1)
    })
  )

  it.effect("deletes revoked sessions when they would have expired, and not before", () =>
    Effect.gen(function* () {
      const { instanceId, issued, oldSession, sessions, user } = yield* setUpExpired
      yield* issued(user, { session: oldSession(user, dayLater) })
      assert.strictEqual(yield* sessions.revokeAll(instanceId, user.id), 1)
      assert.strictEqual(yield* deleteExpired(100, Samples.plus(-1, dayLater)), 0)
      assert.strictEqual(yield* deleteExpired(), 1)
    })
  )

  it.effect("deletes sessions last seen at `idleSince` or before", () =>
    Effect.gen(function* () {
      const { isActive, issued, instanceId, oldSession, sessions, user } = yield* setUpExpired
      const seen = yield* issued(user, { session: oldSession(user) })
      yield* issued(user, { session: oldSession(user) })
      yield* sessions.touch(instanceId, seen.session.id, Samples.plus(1, signedInAt))
      assert.strictEqual(yield* deleteExpired(100, dayLater, Samples.plus(-1, signedInAt)), 0)
      assert.strictEqual(yield* deleteExpired(100, dayLater, signedInAt), 1)
      assert.isTrue(yield* isActive(seen, Samples.day))
    })
  )

  it.effect("deletes clients from the millisecond on at which they expire, and keeps others", () =>
    Effect.gen(function* () {
      const { instanceId, issued, knownClient, oldSession, sessions, user } = yield* setUpExpired
      const kept = yield* issued(user, { session: oldSession(user) })
      const expired = yield* issued(user, { session: oldSession(user), clientExpiresAt: dayLater })
      for (const { session } of [kept, expired]) yield* sessions.revoke(instanceId, session.tokenHash)
      assert.strictEqual(yield* deleteExpired(100, Samples.plus(-1, dayLater)), 0)
      assert.strictEqual(yield* deleteExpired(), 1)
      isSome(yield* knownClient(user, kept.clientHash), kept.newClientId)
    })
  )

  it.effect("deletes the sessions of expired clients", () =>
    Effect.gen(function* () {
      const { instanceId, issued, oldSession, sessions, user } = yield* setUpExpired
      yield* issued(user, { session: oldSession(user), clientExpiresAt: dayLater })
      yield* deleteExpired()
      assert.strictEqual(yield* sessions.revokeAll(instanceId, user.id), 0)
    })
  )

  it.effect("keeps a client whose sessions were deleted", () =>
    Effect.gen(function* () {
      const { issued, knownClient, oldSession, user } = yield* setUpExpired
      const grant = yield* issued(user, { session: oldSession(user, dayLater) })
      assert.strictEqual(yield* deleteExpired(), 1)
      isSome(yield* knownClient(user, grant.clientHash), grant.newClientId)
      const again = yield* issued(user, { presentedClient: Option.some(grant.clientHash) })
      isSome(yield* knownClient(user, again.clientHash), grant.newClientId)
    })
  )

  it.effect("deletes at most `limit` sessions and `limit` clients per call, of all instances", () =>
    Effect.gen(function* () {
      const { issued, oldSession, sessions, user } = yield* setUpExpired
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const stranger = yield* Samples.storedUser(otherInstanceId)
      const crowd = [user, user, stranger]
      for (const one of crowd) {
        const { session } = yield* issued(one, { session: oldSession(one), clientExpiresAt: dayLater })
        yield* sessions.revoke(one.instanceId, session.tokenHash)
      }
      for (const one of crowd) yield* issued(one, { session: oldSession(one, dayLater) })
      const counts = [yield* deleteExpired(2), yield* deleteExpired(2), yield* deleteExpired(2)]
      assert.deepStrictEqual(counts, [4, 2, 0])
    })
  )

  it.effect("counts sessions past their absolute and their idle lifetime against one limit", () =>
    Effect.gen(function* () {
      const { instanceId, issued, oldSession, sessions, user } = yield* setUpExpired
      for (let count = 0; count < 2; count++) {
        const { session } = yield* issued(user, { session: oldSession(user, dayLater) })
        yield* sessions.touch(instanceId, session.id, Samples.plus(1, signedInAt))
        yield* issued(user, { session: oldSession(user) })
      }
      const batch = deleteExpired(3, dayLater, signedInAt)
      assert.deepStrictEqual([yield* batch, yield* batch, yield* batch], [3, 1, 0])
    })
  )
}
