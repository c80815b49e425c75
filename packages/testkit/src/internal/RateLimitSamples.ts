import { randomUUID } from "node:crypto"
import type { NonEmptyReadonlyArray } from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { type Budget, RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as Samples from "../Samples.ts"

/** A budget of its own, of so many hits in a minute. */
export const budget = (limit: number): Budget => ({
  key: `sample:${randomUUID()}`,
  limit: { limit, windowSeconds: 60 }
})

export const withLimit = (of: Budget, limit: number): Budget => ({ ...of, limit: { ...of.limit, limit } })

/** Either "admitted" or when there is room again. All times are milliseconds since `start`. */
export const setUpAt = (start: DateTime.Utc) =>
  Effect.gen(function* () {
    const store = yield* RateLimitStore
    const { id: instanceId } = yield* Samples.storedInstance
    const takeOf =
      (of: InstanceId) =>
      (millis: number, ...budgets: NonEmptyReadonlyArray<Budget>) =>
        Effect.map(store.consume(of, budgets, Samples.plus(millis, start)), (taking) =>
          taking.isAllowed ? "admitted" : DateTime.distance(start, taking.retryAt)
        )
    const giveBack = (millis: number, from: Budget, of = instanceId) =>
      store.refund(of, from.key, Samples.plus(millis, start))
    return { giveBack, instanceId, store, take: takeOf(instanceId), takeOf }
  })

export const setUp = setUpAt(Samples.now)
