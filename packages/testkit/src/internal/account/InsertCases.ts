import type { Vitest } from "@effect/vitest"
import { Transaction } from "@latchkey/domain/core/Transaction"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { failsWith, isNone, isSome, oneSucceeds, same } from "../Assertions.ts"
import { concurrently, repeatedly } from "../Concurrency.ts"
import { type Ports, setUp } from "./UserFixture.ts"

export const inserting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("finds an inserted user with every field unchanged", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const fresh = yield* Samples.storedUser(instanceId)
      const verified = yield* Samples.storedUser(instanceId, {
        passwordHash: Option.none(),
        emailVerifiedAt: Option.some(Samples.plus(123)),
        credentialVersion: 7
      })
      isSome(yield* users.findByEmail(instanceId, fresh.email), fresh)
      isSome(yield* users.findByEmail(instanceId, verified.email), verified)
    })
  )

  it.effect("returns `None` for an address without a user", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      isNone(yield* users.findByEmail(instanceId, Samples.email()))
      isNone(yield* users.findByEmailForUpdate(instanceId, Samples.email()))
      isNone(yield* users.findByIdForUpdate(instanceId, Samples.user(instanceId).id))
    })
  )

  it.effect("fails with EmailTaken for an address that has a user, and changes nothing", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const first = yield* Samples.storedUser(instanceId)
      const second = Samples.user(instanceId, { email: first.email })
      failsWith(yield* Effect.either(users.insert(second)), "EmailTaken")
      isSome(yield* users.findByEmail(instanceId, first.email), first)
      const ofSecond = { instanceId, userId: second.id, now: Samples.now, password: "keep_password" } as const
      isNone(yield* users.verifyEmail(ofSecond))
    })
  )

  it.effect("inserts exactly one of fifty concurrent users with the same address", () =>
    repeatedly(3, () =>
      Effect.gen(function* () {
        const { instanceId, users } = yield* setUp
        const email = Samples.email()
        const outcomes = yield* concurrently(50, () => {
          const user = Samples.user(instanceId, { email })
          return Effect.as(users.insert(user), user)
        })
        oneSucceeds(outcomes, "EmailTaken")
        const winner = outcomes.find(Either.isRight)
        same(yield* users.findByEmail(instanceId, email), Option.fromNullable(winner?.right))
      })
    )
  )

  it.effect("leaves the surrounding transaction usable after EmailTaken", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const { run } = yield* Transaction
      const [before, after] = [Samples.user(instanceId), Samples.user(instanceId)]
      const again = Samples.user(instanceId, { email: before.email })
      const refusal = yield* run(
        users
          .insert(before)
          .pipe(Effect.zipRight(Effect.either(users.insert(again))), Effect.zipLeft(users.insert(after)))
      )
      failsWith(refusal, "EmailTaken")
      isSome(yield* users.findByEmail(instanceId, before.email), before)
      isSome(yield* users.findByEmail(instanceId, after.email), after)
    })
  )
}

export const isolation = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("keeps users with the same address in two instances apart", () =>
    Effect.gen(function* () {
      const { instanceId, otherInstanceId, users } = yield* setUp
      const here = yield* Samples.storedUser(instanceId)
      const there = yield* Samples.storedUser(otherInstanceId, { email: here.email })
      isSome(yield* users.findByEmail(instanceId, here.email), here)
      isSome(yield* users.findByEmail(otherInstanceId, here.email), there)
      isSome(yield* users.findByEmailForUpdate(instanceId, here.email), here)
      isSome(yield* users.findByEmailForUpdate(otherInstanceId, here.email), there)
      isSome(yield* users.findByIdForUpdate(instanceId, here.id), here)
      isNone(yield* users.findByIdForUpdate(otherInstanceId, here.id))
    })
  )

  it.effect("returns `None` for an address that only another instance has", () =>
    Effect.gen(function* () {
      const { instanceId, otherInstanceId, users } = yield* setUp
      const { email } = yield* Samples.storedUser(instanceId)
      isNone(yield* users.findByEmail(otherInstanceId, email))
      isNone(yield* users.findByEmailForUpdate(otherInstanceId, email))
      const key = { instanceId: otherInstanceId, email, clientHash: Option.none(), now: Samples.now }
      isNone((yield* users.findForSignIn(key)).user)
    })
  )
}
