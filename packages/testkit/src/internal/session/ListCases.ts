import { assert, type Vitest } from "@effect/vitest"
import { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { type SessionGrant, SessionSummary } from "@latchkey/domain/session/SessionRepository"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { same } from "../Assertions.ts"
import { idleLifetimeMillis, key, type Ports, setUp } from "./SessionFixture.ts"

const setUpListing = Effect.gen(function* () {
  const fixture = yield* setUp
  const { idleLifetime } = key(Samples.grant(fixture.user))
  const list = ({ id: userId, instanceId }: Pick<User, "id" | "instanceId">, afterMillis = 0, limit = 100) =>
    fixture.sessions.list({ instanceId, userId, now: Samples.plus(afterMillis), idleLifetime, limit })
  /** Returns the ids of the sessions that are listed after so many milliseconds. */
  const ids = (user: User, afterMillis?: number, limit?: number) =>
    Effect.map(list(user, afterMillis, limit), (found) => found.map(({ id }) => id))
  return { ...fixture, ids, list }
})

const idsOf = (grants: ReadonlyArray<SessionGrant>) => grants.map(({ session }) => session.id)

export const listing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns a session with every field, and when it was last seen", () =>
    Effect.gen(function* () {
      const { instanceId, issued, list, sessions, user } = yield* setUpListing
      const userAgent = "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0"
      const { session } = yield* issued(user, {
        session: Samples.session(user, { userAgent, methods: ["magic_link", "totp"] })
      })
      const { authenticatedAt, expiresAt, id } = session
      const summary = { id, methods: ["magic_link", "totp"], userAgent, authenticatedAt, expiresAt } as const
      same(yield* list(user), [new SessionSummary({ ...summary, lastSeenAt: authenticatedAt })])
      yield* sessions.touch(instanceId, id, Samples.plus(777))
      same(yield* list(user), [new SessionSummary({ ...summary, lastSeenAt: Samples.plus(777) })])
    })
  )

  it.effect("returns what the client calls itself, until it is signed in with another name", () =>
    Effect.gen(function* () {
      const { issued, list, sessions, user } = yield* setUpListing
      const names = () => Effect.map(list(user), (found) => found.map(({ deviceName }) => deviceName))
      const first = yield* issued(user, { deviceName: Option.some("Café ☕ <b>") })
      same(yield* names(), [Option.some("Café ☕ <b>")])
      const presentedClient = Option.some(first.clientHash)
      const second = yield* issued(user, { presentedClient })
      same(yield* names(), [Option.some("Café ☕ <b>")])
      yield* issued(user, { presentedClient: Option.some(second.clientHash), deviceName: Option.some("") })
      same(yield* names(), [Option.some("")])
      const { id, instanceId } = user
      yield* sessions.revokeAll(instanceId, id)
      const changed = Option.getOrThrow(yield* (yield* UserRepository).findById(instanceId, id))
      yield* issued(changed)
      same(yield* names(), [Option.none()])
    })
  )

  it.effect("returns the one with an id, while it is active and the user's", () =>
    Effect.gen(function* () {
      const { instanceId, issued, sessions, user } = yield* setUpListing
      const { id: other } = yield* Samples.storedUser(instanceId)
      const [first] = [yield* issued(user), yield* issued(user)]
      const { id, tokenHash } = first.session
      const find = (userId: User["id"], afterMillis = 0) =>
        Effect.map(sessions.list({ ...key(first, afterMillis), userId, id, limit: 1 }), (found) =>
          found.map((session) => session.id)
        )
      same(yield* find(user.id), [id])
      same(yield* find(user.id, idleLifetimeMillis), [])
      same(yield* find(other), [])
      yield* sessions.revoke(instanceId, tokenHash)
      same(yield* find(user.id), [])
    })
  )

  it.effect("returns the newest sessions first, and at most `limit`", () =>
    Effect.gen(function* () {
      const { ids, issued, user } = yield* setUpListing
      const at = (millis: number) =>
        issued(user, { session: Samples.session(user, { authenticatedAt: Samples.plus(millis) }) })
      const [second, third, first] = [yield* at(20), yield* at(10), yield* at(30)]
      assert.deepStrictEqual(yield* ids(user, 40), idsOf([first, second, third]))
      assert.deepStrictEqual(yield* ids(user, 40, 2), idsOf([first, second]))
    })
  )

  it.effect("returns no session of a former credential version, and none of a disabled user", () =>
    Effect.gen(function* () {
      const { instanceId, ids, issued, sessions, user, users } = yield* setUpListing
      const kept = yield* issued(user)
      yield* issued(user)
      yield* sessions.revokeOthers(instanceId, user.id, kept.session.id)
      assert.deepStrictEqual(yield* ids(user), idsOf([kept]))
      yield* sessions.revokeAll(instanceId, user.id)
      assert.deepStrictEqual(yield* ids(user), [])
      const next = yield* issued(new User({ ...user, credentialVersion: 2 }))
      assert.deepStrictEqual(yield* ids(user), idsOf([next]))
      yield* users.setDisabled({ instanceId, userId: user.id, disabledAt: Option.some(Samples.now) })
      assert.deepStrictEqual(yield* ids(user), [])
    })
  )

  it.effect("returns no session of another user or instance, and no revoked one", () =>
    Effect.gen(function* () {
      const { instanceId, ids, issued, list, sessions, user } = yield* setUpListing
      const stranger = yield* Samples.storedUser(instanceId)
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const [mine, ended] = [yield* issued(user), yield* issued(user)]
      yield* issued(stranger)
      yield* sessions.revoke(instanceId, ended.session.tokenHash)
      assert.deepStrictEqual(yield* ids(user), idsOf([mine]))
      same(yield* list({ instanceId: otherInstanceId, id: user.id }), [])
      same(yield* list({ instanceId, id: Samples.userId() }), [])
    })
  )
}

export const listingExpired = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("omits a session from the millisecond of its `expiresAt` on", () =>
    Effect.gen(function* () {
      const { ids, issued, user } = yield* setUpListing
      const grant = yield* issued(user, { session: Samples.session(user, { expiresAt: Samples.plus(5000) }) })
      assert.deepStrictEqual(yield* ids(user, 4999), idsOf([grant]))
      assert.deepStrictEqual(yield* ids(user, 5000), [])
    })
  )

  it.effect("omits a session from the millisecond on at which its client expires", () =>
    Effect.gen(function* () {
      const { ids, issued, user } = yield* setUpListing
      const grant = yield* issued(user, { clientExpiresAt: Samples.plus(5000) })
      assert.deepStrictEqual(yield* ids(user, 4999), idsOf([grant]))
      assert.deepStrictEqual(yield* ids(user, 5000), [])
    })
  )

  it.effect("omits a session from the millisecond on at which its idle lifetime has passed", () =>
    Effect.gen(function* () {
      const { ids, instanceId, issued, sessions, user } = yield* setUpListing
      const [idle, seen] = [yield* issued(user), yield* issued(user)]
      yield* sessions.touch(instanceId, seen.session.id, DateTime.add(Samples.now, { millis: 1 }))
      assert.sameMembers(yield* ids(user, idleLifetimeMillis - 1), idsOf([idle, seen]))
      assert.deepStrictEqual(yield* ids(user, idleLifetimeMillis), idsOf([seen]))
      assert.deepStrictEqual(yield* ids(user, idleLifetimeMillis + 1), [])
    })
  )
}

export const listingSignIns = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns when each user last signed in on a known client, also after the session was revoked", () =>
    Effect.gen(function* () {
      const { instanceId, issued, sessions, user } = yield* setUpListing
      const stranger = yield* Samples.storedUser(instanceId)
      const silent = yield* Samples.storedUser(instanceId)
      const at = (of: User, millis: number) =>
        issued(of, { session: Samples.session(of, { authenticatedAt: Samples.plus(millis) }) })
      yield* at(user, 20)
      const { session } = yield* at(user, 30)
      yield* at(user, 10)
      yield* at(stranger, 5)
      yield* sessions.revoke(instanceId, session.tokenHash)
      const found = yield* sessions.lastSignIns(instanceId, [user.id, stranger.id, silent.id, user.id])
      assert.deepStrictEqual(
        [...found].map(([id, time]) => [id, DateTime.distance(Samples.now, time)]).sort(),
        [
          [user.id, 30],
          [stranger.id, 5]
        ].sort()
      )
      const { id: otherInstanceId } = yield* Samples.storedInstance
      assert.strictEqual((yield* sessions.lastSignIns(otherInstanceId, [user.id])).size, 0)
      assert.strictEqual((yield* sessions.lastSignIns(instanceId, [])).size, 0)
    })
  )
}
