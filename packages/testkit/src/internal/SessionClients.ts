import { assert, type Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import type { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import type { UserRepository } from "@latchkey/domain/account/UserRepository"
import * as Samples from "../Samples.ts"
import { isNone, isSome, succeeds } from "./Assertions.ts"
import { atOnce, rounds } from "./Concurrency.ts"
import { key, setUp } from "./SessionSamples.ts"

type Ports = InstanceRepository | SessionRepository | UserRepository

const known = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("keeps a browser that the instance knows, under a new secret", () =>
    Effect.gen(function* () {
      const { issued, knownClient, user } = yield* setUp
      const first = yield* issued(user)
      const second = yield* issued(user, { presentedClient: Option.some(first.clientHash) })
      isSome(yield* knownClient(user, second.clientHash), first.newClientId)
      isNone(yield* knownClient(user, first.clientHash))
    })
  )

  it.effect("keeps it known under the new secret for as long as the newest grant says", () =>
    Effect.gen(function* () {
      const { issued, knownClient, user } = yield* setUp
      const first = yield* issued(user, { clientExpiresAt: Samples.plus(Samples.day) })
      const clientExpiresAt = Samples.plus(2 * Samples.day)
      const second = yield* issued(user, { presentedClient: Option.some(first.clientHash), clientExpiresAt })
      isSome(yield* knownClient(user, second.clientHash, Samples.plus(-1, clientExpiresAt)), first.newClientId)
      isNone(yield* knownClient(user, second.clientHash, clientExpiresAt))
    })
  )

  it.effect("ends every session that the browser held, whoever's it was", () =>
    Effect.gen(function* () {
      const { instanceId, isLive, issued, sessions, user } = yield* setUp
      const other = yield* Samples.storedUser(instanceId)
      const first = yield* issued(other)
      const second = yield* issued(user, { presentedClient: Option.some(first.clientHash) })
      assert.isFalse(yield* isLive(first))
      isNone(yield* sessions.findActive({ ...key(first), clientHash: second.clientHash }))
      assert.strictEqual(yield* sessions.revokeAll(instanceId, other.id), 0)
      assert.isTrue(yield* isLive(second))
    })
  )

  it.effect("keeps a browser that holds no session any more", () =>
    Effect.gen(function* () {
      const { instanceId, issued, knownClient, sessions, user } = yield* setUp
      const first = yield* issued(user)
      yield* sessions.revoke(instanceId, first.session.tokenHash)
      const second = yield* issued(user, { presentedClient: Option.some(first.clientHash) })
      isSome(yield* knownClient(user, second.clientHash), first.newClientId)
    })
  )
}

const unknown = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("makes a new browser of one that the instance does not know", () =>
    Effect.gen(function* () {
      const { issued, knownClient, user } = yield* setUp
      const grant = yield* issued(user, { presentedClient: Option.some(Samples.tokenHash()) })
      isSome(yield* knownClient(user, grant.clientHash), grant.newClientId)
    })
  )

  it.effect("keeps a browser until the very millisecond at which its time is over, then makes a new one", () =>
    Effect.gen(function* () {
      const { isLive, issued, knownClient, user } = yield* setUp
      const end = Samples.plus(Samples.day)
      const returning = (millis: number) =>
        Effect.gen(function* () {
          const first = yield* issued(user, { clientExpiresAt: end })
          const session = Samples.session(user, { authenticatedAt: Samples.plus(millis, end) })
          const second = yield* issued(user, { session, presentedClient: Option.some(first.clientHash) })
          assert.isTrue(yield* isLive(second))
          return [first, second, yield* knownClient(user, second.clientHash)] as const
        })
      const [kept, , lastMoment] = yield* returning(-1)
      isSome(lastMoment, kept.newClientId)
      const [, fresh, over] = yield* returning(0)
      isSome(over, fresh.newClientId)
    })
  )

  it.effect("does not touch a browser of another instance, and makes a new one", () =>
    Effect.gen(function* () {
      const { isLive, issued, knownClient, user } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const stranger = yield* Samples.storedUser(otherInstanceId)
      const theirs = yield* issued(stranger)
      const ours = yield* issued(user, { presentedClient: Option.some(theirs.clientHash) })
      isSome(yield* knownClient(user, ours.clientHash), ours.newClientId)
      isSome(yield* knownClient(stranger, theirs.clientHash), theirs.newClientId)
      assert.isTrue(yield* isLive(theirs))
      assert.isTrue(yield* isLive(ours))
    })
  )
}

const racing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("lets exactly one of fifty keep the browser that they all present", () =>
    rounds(2, () =>
      Effect.gen(function* () {
        const { isLive, issued, knownClient, sessions, user } = yield* setUp
        const shared = yield* issued(user)
        const grants = Array.from({ length: 50 }, () =>
          Samples.grant(user, { presentedClient: Option.some(shared.clientHash) })
        )
        const outcomes = yield* atOnce(50, (index) => Effect.forEach(grants.slice(index, index + 1), sessions.issue))
        outcomes.forEach(succeeds)
        const clients = yield* Effect.forEach(grants, (grant) => knownClient(user, grant.clientHash))
        const keepers = clients.filter((client) => Option.contains(client, shared.newClientId))
        assert.lengthOf(keepers, 1)
        const fresh = clients.filter((client, index) => Option.contains(client, grants[index]?.newClientId))
        assert.lengthOf(fresh, 49)
        assert.lengthOf(yield* Effect.filter(grants, (grant) => isLive(grant)), 50)
        assert.isFalse(yield* isLive(shared))
      })
    )
  )
}

export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  known(it)
  unknown(it)
  racing(it)
}
