import { assert, type Vitest } from "@effect/vitest"
import { User } from "@latchkey/domain/account/UserRepository"
import { maxKnownClients, maxSessions, type SessionGrant } from "@latchkey/domain/session/SessionRepository"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { succeeds } from "../Assertions.ts"
import { concurrently } from "../Concurrency.ts"
import { type Ports, setUp } from "./SessionFixture.ts"

const setUpNumbers = Effect.gen(function* () {
  const fixture = yield* setUp
  /** Signs in on a new client, so many milliseconds after `Samples.now`. */
  const issuedAt = (of: User, millis: number, fields: Partial<SessionGrant> = {}) =>
    fixture.issued(of, { session: Samples.session(of, { authenticatedAt: Samples.plus(millis) }), ...fields })
  const issuedSeveral = (of: User, count: number, concurrency = 1) =>
    Effect.forEach(Array.from({ length: count }), (_, index) => issuedAt(of, index), { concurrency })
  /** Returns those of the user's sessions that are active. */
  const active = (of: User, grants: ReadonlyArray<SessionGrant>) =>
    Effect.map(
      fixture.sessions.list({
        instanceId: of.instanceId,
        userId: of.id,
        now: Samples.plus(Samples.minute),
        idleLifetime: Duration.days(7),
        limit: 500
      }),
      (found) => grants.filter(({ session }) => found.some(({ id }) => id === session.id))
    )
  const known = (of: User, grants: ReadonlyArray<SessionGrant>) =>
    Effect.filter(grants, ({ clientHash }) => Effect.map(fixture.knownClient(of, clientHash), Option.isSome))
  return { ...fixture, active, issuedAt, issuedSeveral, known }
})

export const sessions = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("keeps the newest hundred sessions of a user, and those of others", () =>
    Effect.gen(function* () {
      const { active, instanceId, issued, issuedAt, issuedSeveral, sessions, user } = yield* setUpNumbers
      const other = yield* Samples.storedUser(instanceId)
      const theirs = yield* issued(other)
      const grants = yield* issuedSeveral(user, maxSessions, 10)
      assert.lengthOf(yield* active(user, grants), maxSessions)
      const late = [yield* issuedAt(user, 1000), yield* issuedAt(user, 1000)]
      assert.deepStrictEqual(yield* active(user, grants), grants.slice(2))
      assert.lengthOf(yield* active(user, late), 2)
      assert.lengthOf(yield* active(other, [theirs]), 1)
      assert.strictEqual(yield* sessions.revokeAll(instanceId, user.id), maxSessions)
      // Sessions of former credential versions leave before those of the current one.
      const current = new User({ ...user, credentialVersion: 1 })
      const early = [yield* issuedAt(current, -2000), yield* issuedAt(current, -1000)]
      assert.lengthOf(yield* active(user, early), 2)
    })
  )

  it.effect("counts no session that the client held before, and deletes what concurrent calls leave over", () =>
    Effect.gen(function* () {
      const { active, instanceId, issuedAt, issuedSeveral, sessions, user } = yield* setUpNumbers
      const grants = yield* issuedSeveral(user, maxSessions, 10)
      const newest = grants.slice(-1).map(({ clientHash }) => clientHash)
      const again = yield* issuedAt(user, 500, { presentedClient: Option.fromNullable(newest[0]) })
      assert.deepStrictEqual(yield* active(user, [...grants, again]), [...grants.slice(0, -1), again])
      const outcomes = yield* concurrently(20, (index) => issuedAt(user, 1000 + index))
      outcomes.forEach(succeeds)
      yield* issuedAt(user, 2000)
      assert.strictEqual(yield* sessions.revokeAll(instanceId, user.id), maxSessions)
    })
  )
}

export const knownClients = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("keeps the twenty clients that the user has signed in on last, and those of others", () =>
    Effect.gen(function* () {
      const { instanceId, issuedAt, issuedSeveral, known, user } = yield* setUpNumbers
      const other = yield* Samples.storedUser(instanceId)
      const grants = yield* issuedSeveral(user, maxKnownClients)
      const [first, ...rest] = grants
      assert.lengthOf(yield* known(user, grants), maxKnownClients)
      const shared = yield* issuedAt(other, 1000, { presentedClient: Option.map(Option.fromNullable(first), hashOf) })
      const renewed = yield* issuedAt(user, 1001, { presentedClient: Option.some(shared.clientHash) })
      const late = [yield* issuedAt(user, 1002), yield* issuedAt(user, 1003)]
      const mine = [...rest, renewed, ...late]
      assert.deepStrictEqual(yield* known(user, mine), mine.slice(2))
      assert.deepStrictEqual(yield* known(other, [renewed, ...late]), [renewed])
    })
  )

  it.effect("leaves the session of a forgotten client active", () =>
    Effect.gen(function* () {
      const { active, issuedSeveral, known, user } = yield* setUpNumbers
      const grants = yield* issuedSeveral(user, maxKnownClients + 1)
      assert.deepStrictEqual(yield* known(user, grants), grants.slice(1))
      assert.lengthOf(yield* active(user, grants), maxKnownClients + 1)
    })
  )

  it.effect("forgets the clients that concurrent calls leave over, at the next call", () =>
    Effect.gen(function* () {
      const { issuedAt, issuedSeveral, known, user } = yield* setUpNumbers
      const grants = yield* issuedSeveral(user, maxKnownClients)
      // Half of them on clients that the others want to forget.
      const outcomes = yield* concurrently(20, (index) =>
        issuedAt(user, 1000 + index, { presentedClient: Option.map(Option.fromNullable(grants[index * 2]), hashOf) })
      )
      outcomes.forEach(succeeds)
      const late = outcomes.flatMap((outcome) => (outcome._tag === "Right" ? [outcome.right] : []))
      const last = yield* issuedAt(user, 2000)
      assert.lengthOf(yield* known(user, [...grants, ...late, last]), maxKnownClients)
    })
  )
}

const hashOf = ({ clientHash }: SessionGrant) => clientHash
