import { assert, type Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { InstanceRepository } from "@latchkey/domain/InstanceRepository"
import { LiveSession } from "@latchkey/domain/Session"
import type { SessionRepository } from "@latchkey/domain/SessionRepository"
import { Transaction } from "@latchkey/domain/Transaction"
import { User } from "@latchkey/domain/User"
import type { UserRepository } from "@latchkey/domain/UserRepository"
import * as Samples from "../Samples.ts"
import { failsWith, isNone, isSome, succeeds } from "./Assertions.ts"
import { atOnce, rounds } from "./Concurrency.ts"
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
        new LiveSession({
          id,
          userId: user.id,
          email: user.email,
          emailVerified: false,
          authenticatedAt,
          lastSeenAt: authenticatedAt,
          expiresAt
        })
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
  it.effect("fails at any other credential epoch than the user's, and changes nothing", () =>
    Effect.gen(function* () {
      const { instanceId, isLive, issued, knownClient, sessions, users } = yield* setUp
      const user = yield* Samples.storedUser(instanceId, { credentialEpoch: 5 })
      const holder = yield* Samples.storedUser(instanceId)
      const before = yield* issued(holder)
      for (const credentialEpoch of [4, 6]) {
        const refused = Samples.grant(user, {
          session: Samples.session(user, { credentialEpoch }),
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

const racing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("leaves no session of the old credentials alive, whenever they change", () =>
    rounds(6, (round) =>
      Effect.gen(function* () {
        const { instanceId, isLive, issued, sessions, user, users } = yield* setUp
        const { run } = yield* Transaction
        const grants = Array.from({ length: 20 }, () => Samples.grant(user))
        const proof = { instanceId, userId: user.id, now: Samples.now, password: "drop_password" } as const
        const dropPassword = Effect.gen(function* () {
          yield* users.findByEmailForUpdate(instanceId, user.email)
          yield* Effect.yieldNow()
          yield* users.proveEmail(proof)
          yield* Effect.yieldNow()
          yield* sessions.endAll(instanceId, user.id)
        })
        const issueAll = grants.map((grant) => Effect.ignore(sessions.issue(grant)))
        issueAll.splice(round * 3, 0, Effect.orDie(run(dropPassword)))
        const outcomes = yield* atOnce(issueAll.length, (index) => issueAll[index] ?? Effect.void)
        outcomes.forEach(succeeds)
        const alive = yield* Effect.filter(grants, (grant) => isLive(grant))
        assert.lengthOf(alive, 0)
        const after = yield* issued(new User({ ...user, credentialEpoch: user.credentialEpoch + 1 }))
        assert.isTrue(yield* isLive(after))
      })
    )
  )
}

export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  storing(it)
  refusing(it)
  racing(it)
}
