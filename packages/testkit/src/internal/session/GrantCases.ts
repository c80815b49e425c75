import { assert, type Vitest } from "@effect/vitest"
import { User } from "@latchkey/domain/account/UserRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { MethodIds } from "@latchkey/domain/instance/AuthenticationMethods"
import { ActiveSession, type SessionGrant } from "@latchkey/domain/session/SessionRepository"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { failsWith, isNone, isSome, same, succeeds } from "../Assertions.ts"
import { concurrently, repeatedly } from "../Concurrency.ts"
import { type Ports, setUp } from "./SessionFixture.ts"

export const issuing = (it: Vitest.MethodsNonLive<Ports>) => {
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
          methods: ["password"],
          authenticatedAt,
          lastSeenAt: authenticatedAt,
          expiresAt
        })
      )
    })
  )

  it.effect("stores a session that is younger than its authentication, last seen when it was issued", () =>
    Effect.gen(function* () {
      const { find, issued, user } = yield* setUp
      const authenticatedAt = Samples.plus(-6 * Samples.day)
      const grant = yield* issued(user, { session: Samples.session(user, { authenticatedAt }), now: Samples.now })
      same(
        Option.map(yield* find(grant), (session) => [session.authenticatedAt, session.lastSeenAt]),
        Option.some([authenticatedAt, Samples.now])
      )
    })
  )

  it.effect("stores how the user has authenticated, in that order", () =>
    Effect.gen(function* () {
      const { find, issued, user } = yield* setUp
      const all: ReadonlyArray<MethodIds> = [["magic_link"], ["password", "totp"], ["passkey", "recovery_code", "totp"]]
      for (const methods of all) {
        const grant = yield* issued(user, { session: Samples.session(user, { methods }) })
        same(
          Option.map(yield* find(grant), (session) => [session.method, session.methods]),
          Option.some([methods[0], methods])
        )
      }
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

export const refusingToIssue = (it: Vitest.MethodsNonLive<Ports>) => {
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

export const concurrentChanges = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("leaves no session of the former credentials active, at any order of verification and sign-ins", () =>
    repeatedly(6, (round) =>
      Effect.gen(function* () {
        const { active, isActive, issued, user } = yield* whileChanging(round, ({ instanceId, user, users }) =>
          Effect.gen(function* () {
            yield* users.findByEmailForUpdate(instanceId, user.email)
            yield* Effect.yieldNow()
            yield* users.verifyEmail({ instanceId, userId: user.id, now: Samples.now, password: "drop_password" })
          })
        )
        assert.lengthOf(active, 0)
        const after = yield* issued(new User({ ...user, credentialVersion: user.credentialVersion + 1 }))
        assert.isTrue(yield* isActive(after))
      })
    )
  )

  it.effect("leaves no session active, at any order of password change and sign-ins", () =>
    repeatedly(6, (round) =>
      Effect.gen(function* () {
        const { active, before, isActive } = yield* whileChanging(round, ({ instanceId, user, users }) =>
          Effect.gen(function* () {
            const { credentialVersion, id: userId } = user
            const next = Samples.passwordHash()
            assert.isTrue(yield* users.setPasswordHash({ instanceId, userId, credentialVersion, next }))
          })
        )
        assert.lengthOf(active, 0)
        assert.isFalse(yield* isActive(before))
      })
    )
  )

  it.effect("leaves no session active, at any order of revokeAll and sign-ins", () =>
    repeatedly(6, (round) =>
      Effect.gen(function* () {
        const { active, before, isActive } = yield* whileChanging(round, ({ instanceId, sessions, user }) =>
          Effect.asVoid(sessions.revokeAll(instanceId, user.id))
        )
        assert.lengthOf(active, 0)
        assert.isFalse(yield* isActive(before))
      })
    )
  )

  it.effect("leaves only the kept session active, at any order of revokeOthers and sign-ins", () =>
    repeatedly(6, (round) =>
      Effect.gen(function* () {
        const { active, before, isActive } = yield* whileChanging(round, ({ before, instanceId, sessions, user }) =>
          Effect.asVoid(sessions.revokeOthers(instanceId, user.id, before.session.id))
        )
        assert.lengthOf(active, 0)
        assert.isTrue(yield* isActive(before))
      })
    )
  )

  it.effect("leaves no session active, at any order of disabling and sign-ins", () =>
    repeatedly(6, (round) =>
      Effect.gen(function* () {
        const { active, before, isActive } = yield* whileChanging(round, ({ instanceId, user, users }) =>
          Effect.asVoid(users.setDisabled({ instanceId, userId: user.id, disabledAt: Option.some(Samples.now) }))
        )
        assert.lengthOf(active, 0)
        assert.isFalse(yield* isActive(before))
      })
    )
  )
}
