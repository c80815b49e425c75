import { assert, type Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import type { UserRepository, User } from "@latchkey/domain/account/UserRepository"
import * as Samples from "../Samples.ts"
import { isSome } from "./Assertions.ts"
import { untilNothing } from "./Concurrency.ts"
import { setUp as setUpSessions } from "./SessionSamples.ts"

type Ports = InstanceRepository | SessionRepository | UserRepository

const signedInAt = Samples.longAgo
const now = Samples.plus(Samples.day, signedInAt)
const idleSince = Samples.plus(-7 * Samples.day, signedInAt)

const sweep = (limit = 100, at = now, seenSince = idleSince) =>
  Effect.flatMap(SessionRepository, (sessions) => sessions.deleteExpired({ now: at, idleSince: seenSince, limit }))

/** A store in which nothing is left to sweep, and sessions of long ago. */
const setUp = Effect.gen(function* () {
  const fixture = yield* setUpSessions
  yield* untilNothing(sweep(1000, Samples.plus(1000 * Samples.day, now), now))
  const oldSession = (of: User, expiresAt = Samples.plus(1, now)) =>
    Samples.session(of, { authenticatedAt: signedInAt, expiresAt })
  return { ...fixture, oldSession }
})

export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  it.effect("deletes sessions from the very millisecond of their `expiresAt` on, and leaves live ones", () =>
    Effect.gen(function* () {
      const { instanceId, isLive, issued, oldSession, sessions, user } = yield* setUp
      yield* issued(user, { session: oldSession(user, now) })
      const live = yield* issued(user, { session: oldSession(user) })
      assert.strictEqual(yield* sweep(100, Samples.plus(-1, now)), 0)
      assert.strictEqual(yield* sweep(), 1)
      assert.isTrue(yield* isLive(live, Samples.day))
      assert.strictEqual(yield* sessions.revokeAll(instanceId, user.id), 1)
    })
  )

  it.effect("deletes sessions that were not seen since", () =>
    Effect.gen(function* () {
      const { isLive, issued, instanceId, oldSession, sessions, user } = yield* setUp
      const seen = yield* issued(user, { session: oldSession(user) })
      yield* issued(user, { session: oldSession(user) })
      yield* sessions.touch(instanceId, seen.session.id, Samples.plus(1, signedInAt))
      assert.strictEqual(yield* sweep(100, now, Samples.plus(-1, signedInAt)), 0)
      assert.strictEqual(yield* sweep(100, now, signedInAt), 1)
      assert.isTrue(yield* isLive(seen, Samples.day))
    })
  )

  it.effect("deletes browsers from the very millisecond on at which their time is over, and leaves others", () =>
    Effect.gen(function* () {
      const { instanceId, issued, knownClient, oldSession, sessions, user } = yield* setUp
      const kept = yield* issued(user, { session: oldSession(user) })
      yield* issued(user, { session: oldSession(user), clientExpiresAt: now })
      yield* sessions.revokeAll(instanceId, user.id)
      assert.strictEqual(yield* sweep(100, Samples.plus(-1, now)), 0)
      assert.strictEqual(yield* sweep(), 1)
      isSome(yield* knownClient(user, kept.clientHash), kept.newClientId)
    })
  )

  it.effect("deletes the sessions of browsers whose time is over", () =>
    Effect.gen(function* () {
      const { instanceId, issued, oldSession, sessions, user } = yield* setUp
      yield* issued(user, { session: oldSession(user), clientExpiresAt: now })
      yield* sweep()
      assert.strictEqual(yield* sessions.revokeAll(instanceId, user.id), 0)
    })
  )

  it.effect("leaves a browser that has only lost its sessions", () =>
    Effect.gen(function* () {
      const { issued, knownClient, oldSession, user } = yield* setUp
      const grant = yield* issued(user, { session: oldSession(user, now) })
      assert.strictEqual(yield* sweep(), 1)
      isSome(yield* knownClient(user, grant.clientHash), grant.newClientId)
      const again = yield* issued(user, { presentedClient: Option.some(grant.clientHash) })
      isSome(yield* knownClient(user, again.clientHash), grant.newClientId)
    })
  )

  it.effect("deletes at most `limit` sessions and `limit` browsers at a time, of all instances", () =>
    Effect.gen(function* () {
      const { issued, oldSession, sessions, user } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const stranger = yield* Samples.storedUser(otherInstanceId)
      const crowd = [user, user, stranger]
      for (const one of crowd) yield* issued(one, { session: oldSession(one), clientExpiresAt: now })
      for (const one of [user, stranger]) yield* sessions.revokeAll(one.instanceId, one.id)
      for (const one of crowd) yield* issued(one, { session: oldSession(one, now) })
      const counts = [yield* sweep(2), yield* sweep(2), yield* sweep(2)]
      assert.deepStrictEqual(counts, [4, 2, 0])
    })
  )

  it.effect("counts sessions that are over by age and those that are over by idleness together", () =>
    Effect.gen(function* () {
      const { instanceId, issued, oldSession, sessions, user } = yield* setUp
      for (let count = 0; count < 2; count++) {
        const { session } = yield* issued(user, { session: oldSession(user, now) })
        yield* sessions.touch(instanceId, session.id, Samples.plus(1, signedInAt))
        yield* issued(user, { session: oldSession(user) })
      }
      const batch = sweep(3, now, signedInAt)
      assert.deepStrictEqual([yield* batch, yield* batch, yield* batch], [3, 1, 0])
    })
  )
}
