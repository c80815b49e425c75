import { assert, type Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { isNone, isSome, succeeds } from "../Assertions.ts"
import { concurrently, repeatedly } from "../Concurrency.ts"
import { key, type Ports, setUp } from "./SessionFixture.ts"

export const knownClients = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("keeps the id of a known client, and replaces its token", () =>
    Effect.gen(function* () {
      const { issued, knownClient, user } = yield* setUp
      const first = yield* issued(user)
      const second = yield* issued(user, { presentedClient: Option.some(first.clientHash) })
      isSome(yield* knownClient(user, second.clientHash), first.newClientId)
      isNone(yield* knownClient(user, first.clientHash))
    })
  )

  it.effect("keeps the client known until the expiry of the newest grant", () =>
    Effect.gen(function* () {
      const { issued, knownClient, user } = yield* setUp
      const first = yield* issued(user, { clientExpiresAt: Samples.plus(Samples.day) })
      const clientExpiresAt = Samples.plus(2 * Samples.day)
      const second = yield* issued(user, { presentedClient: Option.some(first.clientHash), clientExpiresAt })
      isSome(yield* knownClient(user, second.clientHash, Samples.plus(-1, clientExpiresAt)), first.newClientId)
      isNone(yield* knownClient(user, second.clientHash, clientExpiresAt))
    })
  )

  it.effect("revokes every session that the client held, of any user", () =>
    Effect.gen(function* () {
      const { findBy, instanceId, isActive, issued, sessions, user } = yield* setUp
      const other = yield* Samples.storedUser(instanceId)
      const first = yield* issued(other)
      const second = yield* issued(user, { presentedClient: Option.some(first.clientHash) })
      assert.isFalse(yield* isActive(first))
      isNone(yield* findBy({ ...key(first), clientHash: second.clientHash }))
      assert.strictEqual(yield* sessions.revokeAll(instanceId, other.id), 0)
      assert.isTrue(yield* isActive(second))
    })
  )

  it.effect("keeps the id of a client that holds no session any more", () =>
    Effect.gen(function* () {
      const { instanceId, issued, knownClient, sessions, user } = yield* setUp
      const first = yield* issued(user)
      yield* sessions.revoke(instanceId, first.session.tokenHash)
      const second = yield* issued(user, { presentedClient: Option.some(first.clientHash) })
      isSome(yield* knownClient(user, second.clientHash), first.newClientId)
    })
  )
}

export const newClients = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("stores a new client if the presented token is unknown", () =>
    Effect.gen(function* () {
      const { issued, knownClient, user } = yield* setUp
      const grant = yield* issued(user, { presentedClient: Option.some(Samples.tokenHash()) })
      isSome(yield* knownClient(user, grant.clientHash), grant.newClientId)
    })
  )

  it.effect("keeps the id of a client until the millisecond before it expires, then stores a new client", () =>
    Effect.gen(function* () {
      const { isActive, issued, knownClient, user } = yield* setUp
      const end = Samples.plus(Samples.day)
      const returning = (millis: number) =>
        Effect.gen(function* () {
          const first = yield* issued(user, { clientExpiresAt: end })
          const session = Samples.session(user, { authenticatedAt: Samples.plus(millis, end) })
          const second = yield* issued(user, { session, presentedClient: Option.some(first.clientHash) })
          assert.isTrue(yield* isActive(second))
          return [first, second, yield* knownClient(user, second.clientHash)] as const
        })
      const [kept, , lastMoment] = yield* returning(-1)
      isSome(lastMoment, kept.newClientId)
      const [, fresh, over] = yield* returning(0)
      isSome(over, fresh.newClientId)
    })
  )

  it.effect("stores a new client if the presented one belongs to another instance, and leaves that one unchanged", () =>
    Effect.gen(function* () {
      const { isActive, issued, knownClient, user } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const stranger = yield* Samples.storedUser(otherInstanceId)
      const theirs = yield* issued(stranger)
      const ours = yield* issued(user, { presentedClient: Option.some(theirs.clientHash) })
      isSome(yield* knownClient(user, ours.clientHash), ours.newClientId)
      isSome(yield* knownClient(stranger, theirs.clientHash), theirs.newClientId)
      assert.isTrue(yield* isActive(theirs))
      assert.isTrue(yield* isActive(ours))
    })
  )
}

export const concurrentClients = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("lets exactly one of fifty requests keep the client that all of them present", () =>
    repeatedly(2, () =>
      Effect.gen(function* () {
        const { instanceId, isActive, issued, knownClient, sessions, user } = yield* setUp
        const shared = yield* issued(user)
        // Several users: each of them keeps only the twenty newest known clients.
        const owners = [user, yield* Samples.storedUser(instanceId), yield* Samples.storedUser(instanceId)]
        const crowd = Array.from({ length: 50 }, (_, index) => owners[index % owners.length] ?? user)
        const grants = crowd.map((of) => Samples.grant(of, { presentedClient: Option.some(shared.clientHash) }))
        const outcomes = yield* concurrently(50, (index) =>
          Effect.forEach(grants.slice(index, index + 1), sessions.issue)
        )
        outcomes.forEach(succeeds)
        const clients = yield* Effect.forEach(crowd, (of, index) =>
          knownClient(of, grants[index]?.clientHash ?? shared.clientHash)
        )
        const keepers = clients.filter((client) => Option.contains(client, shared.newClientId))
        assert.lengthOf(keepers, 1)
        const fresh = clients.filter((client, index) => Option.contains(client, grants[index]?.newClientId))
        assert.lengthOf(fresh, 49)
        assert.lengthOf(yield* Effect.filter(grants, (grant) => isActive(grant)), 50)
        assert.isFalse(yield* isActive(shared))
      })
    )
  )
}
