import { assert, type Vitest } from "@effect/vitest"
import type { SessionGrant, SessionRotation } from "@latchkey/domain/session/SessionRepository"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { isNone, isSome, same } from "../Assertions.ts"
import { concurrently } from "../Concurrency.ts"
import { idleLifetimeMillis, type Ports, setUp } from "./SessionFixture.ts"

const graceMillis = 30_000

const rotationOf = (
  { clientHash, session: { instanceId, tokenHash } }: SessionGrant,
  afterMillis: number,
  fields: Partial<SessionRotation> = {}
): SessionRotation => ({
  instanceId,
  clientHash,
  tokenHash,
  nextHash: Samples.tokenHash(),
  now: Samples.plus(afterMillis),
  idleLifetime: Duration.millis(idleLifetimeMillis),
  repeatableSince: Samples.plus(afterMillis - graceMillis),
  ...fields
})

/** A user with the session of a native client. */
const setUpNative = Effect.gen(function* () {
  const fixture = yield* setUp
  const native = { session: Samples.session(fixture.user, { rotatedAt: Option.some(Samples.now) }) }
  const grant = yield* fixture.issued(fixture.user, native)
  const outcomeOf = (rotation: SessionRotation) =>
    Effect.map(
      fixture.sessions.rotate(rotation),
      Option.map(({ outcome, session }) => [outcome, session.id] as const)
    )
  return { ...fixture, grant, id: grant.session.id, outcomeOf }
})

export const rotating = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("replaces the token, and records the visit", () =>
    Effect.gen(function* () {
      const { findBy, grant, sessions, user } = yield* setUpNative
      const rotation = rotationOf(grant, 60_000)
      const { outcome, session } = Option.getOrThrow(yield* sessions.rotate(rotation))
      same(outcome, "rotated")
      same([session.id, session.userId, session.email], [grant.session.id, user.id, user.email])
      isNone(yield* findBy(rotation))
      const found = yield* findBy({ ...rotation, tokenHash: rotation.nextHash })
      isSome(found, session)
      same(DateTime.toEpochMillis(session.lastSeenAt), DateTime.toEpochMillis(rotation.now))
    })
  )

  it.effect("repeats for the token before the current one, until it was replaced too long ago", () =>
    Effect.gen(function* () {
      const { grant, id, outcomeOf, sessions } = yield* setUpNative
      yield* sessions.rotate(rotationOf(grant, 1000))
      isSome(yield* outcomeOf(rotationOf(grant, 1000 + graceMillis)), ["repeated", id] as const)
      isSome(yield* outcomeOf(rotationOf(grant, 1001 + graceMillis)), ["replayed", id] as const)
    })
  )

  it.effect("replays for every other token with the client of the session, and changes nothing", () =>
    Effect.gen(function* () {
      const { grant, id, outcomeOf } = yield* setUpNative
      const first = rotationOf(grant, 1000)
      const second = { ...rotationOf(grant, 2000), tokenHash: first.nextHash }
      isSome(yield* outcomeOf(first), ["rotated", id] as const)
      isSome(yield* outcomeOf(second), ["rotated", id] as const)
      isSome(yield* outcomeOf(rotationOf(grant, 3000)), ["replayed", id] as const)
      isSome(yield* outcomeOf(rotationOf(grant, 3000, { tokenHash: Samples.tokenHash() })), ["replayed", id] as const)
      isSome(yield* outcomeOf({ ...rotationOf(grant, 3000), tokenHash: second.nextHash }), ["rotated", id] as const)
    })
  )

  it.effect("finds nothing for another client, another instance, and a session in cookies", () =>
    Effect.gen(function* () {
      const { grant, issued, outcomeOf, user } = yield* setUpNative
      const inCookies = yield* issued(user)
      const { id: elsewhere } = yield* Samples.storedInstance
      isNone(yield* outcomeOf(rotationOf(grant, 1, { clientHash: inCookies.clientHash })))
      isNone(yield* outcomeOf(rotationOf(grant, 1, { clientHash: Samples.tokenHash() })))
      isNone(yield* outcomeOf(rotationOf(grant, 1, { instanceId: elsewhere })))
      isNone(yield* outcomeOf(rotationOf(inCookies, 1)))
    })
  )

  it.effect("finds nothing from the millisecond on at which the session, its idle time or its client expires", () =>
    Effect.gen(function* () {
      const { grant, issued, outcomeOf, user } = yield* setUpNative
      const { session } = grant
      const lifetime = DateTime.distance(Samples.now, session.expiresAt)
      const long = { idleLifetime: Duration.days(365) }
      const ofClient = yield* issued(user, {
        session: Samples.session(user, { rotatedAt: Option.some(Samples.now) }),
        clientExpiresAt: Samples.plus(5000)
      })
      isNone(yield* outcomeOf(rotationOf(grant, lifetime, long)))
      isNone(yield* outcomeOf(rotationOf(grant, idleLifetimeMillis)))
      isNone(yield* outcomeOf(rotationOf(ofClient, 5000)))
      assert(Option.isSome(yield* outcomeOf(rotationOf(ofClient, 4999))))
      assert(Option.isSome(yield* outcomeOf(rotationOf(grant, idleLifetimeMillis - 1))))
    })
  )

  it.effect("finds nothing once the sessions of the user are revoked, or the user is disabled", () =>
    Effect.gen(function* () {
      const { grant, instanceId, issued, outcomeOf, sessions, user, users } = yield* setUpNative
      yield* sessions.revokeAll(instanceId, user.id)
      isNone(yield* outcomeOf(rotationOf(grant, 1)))
      isNone(yield* outcomeOf(rotationOf(grant, 1, { tokenHash: Samples.tokenHash() })))
      const other = yield* Samples.storedUser(instanceId)
      const ofOther = yield* issued(other, {
        session: Samples.session(other, { rotatedAt: Option.some(Samples.now) })
      })
      yield* users.setDisabled({ instanceId, userId: other.id, disabledAt: Option.some(Samples.now) })
      isNone(yield* outcomeOf(rotationOf(ofOther, 1)))
    })
  )

  it.effect("of fifty concurrent uses of one token, one replaces it, and the others repeat", () =>
    Effect.gen(function* () {
      const { findBy, grant, id, outcomeOf } = yield* setUpNative
      const rotations = Array.from({ length: 50 }, () => rotationOf(grant, 1000))
      const outcomes = yield* concurrently(50, (index) => outcomeOf(rotations[index] ?? rotationOf(grant, 1000)))
      const found = Arr.getSomes(Arr.getRights(outcomes))
      same(
        found.map(([, of]) => of),
        rotations.map(() => id)
      )
      same(found.filter(([outcome]) => outcome === "rotated").length, 1)
      same(found.filter(([outcome]) => outcome === "repeated").length, 49)
      const winner = rotations[found.findIndex(([outcome]) => outcome === "rotated")]
      assert(winner !== undefined)
      assert(Option.isSome(yield* findBy({ ...winner, tokenHash: winner.nextHash })))
    })
  )

  it.effect("a session that a new one of its client replaces ends, as in a browser", () =>
    Effect.gen(function* () {
      const { grant, issued, outcomeOf, user } = yield* setUpNative
      yield* issued(user, { presentedClient: Option.some(grant.clientHash) })
      isNone(yield* outcomeOf(rotationOf(grant, 1)))
    })
  )
}
