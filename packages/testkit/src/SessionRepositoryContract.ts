/**
 * Contract tests of `SessionRepository`.
 *
 * @since 0.1.0
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import type { TokenHash } from "@latchkey/domain/core/Token"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import {
  ActiveSession,
  type SessionGrant,
  SessionRepository,
  SessionSummary
} from "@latchkey/domain/session/SessionRepository"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { failsWith, isNone, isSome, same, succeeds } from "./internal/Assertions.ts"
import { concurrently, repeatedly, untilNoneLeft } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. @since 0.1.0 */
export type Ports = InstanceRepository | SessionRepository | Transaction | UserRepository

const idleLifetimeMillis = 7 * Samples.day

/** Returns the query of a request with the tokens of `grant`, some time after it was issued. */
const key = (grant: SessionGrant, afterMillis = 1) => ({
  instanceId: grant.session.instanceId,
  tokenHash: grant.session.tokenHash,
  clientHash: grant.clientHash,
  now: DateTime.add(grant.session.authenticatedAt, { millis: afterMillis }),
  idleLifetime: Duration.millis(idleLifetimeMillis)
})

/** An instance with a user. */
const setUp = Effect.gen(function* () {
  const sessions = yield* SessionRepository
  const users = yield* UserRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const user = yield* Samples.storedUser(instanceId)

  const issued = (of: User, fields: Partial<SessionGrant> = {}) =>
    Effect.suspend(() => {
      const grant = Samples.grant(of, fields)
      return Effect.as(sessions.issue(grant), grant)
    })
  const find = (grant: SessionGrant, afterMillis?: number) => sessions.findActive(key(grant, afterMillis))
  const isActive = (grant: SessionGrant, afterMillis?: number) => Effect.map(find(grant, afterMillis), Option.isSome)
  const lastSeen = (grant: SessionGrant) =>
    Effect.map(
      find(grant),
      Option.map(({ lastSeenAt }) => lastSeenAt)
    )
  /** Returns the client with that token, if the user knows it. */
  const knownClient = (of: User, clientHash: TokenHash, now = Samples.now) =>
    Effect.map(
      users.findForSignIn({ instanceId: of.instanceId, email: of.email, clientHash: Option.some(clientHash), now }),
      (account) => account.knownClient
    )
  return { find, instanceId, isActive, issued, knownClient, lastSeen, sessions, user, users }
})

const issuing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("stores an active session, last seen when it was issued", () =>
    Effect.gen(function* () {
      const { find, issued, user } = yield* setUp
      const grant = yield* issued(user)
      const { authenticatedAt, expiresAt, id } = grant.session
      isSome(
        yield* find(grant),
        new ActiveSession({
          id,
          userId: user.id,
          email: user.email,
          emailVerified: false,
          method: "password",
          authenticatedAt,
          lastSeenAt: authenticatedAt,
          expiresAt
        })
      )
    })
  )

  it.effect("stores the sign-in method", () =>
    Effect.gen(function* () {
      const { find, issued, user } = yield* setUp
      const grant = yield* issued(user, { session: Samples.session(user, { method: "magic_link" }) })
      isSome(
        Option.map(yield* find(grant), ({ method }) => method),
        "magic_link"
      )
    })
  )

  it.effect("leaves the sessions of the user's other clients active", () =>
    Effect.gen(function* () {
      const { isActive, issued, user } = yield* setUp
      const first = yield* issued(user)
      const second = yield* issued(user)
      assert.isTrue(yield* isActive(first))
      assert.isTrue(yield* isActive(second))
    })
  )

  it.effect("leaves nothing behind when the surrounding transaction fails", () =>
    Effect.gen(function* () {
      const { isActive, issued, knownClient, sessions, user } = yield* setUp
      const { run } = yield* Transaction
      const before = yield* issued(user)
      const undone = Samples.grant(user, { presentedClient: Option.some(before.clientHash) })
      yield* Effect.either(run(Effect.zipRight(sessions.issue(undone), Effect.fail("refused"))))
      assert.isTrue(yield* isActive(before))
      assert.isFalse(yield* isActive(undone))
      isSome(yield* knownClient(user, before.clientHash), before.newClientId)
      isNone(yield* knownClient(user, undone.clientHash))
    })
  )
}

const refusingToIssue = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("fails with CredentialsChanged for any other credential version, and changes nothing", () =>
    Effect.gen(function* () {
      const { instanceId, isActive, issued, knownClient, sessions, users } = yield* setUp
      const user = yield* Samples.storedUser(instanceId, { credentialVersion: 5 })
      const holder = yield* Samples.storedUser(instanceId)
      const before = yield* issued(holder)
      for (const credentialVersion of [4, 6]) {
        const refused = Samples.grant(user, {
          session: Samples.session(user, { credentialVersion }),
          presentedClient: Option.some(before.clientHash)
        })
        failsWith(yield* Effect.either(sessions.issue(refused)), "CredentialsChanged")
        assert.isFalse(yield* isActive(refused))
        isNone(yield* knownClient(user, refused.clientHash))
        isNone(yield* knownClient(user, before.clientHash))
      }
      assert.isTrue(yield* isActive(before))
      isSome(yield* knownClient(holder, before.clientHash), before.newClientId)
      isSome(yield* users.findByEmail(instanceId, user.email), user)
    })
  )

  it.effect("fails with CredentialsChanged for a disabled user, and succeeds once the user is enabled", () =>
    Effect.gen(function* () {
      const { instanceId, isActive, sessions, users } = yield* setUp
      const user = yield* Samples.storedUser(instanceId, { disabledAt: Option.some(Samples.now) })
      const refused = Samples.grant(user)
      failsWith(yield* Effect.either(sessions.issue(refused)), "CredentialsChanged")
      assert.isFalse(yield* isActive(refused))
      yield* users.setDisabled({ instanceId, userId: user.id, disabledAt: Option.none() })
      const grant = Samples.grant(user)
      yield* sessions.issue(grant)
      assert.isTrue(yield* isActive(grant))
    })
  )

  it.effect("fails with CredentialsChanged for a user that does not exist", () =>
    Effect.gen(function* () {
      const { instanceId, isActive, sessions } = yield* setUp
      const grant = Samples.grant(Samples.user(instanceId))
      failsWith(yield* Effect.either(sessions.issue(grant)), "CredentialsChanged")
      assert.isFalse(yield* isActive(grant))
    })
  )

  it.effect("fails with CredentialsChanged for a user of another instance", () =>
    Effect.gen(function* () {
      const { isActive, sessions, user } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const grant = Samples.grant(new User({ ...user, instanceId: otherInstanceId }))
      failsWith(yield* Effect.either(sessions.issue(grant)), "CredentialsChanged")
      assert.isFalse(yield* isActive(grant))
    })
  )
}

const knownClients = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("keeps the id of a known client, and replaces its token", () =>
    Effect.gen(function* () {
      const { issued, knownClient, user } = yield* setUp
      const first = yield* issued(user)
      const second = yield* issued(user, { presentedClient: Option.some(first.clientHash) })
      isSome(yield* knownClient(user, second.clientHash), first.newClientId)
      isNone(yield* knownClient(user, first.clientHash))
    })
  )

  it.effect("keeps the client known until the expiry of the newest grant", () =>
    Effect.gen(function* () {
      const { issued, knownClient, user } = yield* setUp
      const first = yield* issued(user, { clientExpiresAt: Samples.plus(Samples.day) })
      const clientExpiresAt = Samples.plus(2 * Samples.day)
      const second = yield* issued(user, { presentedClient: Option.some(first.clientHash), clientExpiresAt })
      isSome(yield* knownClient(user, second.clientHash, Samples.plus(-1, clientExpiresAt)), first.newClientId)
      isNone(yield* knownClient(user, second.clientHash, clientExpiresAt))
    })
  )

  it.effect("revokes every session that the client held, of any user", () =>
    Effect.gen(function* () {
      const { instanceId, isActive, issued, sessions, user } = yield* setUp
      const other = yield* Samples.storedUser(instanceId)
      const first = yield* issued(other)
      const second = yield* issued(user, { presentedClient: Option.some(first.clientHash) })
      assert.isFalse(yield* isActive(first))
      isNone(yield* sessions.findActive({ ...key(first), clientHash: second.clientHash }))
      assert.strictEqual(yield* sessions.revokeAll(instanceId, other.id), 0)
      assert.isTrue(yield* isActive(second))
    })
  )

  it.effect("keeps the id of a client that holds no session any more", () =>
    Effect.gen(function* () {
      const { instanceId, issued, knownClient, sessions, user } = yield* setUp
      const first = yield* issued(user)
      yield* sessions.revoke(instanceId, first.session.tokenHash)
      const second = yield* issued(user, { presentedClient: Option.some(first.clientHash) })
      isSome(yield* knownClient(user, second.clientHash), first.newClientId)
    })
  )
}

const newClients = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("stores a new client if the presented token is unknown", () =>
    Effect.gen(function* () {
      const { issued, knownClient, user } = yield* setUp
      const grant = yield* issued(user, { presentedClient: Option.some(Samples.tokenHash()) })
      isSome(yield* knownClient(user, grant.clientHash), grant.newClientId)
    })
  )

  it.effect("keeps the id of a client until the millisecond before it expires, then stores a new client", () =>
    Effect.gen(function* () {
      const { isActive, issued, knownClient, user } = yield* setUp
      const end = Samples.plus(Samples.day)
      const returning = (millis: number) =>
        Effect.gen(function* () {
          const first = yield* issued(user, { clientExpiresAt: end })
          const session = Samples.session(user, { authenticatedAt: Samples.plus(millis, end) })
          const second = yield* issued(user, { session, presentedClient: Option.some(first.clientHash) })
          assert.isTrue(yield* isActive(second))
          return [first, second, yield* knownClient(user, second.clientHash)] as const
        })
      const [kept, , lastMoment] = yield* returning(-1)
      isSome(lastMoment, kept.newClientId)
      const [, fresh, over] = yield* returning(0)
      isSome(over, fresh.newClientId)
    })
  )

  it.effect("stores a new client if the presented one belongs to another instance, and leaves that one unchanged", () =>
    Effect.gen(function* () {
      const { isActive, issued, knownClient, user } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const stranger = yield* Samples.storedUser(otherInstanceId)
      const theirs = yield* issued(stranger)
      const ours = yield* issued(user, { presentedClient: Option.some(theirs.clientHash) })
      isSome(yield* knownClient(user, ours.clientHash), ours.newClientId)
      isSome(yield* knownClient(stranger, theirs.clientHash), theirs.newClientId)
      assert.isTrue(yield* isActive(theirs))
      assert.isTrue(yield* isActive(ours))
    })
  )
}

const concurrentClients = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("lets exactly one of fifty requests keep the client that all of them present", () =>
    repeatedly(2, () =>
      Effect.gen(function* () {
        const { isActive, issued, knownClient, sessions, user } = yield* setUp
        const shared = yield* issued(user)
        const grants = Array.from({ length: 50 }, () =>
          Samples.grant(user, { presentedClient: Option.some(shared.clientHash) })
        )
        const outcomes = yield* concurrently(50, (index) =>
          Effect.forEach(grants.slice(index, index + 1), sessions.issue)
        )
        outcomes.forEach(succeeds)
        const clients = yield* Effect.forEach(grants, (grant) => knownClient(user, grant.clientHash))
        const keepers = clients.filter((client) => Option.contains(client, shared.newClientId))
        assert.lengthOf(keepers, 1)
        const fresh = clients.filter((client, index) => Option.contains(client, grants[index]?.newClientId))
        assert.lengthOf(fresh, 49)
        assert.lengthOf(yield* Effect.filter(grants, (grant) => isActive(grant)), 50)
        assert.isFalse(yield* isActive(shared))
      })
    )
  )
}

/** A user who is signed in. */
const setUpSignedIn = Effect.gen(function* () {
  const fixture = yield* setUp
  return { ...fixture, before: yield* fixture.issued(fixture.user) }
})

type Fixture = Effect.Effect.Success<typeof setUpSignedIn>

/**
 * Runs twenty sign-ins concurrently with one transaction that changes the credentials, at another position each round.
 * Returns the new sessions that are active afterwards.
 */
const whileChanging = <E, R>(round: number, change: (fixture: Fixture) => Effect.Effect<void, E, R>) =>
  Effect.gen(function* () {
    const fixture = yield* setUpSignedIn
    const { isActive, sessions, user } = fixture
    const { run } = yield* Transaction
    const grants = Array.from({ length: 20 }, () => Samples.grant(user))
    const all: Array<Effect.Effect<void, never, R>> = grants.map((grant) => Effect.ignore(sessions.issue(grant)))
    all.splice(round * 3, 0, Effect.orDie(run(change(fixture))))
    const outcomes = yield* concurrently(all.length, (index) => all[index] ?? Effect.void)
    outcomes.forEach(succeeds)
    const active: ReadonlyArray<SessionGrant> = yield* Effect.filter(grants, (grant) => isActive(grant))
    return { ...fixture, active }
  })

const concurrentChanges = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("leaves no session of the former credentials active, at any order of verification and sign-ins", () =>
    repeatedly(6, (round) =>
      Effect.gen(function* () {
        const { active, isActive, issued, user } = yield* whileChanging(
          round,
          ({ instanceId, sessions, user, users }) =>
            Effect.gen(function* () {
              yield* users.findByEmailForUpdate(instanceId, user.email)
              yield* Effect.yieldNow()
              yield* users.verifyEmail({ instanceId, userId: user.id, now: Samples.now, password: "drop_password" })
              yield* Effect.yieldNow()
              yield* sessions.revokeAll(instanceId, user.id)
            })
        )
        assert.lengthOf(active, 0)
        const after = yield* issued(new User({ ...user, credentialVersion: user.credentialVersion + 1 }))
        assert.isTrue(yield* isActive(after))
      })
    )
  )

  it.effect("leaves only the kept session active, at any order of password change and sign-ins", () =>
    repeatedly(6, (round) =>
      Effect.gen(function* () {
        const { active, before, isActive } = yield* whileChanging(
          round,
          ({ before, instanceId, sessions, user, users }) =>
            Effect.gen(function* () {
              const { credentialVersion, id: userId } = user
              const next = Samples.passwordHash()
              assert.isTrue(yield* users.setPasswordHash({ instanceId, userId, credentialVersion, next }))
              yield* Effect.yieldNow()
              yield* sessions.revokeOthers(instanceId, userId, before.session.id)
            })
        )
        assert.lengthOf(active, 0)
        assert.isTrue(yield* isActive(before))
      })
    )
  )

  it.effect("leaves no session active, at any order of disabling and sign-ins", () =>
    repeatedly(6, (round) =>
      Effect.gen(function* () {
        const { active, before, isActive } = yield* whileChanging(round, ({ instanceId, sessions, user, users }) =>
          Effect.gen(function* () {
            yield* users.setDisabled({ instanceId, userId: user.id, disabledAt: Option.some(Samples.now) })
            yield* Effect.yieldNow()
            yield* sessions.revokeAll(instanceId, user.id)
          })
        )
        assert.lengthOf(active, 0)
        assert.isFalse(yield* isActive(before))
      })
    )
  )
}

const finding = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns `None` for an unknown token, and for the token of another client", () =>
    Effect.gen(function* () {
      const { issued, sessions, user } = yield* setUp
      const grant = yield* issued(user)
      const other = yield* issued(user)
      isNone(yield* sessions.findActive({ ...key(grant), tokenHash: Samples.tokenHash() }))
      isNone(yield* sessions.findActive({ ...key(grant), clientHash: Samples.tokenHash() }))
      isNone(yield* sessions.findActive({ ...key(grant), clientHash: other.clientHash }))
      isNone(yield* sessions.findActive({ ...key(grant), tokenHash: grant.clientHash }))
    })
  )

  it.effect("returns `None` for a session of another instance", () =>
    Effect.gen(function* () {
      const { issued, sessions, user } = yield* setUp
      const grant = yield* issued(user)
      const { id: otherInstanceId } = yield* Samples.storedInstance
      isNone(yield* sessions.findActive({ ...key(grant), instanceId: otherInstanceId }))
    })
  )

  it.effect("returns whether the address is verified now", () =>
    Effect.gen(function* () {
      const { find, instanceId, issued, user, users } = yield* setUp
      const grant = yield* issued(user)
      const isVerified = Effect.map(
        find(grant),
        Option.map(({ emailVerified }) => emailVerified)
      )
      isSome(yield* isVerified, false)
      yield* users.verifyEmail({ instanceId, userId: user.id, now: Samples.now, password: "keep_password" })
      isSome(yield* isVerified, true)
    })
  )
}

const expiring = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("expires a session at the millisecond of its `expiresAt`", () =>
    Effect.gen(function* () {
      const { isActive, issued, user } = yield* setUp
      const grant = yield* issued(user, {
        session: Samples.session(user, { expiresAt: Samples.plus(5 * Samples.minute) })
      })
      assert.isTrue(yield* isActive(grant, 5 * Samples.minute - 1))
      assert.isFalse(yield* isActive(grant, 5 * Samples.minute))
    })
  )

  it.effect("expires a session at the millisecond at which its client expires", () =>
    Effect.gen(function* () {
      const { isActive, issued, user } = yield* setUp
      const grant = yield* issued(user, { clientExpiresAt: Samples.plus(Samples.day) })
      assert.isTrue(yield* isActive(grant, Samples.day - 1))
      assert.isFalse(yield* isActive(grant, Samples.day))
    })
  )

  it.effect("expires a session at the millisecond at which its idle lifetime has passed", () =>
    Effect.gen(function* () {
      const { isActive, issued, user } = yield* setUp
      const grant = yield* issued(user)
      assert.isTrue(yield* isActive(grant, idleLifetimeMillis - 1))
      assert.isFalse(yield* isActive(grant, idleLifetimeMillis))
    })
  )
}

const touching = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("restarts the idle lifetime at the time the session was last seen", () =>
    Effect.gen(function* () {
      const { instanceId, isActive, issued, lastSeen, sessions, user } = yield* setUp
      const grant = yield* issued(user)
      yield* sessions.touch(instanceId, grant.session.id, Samples.plus(1000))
      isSome(yield* lastSeen(grant), Samples.plus(1000))
      assert.isTrue(yield* isActive(grant, idleLifetimeMillis + 999))
      assert.isFalse(yield* isActive(grant, idleLifetimeMillis + 1000))
    })
  )

  it.effect("is not implied by `findActive`", () =>
    Effect.gen(function* () {
      const { find, issued, lastSeen, user } = yield* setUp
      const grant = yield* issued(user)
      yield* find(grant, Samples.minute)
      isSome(yield* lastSeen(grant), grant.session.authenticatedAt)
    })
  )

  it.effect("never moves the time back, not with concurrent calls either", () =>
    Effect.gen(function* () {
      const { instanceId, issued, lastSeen, sessions, user } = yield* setUp
      const grant = yield* issued(user)
      yield* sessions.touch(instanceId, grant.session.id, Samples.plus(5000))
      yield* sessions.touch(instanceId, grant.session.id, Samples.plus(4999))
      isSome(yield* lastSeen(grant), Samples.plus(5000))
      yield* concurrently(20, (index) => sessions.touch(instanceId, grant.session.id, Samples.plus(6000 - index)))
      isSome(yield* lastSeen(grant), Samples.plus(6000))
    })
  )

  it.effect("changes no other session, and none of another instance", () =>
    Effect.gen(function* () {
      const { instanceId, issued, lastSeen, sessions, user } = yield* setUp
      const grant = yield* issued(user)
      const other = yield* issued(user)
      const { id: otherInstanceId } = yield* Samples.storedInstance
      yield* sessions.touch(instanceId, other.session.id, Samples.plus(1000))
      yield* sessions.touch(otherInstanceId, grant.session.id, Samples.plus(1000))
      isSome(yield* lastSeen(grant), grant.session.authenticatedAt)
    })
  )

  it.effect("does nothing for a revoked or unknown session", () =>
    Effect.gen(function* () {
      const { instanceId, isActive, issued, sessions, user } = yield* setUp
      const grant = yield* issued(user)
      yield* sessions.revoke(instanceId, grant.session.tokenHash)
      yield* sessions.touch(instanceId, grant.session.id, Samples.plus(1000))
      yield* sessions.touch(instanceId, Samples.sessionId(), Samples.now)
      assert.isFalse(yield* isActive(grant))
    })
  )
}

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

const listing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns a session with every field, and when it was last seen", () =>
    Effect.gen(function* () {
      const { instanceId, issued, list, sessions, user } = yield* setUpListing
      const userAgent = "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0"
      const { session } = yield* issued(user, { session: Samples.session(user, { userAgent, method: "magic_link" }) })
      const { authenticatedAt, expiresAt, id } = session
      const summary = { id, method: "magic_link", userAgent, authenticatedAt, expiresAt } as const
      same(yield* list(user), [new SessionSummary({ ...summary, lastSeenAt: authenticatedAt })])
      yield* sessions.touch(instanceId, id, Samples.plus(777))
      same(yield* list(user), [new SessionSummary({ ...summary, lastSeenAt: Samples.plus(777) })])
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

const listingExpired = (it: Vitest.MethodsNonLive<Ports>) => {
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

const revokingById = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("revokes the session with that id, once, and no other", () =>
    Effect.gen(function* () {
      const { instanceId, isActive, issued, sessions, user } = yield* setUp
      const revoked = yield* issued(user)
      const other = yield* issued(user)
      assert.isTrue(yield* sessions.revokeById(instanceId, user.id, revoked.session.id))
      assert.isFalse(yield* isActive(revoked))
      assert.isTrue(yield* isActive(other))
      assert.isFalse(yield* sessions.revokeById(instanceId, user.id, revoked.session.id))
    })
  )

  it.effect("returns `false` for a session of another user or instance, and for an unknown id", () =>
    Effect.gen(function* () {
      const { instanceId, isActive, issued, sessions, user } = yield* setUp
      const grant = yield* issued(user)
      const stranger = yield* Samples.storedUser(instanceId)
      const { id: otherInstanceId } = yield* Samples.storedInstance
      assert.isFalse(yield* sessions.revokeById(instanceId, stranger.id, grant.session.id))
      assert.isFalse(yield* sessions.revokeById(otherInstanceId, user.id, grant.session.id))
      assert.isFalse(yield* sessions.revokeById(instanceId, user.id, Samples.sessionId()))
      assert.isTrue(yield* isActive(grant))
    })
  )

  it.effect("returns `true` to exactly one of twenty concurrent calls", () =>
    Effect.gen(function* () {
      const { instanceId, issued, sessions, user } = yield* setUp
      const { session } = yield* issued(user)
      const outcomes = Arr.getRights(
        yield* concurrently(20, () => sessions.revokeById(instanceId, user.id, session.id))
      )
      assert.lengthOf(outcomes, 20)
      assert.lengthOf(outcomes.filter(Boolean), 1)
    })
  )
}

const revokingOthers = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("revokes every session of the user except the kept one, and returns how many", () =>
    Effect.gen(function* () {
      const { instanceId, isActive, issued, sessions, user } = yield* setUp
      const grants = [yield* issued(user), yield* issued(user), yield* issued(user)]
      const kept = yield* issued(user)
      const theirs = yield* issued(yield* Samples.storedUser(instanceId))
      assert.strictEqual(yield* sessions.revokeOthers(instanceId, user.id, kept.session.id), 3)
      assert.lengthOf(yield* Effect.filter(grants, (grant) => isActive(grant)), 0)
      assert.isTrue(yield* isActive(kept))
      assert.isTrue(yield* isActive(theirs))
      assert.strictEqual(yield* sessions.revokeOthers(instanceId, user.id, kept.session.id), 0)
    })
  )

  it.effect("revokes all sessions if the kept one is not among them, and none of another instance", () =>
    Effect.gen(function* () {
      const { instanceId, isActive, issued, sessions, user } = yield* setUp
      const grant = yield* issued(user)
      const { id: otherInstanceId } = yield* Samples.storedInstance
      assert.strictEqual(yield* sessions.revokeOthers(otherInstanceId, user.id, Samples.sessionId()), 0)
      assert.isTrue(yield* isActive(grant))
      assert.strictEqual(yield* sessions.revokeOthers(instanceId, user.id, Samples.sessionId()), 1)
      assert.isFalse(yield* isActive(grant))
    })
  )
}

const revoking = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("revokes the session with that token, and no other", () =>
    Effect.gen(function* () {
      const { instanceId, isActive, issued, sessions, user } = yield* setUp
      const revoked = yield* issued(user)
      const other = yield* issued(user)
      yield* sessions.revoke(instanceId, revoked.session.tokenHash)
      assert.isFalse(yield* isActive(revoked))
      assert.isTrue(yield* isActive(other))
    })
  )

  it.effect("does nothing for an unknown token, a revoked session and a session of another instance", () =>
    Effect.gen(function* () {
      const { instanceId, isActive, issued, sessions, user } = yield* setUp
      const grant = yield* issued(user)
      const { id: otherInstanceId } = yield* Samples.storedInstance
      yield* sessions.revoke(instanceId, Samples.tokenHash())
      yield* sessions.revoke(instanceId, grant.clientHash)
      yield* sessions.revoke(otherInstanceId, grant.session.tokenHash)
      assert.isTrue(yield* isActive(grant))
      yield* sessions.revoke(instanceId, grant.session.tokenHash)
      yield* sessions.revoke(instanceId, grant.session.tokenHash)
      assert.isFalse(yield* isActive(grant))
    })
  )

  it.effect("revokes every session of the user, on every client, and returns how many", () =>
    Effect.gen(function* () {
      const { instanceId, isActive, issued, sessions, user } = yield* setUp
      const grants = [yield* issued(user), yield* issued(user), yield* issued(user)]
      assert.strictEqual(yield* sessions.revokeAll(instanceId, user.id), 3)
      assert.lengthOf(yield* Effect.filter(grants, (grant) => isActive(grant)), 0)
      assert.strictEqual(yield* sessions.revokeAll(instanceId, user.id), 0)
    })
  )

  it.effect("revokes no session of another user or instance", () =>
    Effect.gen(function* () {
      const { instanceId, isActive, issued, sessions, user } = yield* setUp
      const mine = yield* issued(user)
      const theirs = yield* issued(yield* Samples.storedUser(instanceId))
      const { id: otherInstanceId } = yield* Samples.storedInstance
      assert.strictEqual(yield* sessions.revokeAll(otherInstanceId, user.id), 0)
      assert.strictEqual(yield* sessions.revokeAll(instanceId, Samples.userId()), 0)
      assert.isTrue(yield* isActive(mine))
      assert.strictEqual(yield* sessions.revokeAll(instanceId, user.id), 1)
      assert.isTrue(yield* isActive(theirs))
    })
  )

  it.effect("restores revoked sessions when the surrounding transaction fails", () =>
    Effect.gen(function* () {
      const { instanceId, isActive, issued, sessions, user } = yield* setUp
      const { run } = yield* Transaction
      const [first, second] = [yield* issued(user), yield* issued(user)]
      const revocations = Effect.all([
        sessions.revoke(instanceId, first.session.tokenHash),
        sessions.revokeById(instanceId, user.id, second.session.id),
        sessions.revokeOthers(instanceId, user.id, first.session.id),
        sessions.revokeAll(instanceId, user.id)
      ])
      yield* Effect.either(run(Effect.zipRight(revocations, Effect.fail("refused"))))
      assert.isTrue(yield* isActive(first))
      assert.isTrue(yield* isActive(second))
    })
  )
}

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

const deletingExpired = (it: Vitest.MethodsNonLive<Ports>) => {
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
      yield* issued(user, { session: oldSession(user), clientExpiresAt: dayLater })
      yield* sessions.revokeAll(instanceId, user.id)
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
      for (const one of crowd) yield* issued(one, { session: oldSession(one), clientExpiresAt: dayLater })
      for (const one of [user, stranger]) yield* sessions.revokeAll(one.instanceId, one.id)
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

/** Registers the tests in a suite that `it.layer` has opened. @since 0.1.0 */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("issue", () => issuing(it))
  describe("issue: credentials", () => refusingToIssue(it))
  describe("issue: known clients", () => knownClients(it))
  describe("issue: new clients", () => newClients(it))
  describe("issue: concurrent requests of one client", () => concurrentClients(it))
  describe("issue: concurrent changes of credentials", () => concurrentChanges(it))
  describe("findActive", () => finding(it))
  describe("expiry", () => expiring(it))
  describe("touch", () => touching(it))
  describe("list", () => listing(it))
  describe("list: expiry", () => listingExpired(it))
  describe("revoke and revokeAll", () => revoking(it))
  describe("revokeById", () => revokingById(it))
  describe("revokeOthers", () => revokingOthers(it))
  describe("deleteExpired", () => deletingExpired(it))
}

/**
 * Runs the contract of `SessionRepository` against a layer, which must build within a minute. Call it in a test file of
 * Vitest.
 *
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`SessionRepository: ${name}`, tests)
