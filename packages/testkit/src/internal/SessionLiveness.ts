import { assert, type Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import type { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import type { UserRepository } from "@latchkey/domain/account/UserRepository"
import * as Samples from "../Samples.ts"
import { isNone, isSome } from "./Assertions.ts"
import { atOnce } from "./Concurrency.ts"
import { idleLifetimeMillis, key, setUp } from "./SessionSamples.ts"

type Ports = InstanceRepository | SessionRepository | UserRepository

const finding = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("finds nothing for an unknown secret, nor for another browser's", () =>
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

  it.effect("finds nothing by way of another instance", () =>
    Effect.gen(function* () {
      const { issued, sessions, user } = yield* setUp
      const grant = yield* issued(user)
      const { id: otherInstanceId } = yield* Samples.storedInstance
      isNone(yield* sessions.findActive({ ...key(grant), instanceId: otherInstanceId }))
    })
  )

  it.effect("shows whether the address is proved by now", () =>
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

const expiry = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("ends a session at the very millisecond of its `expiresAt`", () =>
    Effect.gen(function* () {
      const { isLive, issued, user } = yield* setUp
      const grant = yield* issued(user, {
        session: Samples.session(user, { expiresAt: Samples.plus(5 * Samples.minute) })
      })
      assert.isTrue(yield* isLive(grant, 5 * Samples.minute - 1))
      assert.isFalse(yield* isLive(grant, 5 * Samples.minute))
    })
  )

  it.effect("ends a session at the very millisecond at which its browser's time is over", () =>
    Effect.gen(function* () {
      const { isLive, issued, user } = yield* setUp
      const grant = yield* issued(user, { clientExpiresAt: Samples.plus(Samples.day) })
      assert.isTrue(yield* isLive(grant, Samples.day - 1))
      assert.isFalse(yield* isLive(grant, Samples.day))
    })
  )

  it.effect("ends a session at the very millisecond at which it has been idle for too long", () =>
    Effect.gen(function* () {
      const { isLive, issued, user } = yield* setUp
      const grant = yield* issued(user)
      assert.isTrue(yield* isLive(grant, idleLifetimeMillis - 1))
      assert.isFalse(yield* isLive(grant, idleLifetimeMillis))
    })
  )
}

const touching = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("counts the idle time from when the session was last seen", () =>
    Effect.gen(function* () {
      const { instanceId, isLive, issued, lastSeen, sessions, user } = yield* setUp
      const grant = yield* issued(user)
      yield* sessions.touch(instanceId, grant.session.id, Samples.plus(1000))
      isSome(yield* lastSeen(grant), Samples.plus(1000))
      assert.isTrue(yield* isLive(grant, idleLifetimeMillis + 999))
      assert.isFalse(yield* isLive(grant, idleLifetimeMillis + 1000))
    })
  )

  it.effect("does not take finding a session for seeing it", () =>
    Effect.gen(function* () {
      const { find, issued, lastSeen, user } = yield* setUp
      const grant = yield* issued(user)
      yield* find(grant, Samples.minute)
      isSome(yield* lastSeen(grant), grant.session.authenticatedAt)
    })
  )

  it.effect("never moves the time back, also when many touch at once", () =>
    Effect.gen(function* () {
      const { instanceId, issued, lastSeen, sessions, user } = yield* setUp
      const grant = yield* issued(user)
      yield* sessions.touch(instanceId, grant.session.id, Samples.plus(5000))
      yield* sessions.touch(instanceId, grant.session.id, Samples.plus(4999))
      isSome(yield* lastSeen(grant), Samples.plus(5000))
      yield* atOnce(20, (index) => sessions.touch(instanceId, grant.session.id, Samples.plus(6000 - index)))
      isSome(yield* lastSeen(grant), Samples.plus(6000))
    })
  )

  it.effect("touches that session alone", () =>
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

  it.effect("does nothing for a session that is gone", () =>
    Effect.gen(function* () {
      const { instanceId, isLive, issued, sessions, user } = yield* setUp
      const grant = yield* issued(user)
      yield* sessions.revoke(instanceId, grant.session.tokenHash)
      yield* sessions.touch(instanceId, grant.session.id, Samples.plus(1000))
      yield* sessions.touch(instanceId, Samples.sessionId(), Samples.now)
      assert.isFalse(yield* isLive(grant))
    })
  )
}

export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  finding(it)
  expiry(it)
  touching(it)
}
