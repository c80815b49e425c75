import { assert, type Vitest } from "@effect/vitest"
import { Transaction } from "@latchkey/domain/core/Transaction"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Samples from "../../Samples.ts"
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
