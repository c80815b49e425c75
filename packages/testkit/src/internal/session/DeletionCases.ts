import { assert, type Vitest } from "@effect/vitest"
import { User } from "@latchkey/domain/account/UserRepository"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { failsWith } from "../Assertions.ts"
import { idleLifetimeMillis, type Ports, setUp } from "./SessionFixture.ts"

export const ending = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("is found and listed until the millisecond at which the user is to be deleted", () =>
    Effect.gen(function* () {
      const { instanceId, isActive, issued, sessions } = yield* setUp
      const deletionAt = Option.some(Samples.plus(Samples.day))
      const user = yield* Samples.storedUser(instanceId, { deletionAt })
      const grant = yield* issued(user)
      const listedAt = (millis: number) =>
        sessions.list({
          instanceId,
          userId: user.id,
          now: Samples.plus(millis),
          idleLifetime: Duration.millis(idleLifetimeMillis),
          limit: 10
        })
      assert.isTrue(yield* isActive(grant, Samples.day - 1))
      assert.lengthOf(yield* listedAt(Samples.day - 1), 1)
      assert.isFalse(yield* isActive(grant, Samples.day))
      assert.lengthOf(yield* listedAt(Samples.day), 0)
    })
  )

  it.effect("is issued until the millisecond at which the user is to be deleted, and then no more", () =>
    Effect.gen(function* () {
      const { instanceId, isActive, sessions } = yield* setUp
      const user = yield* Samples.storedUser(instanceId, { deletionAt: Option.some(Samples.now) })
      const refused = Samples.grant(user)
      failsWith(yield* Effect.either(sessions.issue(refused)), "CredentialsChanged")
      assert.isFalse(yield* isActive(refused))
      const inTime = Samples.grant(user, { session: Samples.session(user, { authenticatedAt: Samples.plus(-1) }) })
      yield* sessions.issue(inTime)
      assert.isTrue(yield* isActive(inTime, 0))
      assert.isFalse(yield* isActive(inTime, 1))
    })
  )

  it.effect("is active again if the account is kept", () =>
    Effect.gen(function* () {
      const { instanceId, isActive, issued, users } = yield* setUp
      const user = yield* Samples.storedUser(instanceId, { deletionAt: Option.some(Samples.plus(Samples.day)) })
      const grant = yield* issued(user)
      assert.isFalse(yield* isActive(grant, Samples.day))
      yield* users.update(new User({ ...user, deletionAt: Option.none() }), 0)
      assert.isTrue(yield* isActive(grant, Samples.day))
    })
  )

  it.effect("is not active after a deletion that was due while twenty sign-ins went on", () =>
    Effect.gen(function* () {
      const { instanceId, isActive, sessions, users } = yield* setUp
      const user = yield* Samples.storedUser(instanceId)
      const grants = Array.from({ length: 20 }, () => Samples.grant(user))
      yield* Effect.all(
        [
          users.update(new User({ ...user, deletionAt: Option.some(Samples.now) }), 0),
          ...grants.map((grant) => Effect.either(sessions.issue(grant)))
        ],
        { concurrency: "unbounded" }
      )
      const active = yield* Effect.forEach(grants, (grant) => isActive(grant, 0))
      assert.isTrue(active.every((one) => !one))
    })
  )
}
