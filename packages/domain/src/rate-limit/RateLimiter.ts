/**
 * Spends the budgets of an instance. Counting comes before any hashing, and a store that fails is a failure, never a
 * free pass.
 *
 * @since 0.1.0
 */
import type { NonEmptyReadonlyArray } from "effect/Array"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type LimitedAction, type PersistenceError, RateLimited } from "../core/Errors.ts"
import type { Instance } from "../instance/Instance.ts"
import * as Metrics from "../core/Metrics.ts"
import type { BudgetName } from "../instance/RateLimits.ts"
import { RateLimitStore } from "./RateLimitStore.ts"
import { retryAfterSeconds } from "./SlidingWindow.ts"
import { traced } from "../core/Tracing.ts"

/** A budget of the instance, kept for one subject: an address, an email, or an email with a browser. @since 0.1.0 */
export interface Spending {
  readonly budget: BudgetName
  readonly subject: string
}

/** When it was spent, so that it can be given back. @since 0.1.0 */
export interface Admission {
  readonly at: DateTime.Utc
}

/** The use case of counting attempts, exactly: in any window never more than the limit are admitted. @since 0.1.0 */
export class RateLimiter extends Context.Tag("@latchkey/domain/RateLimiter")<
  RateLimiter,
  {
    /**
     * Takes one attempt from every budget, or none and fails with `RateLimited`. Name the budget of the address first:
     * it is the cheapest to fill and the first to refuse.
     */
    readonly admit: (
      instance: Instance,
      action: LimitedAction,
      spendings: NonEmptyReadonlyArray<Spending>
    ) => Effect.Effect<Admission, RateLimited | PersistenceError>

    /** Gives one attempt back, which then never counted. Nothing happens when it has stopped counting already. */
    readonly giveBack: (
      instance: Instance,
      admission: Admission,
      spending: Spending
    ) => Effect.Effect<void, PersistenceError>
  }
>() {}

const keyOf = (spending: Spending): string => `${spending.budget}:${spending.subject}`

/** The use case over its port, as an effect. @since 0.1.0 */
export const make: Effect.Effect<typeof RateLimiter.Service, never, RateLimitStore> = Effect.gen(function* () {
  const store = yield* RateLimitStore

  const admit = Effect.fnUntraced(function* (
    instance: Instance,
    action: LimitedAction,
    spendings: NonEmptyReadonlyArray<Spending>
  ) {
    const now = yield* DateTime.now
    const budgets = Arr.map(spendings, (spending) => ({
      key: keyOf(spending),
      rate: instance.rateLimits[spending.budget]
    }))
    const taking = yield* store.take(instance.id, budgets, now)
    yield* Metrics.rateLimit({ action, decision: taking.admitted ? "admitted" : "refused" })
    if (taking.admitted) return { at: now }
    return yield* new RateLimited({
      action,
      retryAfterSeconds: retryAfterSeconds(taking.freeAt.epochMillis, now.epochMillis)
    })
  }, traced("RateLimiter.admit"))

  return RateLimiter.of({
    admit,
    giveBack: (instance, admission, spending) => store.giveBack(instance.id, keyOf(spending), admission.at)
  })
})

/** The use case over its port. @since 0.1.0 */
export const layer: Layer.Layer<RateLimiter, never, RateLimitStore> = Layer.effect(RateLimiter, make)
