import { assert, type Vitest } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import type { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { UserRepository } from "@latchkey/domain/account/UserRepository"
import * as Samples from "../Samples.ts"
import { atOnce } from "./Concurrency.ts"
import { setUp } from "./SessionSamples.ts"

type Ports = InstanceRepository | SessionRepository | Transaction | UserRepository

const one = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("ends the session of that id, once, and no other", () =>
    Effect.gen(function* () {
      const { instanceId, isLive, issued, sessions, user } = yield* setUp
      const ended = yield* issued(user)
      const other = yield* issued(user)
      assert.isTrue(yield* sessions.revokeById(instanceId, user.id, ended.session.id))
      assert.isFalse(yield* isLive(ended))
      assert.isTrue(yield* isLive(other))
      assert.isFalse(yield* sessions.revokeById(instanceId, user.id, ended.session.id))
    })
  )

  it.effect("ends no session by its id that is another user's, another instance's or nobody's", () =>
    Effect.gen(function* () {
      const { instanceId, isLive, issued, sessions, user } = yield* setUp
      const grant = yield* issued(user)
      const stranger = yield* Samples.storedUser(instanceId)
      const { id: otherInstanceId } = yield* Samples.storedInstance
      assert.isFalse(yield* sessions.revokeById(instanceId, stranger.id, grant.session.id))
      assert.isFalse(yield* sessions.revokeById(otherInstanceId, user.id, grant.session.id))
      assert.isFalse(yield* sessions.revokeById(instanceId, user.id, Samples.sessionId()))
      assert.isTrue(yield* isLive(grant))
    })
  )

  it.effect("answers exactly one of many that end a session by its id at once", () =>
    Effect.gen(function* () {
      const { instanceId, issued, sessions, user } = yield* setUp
      const { session } = yield* issued(user)
      const outcomes = Arr.getRights(yield* atOnce(20, () => sessions.revokeById(instanceId, user.id, session.id)))
      assert.lengthOf(outcomes, 20)
      assert.lengthOf(outcomes.filter(Boolean), 1)
    })
  )
}

const others = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("ends every session of the user but the kept one, and answers how many there were", () =>
    Effect.gen(function* () {
      const { instanceId, isLive, issued, sessions, user } = yield* setUp
      const grants = [yield* issued(user), yield* issued(user), yield* issued(user)]
      const kept = yield* issued(user)
      const theirs = yield* issued(yield* Samples.storedUser(instanceId))
      assert.strictEqual(yield* sessions.revokeOthers(instanceId, user.id, kept.session.id), 3)
      assert.lengthOf(yield* Effect.filter(grants, (grant) => isLive(grant)), 0)
      assert.isTrue(yield* isLive(kept))
      assert.isTrue(yield* isLive(theirs))
      assert.strictEqual(yield* sessions.revokeOthers(instanceId, user.id, kept.session.id), 0)
    })
  )

  it.effect("ends all of them when the kept one is not among them, and none by way of another instance", () =>
    Effect.gen(function* () {
      const { instanceId, isLive, issued, sessions, user } = yield* setUp
      const grant = yield* issued(user)
      const { id: otherInstanceId } = yield* Samples.storedInstance
      assert.strictEqual(yield* sessions.revokeOthers(otherInstanceId, user.id, Samples.sessionId()), 0)
      assert.isTrue(yield* isLive(grant))
      assert.strictEqual(yield* sessions.revokeOthers(instanceId, user.id, Samples.sessionId()), 1)
      assert.isFalse(yield* isLive(grant))
    })
  )
}

export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  it.effect("ends the session of that secret, and no other", () =>
    Effect.gen(function* () {
      const { instanceId, isLive, issued, sessions, user } = yield* setUp
      const ended = yield* issued(user)
      const other = yield* issued(user)
      yield* sessions.revoke(instanceId, ended.session.tokenHash)
      assert.isFalse(yield* isLive(ended))
      assert.isTrue(yield* isLive(other))
    })
  )

  it.effect("ends nothing for an unknown secret, nor twice, nor by way of another instance", () =>
    Effect.gen(function* () {
      const { instanceId, isLive, issued, sessions, user } = yield* setUp
      const grant = yield* issued(user)
      const { id: otherInstanceId } = yield* Samples.storedInstance
      yield* sessions.revoke(instanceId, Samples.tokenHash())
      yield* sessions.revoke(instanceId, grant.clientHash)
      yield* sessions.revoke(otherInstanceId, grant.session.tokenHash)
      assert.isTrue(yield* isLive(grant))
      yield* sessions.revoke(instanceId, grant.session.tokenHash)
      yield* sessions.revoke(instanceId, grant.session.tokenHash)
      assert.isFalse(yield* isLive(grant))
    })
  )

  it.effect("ends every session of the user, in every browser, and answers how many there were", () =>
    Effect.gen(function* () {
      const { instanceId, isLive, issued, sessions, user } = yield* setUp
      const grants = [yield* issued(user), yield* issued(user), yield* issued(user)]
      assert.strictEqual(yield* sessions.revokeAll(instanceId, user.id), 3)
      assert.lengthOf(yield* Effect.filter(grants, (grant) => isLive(grant)), 0)
      assert.strictEqual(yield* sessions.revokeAll(instanceId, user.id), 0)
    })
  )

  it.effect("ends nobody else's sessions", () =>
    Effect.gen(function* () {
      const { instanceId, isLive, issued, sessions, user } = yield* setUp
      const mine = yield* issued(user)
      const theirs = yield* issued(yield* Samples.storedUser(instanceId))
      const { id: otherInstanceId } = yield* Samples.storedInstance
      assert.strictEqual(yield* sessions.revokeAll(otherInstanceId, user.id), 0)
      assert.strictEqual(yield* sessions.revokeAll(instanceId, Samples.userId()), 0)
      assert.isTrue(yield* isLive(mine))
      assert.strictEqual(yield* sessions.revokeAll(instanceId, user.id), 1)
      assert.isTrue(yield* isLive(theirs))
    })
  )

  one(it)
  others(it)

  it.effect("brings back the sessions that a failing transaction ended", () =>
    Effect.gen(function* () {
      const { instanceId, isLive, issued, sessions, user } = yield* setUp
      const { run } = yield* Transaction
      const [first, second] = [yield* issued(user), yield* issued(user)]
      const ending = Effect.all([
        sessions.revoke(instanceId, first.session.tokenHash),
        sessions.revokeById(instanceId, user.id, second.session.id),
        sessions.revokeOthers(instanceId, user.id, first.session.id),
        sessions.revokeAll(instanceId, user.id)
      ])
      yield* Effect.either(run(Effect.zipRight(ending, Effect.fail("refused"))))
      assert.isTrue(yield* isLive(first))
      assert.isTrue(yield* isLive(second))
    })
  )
}
