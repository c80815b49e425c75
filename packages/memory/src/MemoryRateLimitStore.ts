/**
 * Sliding windows in a `MemoryDatabase`. They count for one process alone.
 *
 * @since 0.1.0
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { type Budget, RateLimitStore, type Outcome } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as SlidingWindow from "@latchkey/domain/rate-limit/SlidingWindow"
import { MemoryDatabase } from "./MemoryDatabase.ts"
import { key, type MemoryState, removeUpTo, type StoredBudget } from "./internal/MemoryState.ts"

const take = (
  state: MemoryState,
  instanceId: InstanceId,
  wanted: ReadonlyArray<Budget>,
  now: number
): readonly [Outcome, MemoryState] => {
  let budgets = state.budgets
  let freeAt: number | undefined
  for (const budget of wanted) {
    const name = key(instanceId, budget.key)
    const hits = Option.match(HashMap.get(budgets, name), { onNone: () => [], onSome: (stored) => stored.hits })
    const verdict = SlidingWindow.consume(hits, budget.limit, now)
    if (!verdict.isAllowed) freeAt = Math.max(freeAt ?? now, verdict.retryAt)
    budgets = HashMap.set(budgets, name, { hits: verdict.times, windowSeconds: budget.limit.windowSeconds })
  }
  if (freeAt !== undefined) return [{ isAllowed: false, retryAt: DateTime.unsafeMake(freeAt) }, state]
  return [{ isAllowed: true }, { ...state, budgets }]
}

const isSpent = ({ hits, windowSeconds }: StoredBudget, now: number): boolean =>
  hits.every((at) => at + windowSeconds * 1000 <= now)

/** The adapter over a `MemoryDatabase`, as an effect. @since 0.1.0 */
export const make: Effect.Effect<typeof RateLimitStore.Service, never, MemoryDatabase> = Effect.map(
  MemoryDatabase,
  (database) =>
    RateLimitStore.of({
      consume: (instanceId, budgets, now) =>
        database.modify((state) => take(state, instanceId, budgets, DateTime.toEpochMillis(now))),

      refund: (instanceId, name, at) =>
        database.update((state) => ({
          ...state,
          budgets: HashMap.modify(state.budgets, key(instanceId, name), (stored) => ({
            ...stored,
            hits: SlidingWindow.refund(stored.hits, DateTime.toEpochMillis(at))
          }))
        })),

      deleteExpired: (now, limit) =>
        database.modify((state) => {
          const millis = DateTime.toEpochMillis(now)
          const [count, budgets] = removeUpTo(state.budgets, limit, (stored) => isSpent(stored, millis))
          return [count, { ...state, budgets }]
        })
    })
)

/** The adapter over a `MemoryDatabase`. Those that are to see the same data need the same one. @since 0.1.0 */
export const layer: Layer.Layer<RateLimitStore, never, MemoryDatabase> = Layer.effect(RateLimitStore, make)
