/**
 * Limits attempts. They are counted before any password is hashed, and an unavailable store is an error, never a free
 * pass.
 */
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { PersistenceError } from "../core/Errors.ts"
import { type LimitedAction, RateLimited } from "./RateLimited.ts"
import type { InstanceId } from "../core/Ids.ts"
import * as FailureReason from "../core/FailureReason.ts"
import * as Metrics from "../core/Metrics.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import type { Instance } from "../instance/Instance.ts"
import * as RecentRefusals from "./internal/RecentRefusals.ts"
import type { LimitKey, LimitKeys } from "./Limit.ts"
import { makeEncode } from "./LimitKey.ts"
import { type Decision, type Durability, RateLimitStore } from "./RateLimitStore.ts"
import { retryAfterSeconds } from "./SlidingWindow.ts"

/** One attempt that was counted, so that it can be refunded. */
export interface Consumption {
  readonly instanceId: InstanceId
  readonly keys: LimitKeys
  readonly at: DateTime.Utc
}

/** The use case of limiting attempts. No window ever allows more than its limit. */
export class RateLimiter extends Context.Tag("@latchkey/domain/RateLimiter")<
  RateLimiter,
  {
    /**
     * Counts one attempt for every key. Fails with `RateLimited`, and counts nothing, if any of them has no room. Name
     * the limit per IP address first: it is the first to refuse in a flood.
     *
     * To look something up in between, consume in two steps: what the second step refuses stays counted by the first.
     *
     * `durability` is `immediate` unless given.
     */
    readonly consume: <Action extends LimitedAction>(
      instance: Instance,
      keys: LimitKeys<Action>,
      durability?: Durability
    ) => Effect.Effect<Consumption, RateLimited<Action> | PersistenceError>

    /**
     * Fails with `RateLimited` if this process refused an attempt for one of the keys less than a second ago, and there
     * is still no room. Asks no store and counts nothing: for attempts that must not cost anything once they are
     * refused. Only limits per IP address and per network are remembered.
     */
    readonly checkRefused: <Action extends LimitedAction>(
      instance: Instance,
      keys: LimitKeys<Action>
    ) => Effect.Effect<void, RateLimited<Action>>

    /** Counts one attempt as `consume` does, and returns the decision, with the exact time to try again. */
    readonly decide: (instance: Instance, keys: LimitKeys) => Effect.Effect<Decision, PersistenceError>

    /**
     * Takes one attempt back, for every key of its consumption. Does nothing where it no longer counts. Never fails:
     * what the attempt was for has succeeded, so an unavailable store is a warning in the log.
     */
    readonly refund: (consumption: Consumption) => Effect.Effect<void>
  }
>() {}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const encode = makeEncode(yield* TokenGenerator)
  const store = yield* RateLimitStore
  const refusals = RecentRefusals.make()

  const decideAt = Effect.fnUntraced(function* (
    instance: Instance,
    keys: LimitKeys,
    now: DateTime.Utc,
    durability?: Durability
  ) {
    const windows = Arr.map(keys, (key) => ({
      key: encode(key),
      rate: key.limit.rateOf(instance)
    }))
    const decision = yield* store.consume(instance.id, windows, now, durability)
    if (!decision.isAllowed) {
      const refusing = keys[decision.refusedBy] ?? keys[0]
      yield* Metrics.rateLimitRefused({ limit: refusing.limit.name })
    }
    return decision
  })

  const decide = (instance: Instance, keys: LimitKeys) =>
    Effect.flatMap(DateTime.now, (now) => decideAt(instance, keys, now))

  const refuse = Effect.fnUntraced(function* (key: LimitKey, retryAt: number, now: DateTime.Utc) {
    const { action } = key.limit
    yield* Metrics.rateLimit({ action, decision: "refused" })
    return yield* new RateLimited({ action, retryAfterSeconds: retryAfterSeconds(retryAt, now.epochMillis) })
  })

  const consume = Effect.fnUntraced(function* (instance: Instance, keys: LimitKeys, durability?: Durability) {
    const now = yield* DateTime.now
    const decision = yield* decideAt(instance, keys, now, durability)
    if (!decision.isAllowed) {
      refusals.add(instance, keys[decision.refusedBy] ?? keys[0], decision.retryAt.epochMillis, now.epochMillis)
      return yield* refuse(keys[0], decision.retryAt.epochMillis, now)
    }
    yield* Metrics.rateLimit({ action: keys[0].limit.action, decision: "allowed" })
    return { instanceId: instance.id, keys, at: now }
  }, traced("RateLimiter.consume"))

  const checkRefused = Effect.fnUntraced(function* (instance: Instance, keys: LimitKeys) {
    const now = yield* DateTime.now
    const found = refusals.find(instance, keys, now.epochMillis)
    if (Option.isNone(found)) return
    const { key, retryAt } = found.value
    yield* Metrics.rateLimitRefused({ limit: key.limit.name })
    return yield* refuse(key, retryAt, now)
  })

  const refund = ({ at, instanceId, keys }: Consumption) =>
    Effect.forEach(keys, (key) => store.refund(instanceId, encode(key), at), { discard: true }).pipe(
      Effect.catchAll((error) => Effect.logWarning("An attempt could not be refunded", FailureReason.ofError(error)))
    )

  // The keys say in their type which action `refuse` names.
  return RateLimiter.of({ consume: consume as never, checkRefused: checkRefused as never, decide, refund })
})

/** The use case as a layer. */
export const layer = Layer.effect(RateLimiter, make)
