import { assert, type Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import type { SessionGrant, SessionRepository } from "@latchkey/domain/session/SessionRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { type UserRepository, User } from "@latchkey/domain/account/UserRepository"
import * as Samples from "../Samples.ts"
import { succeeds } from "./Assertions.ts"
import { atOnce, rounds } from "./Concurrency.ts"
import { setUp } from "./SessionSamples.ts"

type Ports = InstanceRepository | SessionRepository | Transaction | UserRepository

/** A user who is signed in. */
const setUpSignedIn = Effect.gen(function* () {
  const fixture = yield* setUp
  return { ...fixture, before: yield* fixture.issued(fixture.user) }
})

type Fixture = Effect.Effect.Success<typeof setUpSignedIn>

/**
 * Twenty sign-ins start at once, and among them one transaction that changes the credentials, each round at another
 * place. Answers which of the new sessions are alive afterwards.
 */
const during = <E, R>(round: number, change: (fixture: Fixture) => Effect.Effect<void, E, R>) =>
  Effect.gen(function* () {
    const fixture = yield* setUpSignedIn
    const { isLive, sessions, user } = fixture
    const { run } = yield* Transaction
    const grants = Array.from({ length: 20 }, () => Samples.grant(user))
    const all: Array<Effect.Effect<void, never, R>> = grants.map((grant) => Effect.ignore(sessions.issue(grant)))
    all.splice(round * 3, 0, Effect.orDie(run(change(fixture))))
    const outcomes = yield* atOnce(all.length, (index) => all[index] ?? Effect.void)
    outcomes.forEach(succeeds)
    const alive: ReadonlyArray<SessionGrant> = yield* Effect.filter(grants, (grant) => isLive(grant))
    return { ...fixture, alive }
  })

export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  it.effect("leaves no session of the old credentials alive, whenever they change", () =>
    rounds(6, (round) =>
      Effect.gen(function* () {
        const { alive, isLive, issued, user } = yield* during(round, ({ instanceId, sessions, user, users }) =>
          Effect.gen(function* () {
            yield* users.findByEmailForUpdate(instanceId, user.email)
            yield* Effect.yieldNow()
            yield* users.verifyEmail({ instanceId, userId: user.id, now: Samples.now, password: "drop_password" })
            yield* Effect.yieldNow()
            yield* sessions.revokeAll(instanceId, user.id)
          })
        )
        assert.lengthOf(alive, 0)
        const after = yield* issued(new User({ ...user, credentialVersion: user.credentialVersion + 1 }))
        assert.isTrue(yield* isLive(after))
      })
    )
  )

  it.effect("leaves no session alive but the kept one, whenever the user sets another password", () =>
    rounds(6, (round) =>
      Effect.gen(function* () {
        const { alive, before, isLive } = yield* during(round, ({ before, instanceId, sessions, user, users }) =>
          Effect.gen(function* () {
            const { credentialVersion, id: userId } = user
            const next = Samples.passwordHash()
            assert.isTrue(yield* users.setPasswordHash({ instanceId, userId, credentialVersion, next }))
            yield* Effect.yieldNow()
            yield* sessions.revokeOthers(instanceId, userId, before.session.id)
          })
        )
        assert.lengthOf(alive, 0)
        assert.isTrue(yield* isLive(before))
      })
    )
  )

  it.effect("leaves no session of a user alive, whenever they are kept out", () =>
    rounds(6, (round) =>
      Effect.gen(function* () {
        const { alive, before, isLive } = yield* during(round, ({ instanceId, sessions, user, users }) =>
          Effect.gen(function* () {
            yield* users.setDisabled({ instanceId, userId: user.id, disabledAt: Option.some(Samples.now) })
            yield* Effect.yieldNow()
            yield* sessions.revokeAll(instanceId, user.id)
          })
        )
        assert.lengthOf(alive, 0)
        assert.isFalse(yield* isLive(before))
      })
    )
  )
}
