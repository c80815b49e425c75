import type { InstanceId } from "@latchkey/domain/core/Ids"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { RateLimitStore, type Window } from "@latchkey/domain/rate-limit/RateLimitStore"
import type * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { randomUUID } from "node:crypto"
import * as Samples from "../../Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = InstanceRepository | RateLimitStore

/** Returns a new window with a limit per minute. */
export const windowOf = (limit: number): Window => ({
  key: `sample:${randomUUID()}`,
  rate: { limit, windowSeconds: 60 }
})

/** Returns the window with another limit. */
export const withLimit = (of: Window, limit: number): Window => ({ ...of, rate: { ...of.rate, limit } })

/** `consume` returns "allowed", or when there is room again. All times are milliseconds since `start`. */
export const setUpAt = (start: DateTime.Utc) =>
  Effect.gen(function* () {
    const store = yield* RateLimitStore
    const { id: instanceId } = yield* Samples.storedInstance
    const consumeIn =
      (of: InstanceId) =>
      (millis: number, ...windows: Arr.NonEmptyReadonlyArray<Window>) =>
        Effect.map(store.consume(of, windows, Samples.plus(millis, start)), (decision) =>
          decision.isAllowed ? "allowed" : DateTime.distance(start, decision.retryAt)
        )
    const refund = (millis: number, from: Window, of = instanceId) =>
      store.refund(of, from.key, Samples.plus(millis, start))
    const refusedBy = (millis: number, ...windows: Arr.NonEmptyReadonlyArray<Window>) =>
      Effect.map(store.consume(instanceId, windows, Samples.plus(millis, start)), (decision) =>
        decision.isAllowed ? undefined : decision.refusedBy
      )
    return { consume: consumeIn(instanceId), consumeIn, instanceId, refund, refusedBy }
  })

/** As `setUpAt`, with times since `Samples.now`. */
export const setUp = setUpAt(Samples.now)
