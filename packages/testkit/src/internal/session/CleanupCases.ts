import { assert, type Vitest } from "@effect/vitest"
import { User } from "@latchkey/domain/account/UserRepository"
import type { ClientId, InstanceId } from "@latchkey/domain/core/Ids"
import { maxKnownClients, type SessionGrant, SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import * as Samples from "../../Samples.ts"
import { isNone, isSome, succeeds } from "../Assertions.ts"
import { concurrently, repeatedly, untilNoneLeft } from "../Concurrency.ts"
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

const deleteUnused = (instanceId: InstanceId, limit = 100, after = Option.none<ClientId>()) =>
  Effect.flatMap(SessionRepository, (sessions) => sessions.deleteUnusedClients({ instanceId, after, limit }))

const setUpClients = Effect.gen(function* () {
  const fixture = yield* setUp
  const { instanceId, issued, knownClient, sessions, user, users } = fixture
  const signOut = ({ session }: SessionGrant) => sessions.revoke(instanceId, session.tokenHash)
  /** Signs in again on the client. Returns `true` if the instance still had it, with its id. */
  const isKept = (grant: SessionGrant, of = user) =>
    Effect.gen(function* () {
      const again = yield* issued(of, { presentedClient: Option.some(grant.clientHash) })
      return Option.contains(yield* knownClient(of, again.clientHash), grant.newClientId)
    })
  /** Signs out on the clients, and has the user forget them. */
  const abandon = (of: User, grants: ReadonlyArray<SessionGrant>) =>
    Effect.gen(function* () {
      yield* Effect.forEach(grants, signOut)
      const { credentialVersion, id: userId } = of
      yield* users.setPasswordHash({ instanceId, userId, credentialVersion, next: Samples.passwordHash() })
      return new User({ ...of, credentialVersion: credentialVersion + 1 })
    })
  const several = (of: User, count: number) => Effect.forEach(Array.from({ length: count }), () => issued(of))
  return { ...fixture, abandon, isKept, several, signOut }
})

export const deletingUnusedClients = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes the clients that no user knows and that hold no session, and keeps others", () =>
    Effect.gen(function* () {
      const { instanceId, isActive, isKept, issued, signOut, user } = yield* setUpClients
      const other = yield* Samples.storedUser(instanceId)
      const at = (millis: number) => ({ session: Samples.session(user, { authenticatedAt: Samples.plus(millis) }) })
      const [unused, active, shared] = [
        yield* issued(user, at(0)),
        yield* issued(user, at(1)),
        yield* issued(user, at(2))
      ]
      const ofBoth = yield* issued(other, { presentedClient: Option.some(shared.clientHash) })
      const known: Array<SessionGrant> = []
      for (let count = 0; count < maxKnownClients; count++) known.push(yield* issued(user, at(10 + count)))
      for (const grant of [unused, ofBoth, ...known]) yield* signOut(grant)
      assert.deepStrictEqual(yield* deleteUnused(instanceId), { deleted: 1, after: Option.none() })
      assert.isTrue(yield* isActive(active))
      assert.isTrue(yield* isKept({ ...ofBoth, newClientId: shared.newClientId }, other))
      for (const grant of known) assert.isTrue(yield* isKept(grant))
      assert.isFalse(yield* isKept(unused))
      yield* signOut(active)
      assert.strictEqual((yield* deleteUnused(instanceId)).deleted, 1)
    })
  )

  it.effect("deletes the clients of a deleted user, and those that a new password has every user forget", () =>
    Effect.gen(function* () {
      const { abandon, instanceId, several, user, users } = yield* setUpClients
      const other = yield* Samples.storedUser(instanceId)
      yield* several(other, 2)
      yield* abandon(user, yield* several(user, 3))
      assert.strictEqual((yield* deleteUnused(instanceId)).deleted, 3)
      yield* users.delete(instanceId, other.id)
      assert.strictEqual((yield* deleteUnused(instanceId)).deleted, 2)
      assert.strictEqual((yield* deleteUnused(instanceId)).deleted, 0)
    })
  )

  it.effect("looks at `limit` clients of one instance after another, used or not", () =>
    Effect.gen(function* () {
      const { abandon, instanceId, several, user, users } = yield* setUpClients
      const { id: another } = yield* Samples.storedInstance
      const stranger = yield* Samples.storedUser(another)
      yield* several(stranger, 1)
      yield* users.delete(another, stranger.id)
      const used = yield* Samples.storedUser(instanceId)
      const grants = [...(yield* several(user, 3)), ...(yield* several(used, 2))]
      yield* abandon(user, grants.slice(0, 3))
      const ids = Arr.sort(
        grants.map(({ newClientId }) => newClientId),
        Order.string
      )
      const first = yield* deleteUnused(instanceId, 2)
      assert.deepStrictEqual(first.after, Option.fromNullable(ids[1]))
      const second = yield* deleteUnused(instanceId, 2, first.after)
      assert.deepStrictEqual(second.after, Option.fromNullable(ids[3]))
      const third = yield* deleteUnused(instanceId, 2, second.after)
      isNone(third.after)
      assert.strictEqual(first.deleted + second.deleted + third.deleted, 3)
      const rest = ids.filter((id) => grants.slice(3).some(({ newClientId }) => newClientId === id))
      assert.deepStrictEqual(yield* deleteUnused(instanceId, 2), { deleted: 0, after: Option.fromNullable(rest[1]) })
      assert.strictEqual((yield* deleteUnused(another)).deleted, 1)
    })
  )

  it.effect("beside sign-ins on the same clients, none fails, and each has its session and its client", () =>
    repeatedly(10, () =>
      Effect.gen(function* () {
        const { abandon, instanceId, isActive, issued, knownClient, several, user } = yield* setUpClients
        const grants = yield* several(user, maxKnownClients)
        const current = yield* abandon(user, grants)
        const outcomes = yield* concurrently(grants.length * 2, (index) => {
          const presentedClient = Option.map(Option.fromNullable(grants[index / 2]), ({ clientHash }) => clientHash)
          return Option.isSome(presentedClient)
            ? Effect.asSome(issued(current, { presentedClient }))
            : Effect.as(deleteUnused(instanceId), Option.none<SessionGrant>())
        })
        outcomes.forEach(succeeds)
        for (const grant of outcomes.flatMap(Either.match({ onLeft: () => [], onRight: Option.toArray }))) {
          assert.isTrue(yield* isActive(grant))
          assert.isTrue(Option.isSome(yield* knownClient(current, grant.clientHash)))
        }
      })
    )
  )
}
