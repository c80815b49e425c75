import { assert, type Vitest } from "@effect/vitest"
import { User } from "@latchkey/domain/account/UserRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { failsWith, isSome, succeeds } from "../Assertions.ts"
import { concurrently } from "../Concurrency.ts"
import { type Ports, setUp } from "./SessionFixture.ts"

export const revokingById = (it: Vitest.MethodsNonLive<Ports>) => {
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

export const revokingOthers = (it: Vitest.MethodsNonLive<Ports>) => {
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

const versionOf = ({ instanceId, user, users }: Effect.Effect.Success<typeof setUp>) =>
  Effect.map(
    users.findById(instanceId, user.id),
    Option.map(({ credentialVersion }) => credentialVersion)
  )

export const raisingVersions = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("revokeAll raises the credential version by one, and changes nothing else of the user", () =>
    Effect.gen(function* () {
      const { instanceId, sessions, users } = yield* setUp
      const user = yield* Samples.storedUser(instanceId, { credentialVersion: 7, claimedAt: Option.some(Samples.now) })
      const other = yield* Samples.storedUser(instanceId)
      yield* sessions.revokeAll(instanceId, user.id)
      isSome(yield* users.findById(instanceId, user.id), new User({ ...user, credentialVersion: 8 }))
      isSome(yield* users.findById(instanceId, other.id), other)
    })
  )

  it.effect("revokeOthers raises it, moves the kept session, and issues only for the new version", () =>
    Effect.gen(function* () {
      const fixture = yield* setUp
      const { instanceId, isActive, issued, sessions, user } = fixture
      const kept = yield* issued(user)
      yield* sessions.revokeOthers(instanceId, user.id, kept.session.id)
      isSome(yield* versionOf(fixture), 1)
      assert.isTrue(yield* isActive(kept))
      failsWith(yield* Effect.either(sessions.issue(Samples.grant(user))), "CredentialsChanged")
      const next = yield* issued(new User({ ...user, credentialVersion: 1 }))
      assert.strictEqual(yield* sessions.revokeOthers(instanceId, user.id, next.session.id), 1)
      assert.isFalse(yield* isActive(kept))
      assert.isTrue(yield* isActive(next))
    })
  )

  it.effect("revokeOthers never revives a revoked session, nor keeps one of another user", () =>
    Effect.gen(function* () {
      const { instanceId, isActive, issued, sessions, user } = yield* setUp
      const revoked = yield* issued(user)
      const theirs = yield* issued(yield* Samples.storedUser(instanceId))
      yield* sessions.revokeAll(instanceId, user.id)
      const current = yield* issued(new User({ ...user, credentialVersion: 1 }))
      assert.strictEqual(yield* sessions.revokeOthers(instanceId, user.id, revoked.session.id), 1)
      assert.isFalse(yield* isActive(revoked))
      assert.isFalse(yield* isActive(current))
      assert.strictEqual(yield* sessions.revokeOthers(instanceId, user.id, theirs.session.id), 0)
      assert.isTrue(yield* isActive(theirs))
    })
  )

  it.effect("revokeOthers keeps its session in ten concurrent calls", () =>
    Effect.gen(function* () {
      const { instanceId, isActive, issued, sessions, user } = yield* setUp
      const other = yield* issued(user)
      const kept = yield* issued(user)
      const outcomes = yield* concurrently(10, () => sessions.revokeOthers(instanceId, user.id, kept.session.id))
      outcomes.forEach(succeeds)
      assert.isTrue(yield* isActive(kept))
      assert.isFalse(yield* isActive(other))
    })
  )

  it.effect("raise it once for each of twenty concurrent calls, of which one keeps its session at most", () =>
    Effect.gen(function* () {
      const fixture = yield* setUp
      const { instanceId, isActive, issued, sessions, user } = fixture
      const grants = yield* Effect.replicateEffect(issued(user), 20)
      const outcomes = yield* concurrently(20, (index) =>
        sessions.revokeOthers(instanceId, user.id, grants[index]?.session.id ?? Samples.sessionId())
      )
      outcomes.forEach(succeeds)
      isSome(yield* versionOf(fixture), 20)
      const active = yield* Effect.filter(grants, (grant) => isActive(grant))
      assert.isAtMost(active.length, 1)
    })
  )

  it.effect("change nothing in another instance, nor of an unknown user", () =>
    Effect.gen(function* () {
      const fixture = yield* setUp
      const { instanceId, sessions, user } = fixture
      const { id: otherInstanceId } = yield* Samples.storedInstance
      assert.strictEqual(yield* sessions.revokeAll(otherInstanceId, user.id), 0)
      assert.strictEqual(yield* sessions.revokeOthers(otherInstanceId, user.id, Samples.sessionId()), 0)
      assert.strictEqual(yield* sessions.revokeOthers(instanceId, Samples.userId(), Samples.sessionId()), 0)
      isSome(yield* versionOf(fixture), 0)
    })
  )
}

export const revoking = (it: Vitest.MethodsNonLive<Ports>) => {
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
