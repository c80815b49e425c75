import { assert, type Vitest } from "@effect/vitest"
import type { User } from "@latchkey/domain/account/UserRepository"
import { Language } from "@latchkey/domain/language/Language"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { isNone, isSome } from "../Assertions.ts"
import { concurrently } from "../Concurrency.ts"
import { idleLifetimeMillis, key, type Ports, setUp } from "./SessionFixture.ts"

interface Fixture extends Effect.Effect.Success<typeof setUp> {
  readonly change: Pick<User, "credentialVersion" | "instanceId"> & { readonly userId: User["id"] }
}

export const finding = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns `None` for an unknown token, and for the token of another client", () =>
    Effect.gen(function* () {
      const { findBy, issued, user } = yield* setUp
      const grant = yield* issued(user)
      const other = yield* issued(user)
      isNone(yield* findBy({ ...key(grant), tokenHash: Samples.tokenHash() }))
      isNone(yield* findBy({ ...key(grant), clientHash: Samples.tokenHash() }))
      isNone(yield* findBy({ ...key(grant), clientHash: other.clientHash }))
      isNone(yield* findBy({ ...key(grant), tokenHash: grant.clientHash }))
    })
  )

  it.effect("returns `None` for a session of another instance", () =>
    Effect.gen(function* () {
      const { findBy, issued, user } = yield* setUp
      const grant = yield* issued(user)
      const { id: otherInstanceId } = yield* Samples.storedInstance
      isNone(yield* findBy({ ...key(grant), instanceId: otherInstanceId }))
    })
  )

  it.effect("returns whether the address is verified now", () =>
    Effect.gen(function* () {
      const { find, instanceId, issued, user } = yield* setUp
      const emailVerifiedAt = Option.some(Samples.now)
      const verified = yield* Samples.storedUser(instanceId, { emailVerifiedAt })
      const isVerified = (of: User) =>
        Effect.map(
          Effect.flatMap(issued(of), (grant) => find(grant)),
          Option.map(({ emailVerified }) => emailVerified)
        )
      isSome(yield* isVerified(user), false)
      isSome(yield* isVerified(verified), true)
    })
  )

  it.effect("returns when the account was claimed", () =>
    Effect.gen(function* () {
      const { find, instanceId, issued } = yield* setUp
      const claimedAt = Option.some(Samples.plus(-1000))
      const grant = yield* issued(yield* Samples.storedUser(instanceId, { claimedAt }))
      isSome(
        Option.map(yield* find(grant), (session) => session.claimedAt),
        claimedAt
      )
    })
  )

  it.effect("returns the language that the user has chosen", () =>
    Effect.gen(function* () {
      const { find, instanceId, issued } = yield* setUp
      const language = Option.some(Language.make("pt-BR"))
      const grant = yield* issued(yield* Samples.storedUser(instanceId, { language }))
      isSome(
        Option.map(yield* find(grant), (session) => session.language),
        language
      )
    })
  )

  const endings: Record<string, (fixture: Fixture) => Effect.Effect<unknown, unknown>> = {
    revokeAll: ({ instanceId, sessions, user }) => sessions.revokeAll(instanceId, user.id),
    setPasswordHash: ({ change, users }) => users.setPasswordHash({ ...change, next: Samples.passwordHash() }),
    "verifyEmail, which keeps the password": ({ change, users }) =>
      users.verifyEmail({ ...change, now: Samples.now, password: "keep_password" }),
    "verifyEmail, which drops the password": ({ change, users }) =>
      users.verifyEmail({ ...change, now: Samples.now, password: "drop_password" }),
    setDisabled: ({ change, users }) => users.setDisabled({ ...change, disabledAt: Option.some(Samples.now) })
  }
  for (const [what, end] of Object.entries(endings)) {
    it.effect(`finds no session of a former credential version: ${what}`, () =>
      Effect.gen(function* () {
        const fixture = yield* setUp
        const { instanceId, isActive, issued, sessions, user } = fixture
        const grant = yield* issued(user)
        const theirs = yield* issued(yield* Samples.storedUser(instanceId))
        yield* end({ ...fixture, change: { instanceId, userId: user.id, credentialVersion: 0 } })
        assert.isFalse(yield* isActive(grant))
        assert.isFalse(yield* sessions.revokeById(instanceId, user.id, grant.session.id))
        assert.isTrue(yield* isActive(theirs))
      })
    )
  }

  it.effect("returns `None` for a session of a disabled user, and for one from before when enabled again", () =>
    Effect.gen(function* () {
      const { instanceId, isActive, issued, user, users } = yield* setUp
      const grant = yield* issued(user)
      const change = { instanceId, userId: user.id }
      yield* users.setDisabled({ ...change, disabledAt: Option.some(Samples.now) })
      assert.isFalse(yield* isActive(grant))
      yield* users.setDisabled({ ...change, disabledAt: Option.none() })
      assert.isFalse(yield* isActive(grant))
    })
  )
}

export const expiring = (it: Vitest.MethodsNonLive<Ports>) => {
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

export const touching = (it: Vitest.MethodsNonLive<Ports>) => {
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
