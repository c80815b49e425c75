import { assert, type Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { type SessionRepository, ActiveSession } from "@latchkey/domain/session/SessionRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { type UserRepository, User } from "@latchkey/domain/account/UserRepository"
import * as Samples from "../Samples.ts"
import { failsWith, isNone, isSome } from "./Assertions.ts"
import { setUp } from "./SessionSamples.ts"

type Ports = InstanceRepository | SessionRepository | Transaction | UserRepository

const storing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("makes a session that is live, last seen when it was made", () =>
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

  it.effect("remembers the way of signing in", () =>
    Effect.gen(function* () {
      const { find, issued, user } = yield* setUp
      const grant = yield* issued(user, { session: Samples.session(user, { method: "magic_link" }) })
      isSome(
        Option.map(yield* find(grant), ({ method }) => method),
        "magic_link"
      )
    })
  )

  it.effect("leaves the sessions of the user's other browsers alone", () =>
    Effect.gen(function* () {
      const { isLive, issued, user } = yield* setUp
      const first = yield* issued(user)
      const second = yield* issued(user)
      assert.isTrue(yield* isLive(first))
      assert.isTrue(yield* isLive(second))
    })
  )

  it.effect("makes nothing that a failing transaction around it would leave behind", () =>
    Effect.gen(function* () {
      const { isLive, issued, knownClient, sessions, user } = yield* setUp
      const { run } = yield* Transaction
      const before = yield* issued(user)
      const undone = Samples.grant(user, { presentedClient: Option.some(before.clientHash) })
      yield* Effect.either(run(Effect.zipRight(sessions.issue(undone), Effect.fail("refused"))))
      assert.isTrue(yield* isLive(before))
      assert.isFalse(yield* isLive(undone))
      isSome(yield* knownClient(user, before.clientHash), before.newClientId)
      isNone(yield* knownClient(user, undone.clientHash))
    })
  )
}

const refusing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("fails at any other credential version than the user's, and changes nothing", () =>
    Effect.gen(function* () {
      const { instanceId, isLive, issued, knownClient, sessions, users } = yield* setUp
      const user = yield* Samples.storedUser(instanceId, { credentialVersion: 5 })
      const holder = yield* Samples.storedUser(instanceId)
      const before = yield* issued(holder)
      for (const credentialVersion of [4, 6]) {
        const refused = Samples.grant(user, {
          session: Samples.session(user, { credentialVersion }),
          presentedClient: Option.some(before.clientHash)
        })
        failsWith(yield* Effect.either(sessions.issue(refused)), "CredentialsChanged")
        assert.isFalse(yield* isLive(refused))
        isNone(yield* knownClient(user, refused.clientHash))
        isNone(yield* knownClient(user, before.clientHash))
      }
      assert.isTrue(yield* isLive(before))
      isSome(yield* knownClient(holder, before.clientHash), before.newClientId)
      isSome(yield* users.findByEmail(instanceId, user.email), user)
    })
  )

  it.effect("fails for a user who is kept out, and no longer once they are let in again", () =>
    Effect.gen(function* () {
      const { instanceId, isLive, sessions, users } = yield* setUp
      const user = yield* Samples.storedUser(instanceId, { disabledAt: Option.some(Samples.now) })
      const refused = Samples.grant(user)
      failsWith(yield* Effect.either(sessions.issue(refused)), "CredentialsChanged")
      assert.isFalse(yield* isLive(refused))
      yield* users.setDisabled({ instanceId, userId: user.id, disabledAt: Option.none() })
      const grant = Samples.grant(user)
      yield* sessions.issue(grant)
      assert.isTrue(yield* isLive(grant))
    })
  )

  it.effect("fails for a user that does not exist", () =>
    Effect.gen(function* () {
      const { instanceId, isLive, sessions } = yield* setUp
      const grant = Samples.grant(Samples.user(instanceId))
      failsWith(yield* Effect.either(sessions.issue(grant)), "CredentialsChanged")
      assert.isFalse(yield* isLive(grant))
    })
  )

  it.effect("fails for a user of another instance", () =>
    Effect.gen(function* () {
      const { isLive, sessions, user } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const grant = Samples.grant(new User({ ...user, instanceId: otherInstanceId }))
      failsWith(yield* Effect.either(sessions.issue(grant)), "CredentialsChanged")
      assert.isFalse(yield* isLive(grant))
    })
  )
}

export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  storing(it)
  refusing(it)
}
