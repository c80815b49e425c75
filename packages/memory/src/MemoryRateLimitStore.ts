/** Sliding windows in a `MemoryDatabase`. They limit one process only. */
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { type Decision, RateLimitStore, type Window } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as SlidingWindow from "@latchkey/domain/rate-limit/SlidingWindow"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { deleteUpTo, key, type MemoryState, type StoredWindow } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const consume = (
  state: MemoryState,
  instanceId: InstanceId,
  windows: ReadonlyArray<Window>,
  now: number
): readonly [Decision, MemoryState] => {
  let rateLimits = state.rateLimits
  let retryAt: number | undefined
  let refusedBy = -1
  for (const [index, window] of windows.entries()) {
    const name = key(instanceId, window.key)
    const times = Option.match(HashMap.get(rateLimits, name), { onNone: () => [], onSome: (stored) => stored.times })
    const decision = SlidingWindow.consume(times, window.rate, now)
    if (!decision.isAllowed) {
      retryAt = Math.max(retryAt ?? now, decision.retryAt)
      if (refusedBy === -1) refusedBy = index
    }
    rateLimits = HashMap.set(rateLimits, name, { times: decision.times, windowSeconds: window.rate.windowSeconds })
  }
  if (retryAt !== undefined) return [{ isAllowed: false, retryAt: DateTime.unsafeMake(retryAt), refusedBy }, state]
  return [{ isAllowed: true }, { ...state, rateLimits }]
}

const countsNothing = ({ times, windowSeconds }: StoredWindow, now: number): boolean =>
  times.every((at) => at + windowSeconds * 1000 <= now)

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  RateLimitStore.of({
    consume: (instanceId, windows, now) =>
      database.modify((state) => consume(state, instanceId, windows, DateTime.toEpochMillis(now))),

    refund: (instanceId, windowKey, at) =>
      database.update((state) => ({
        ...state,
        rateLimits: HashMap.modify(state.rateLimits, key(instanceId, windowKey), (stored) => ({
          ...stored,
          times: SlidingWindow.refund(stored.times, DateTime.toEpochMillis(at))
        }))
      })),

    deleteAll: (instanceId, keys) =>
      database.update((state) => ({
        ...state,
        rateLimits: HashMap.removeMany(
          state.rateLimits,
          keys.map((windowKey) => key(instanceId, windowKey))
        )
      })),

    deleteExpired: (now, limit) =>
      database.modify((state) => {
        const millis = DateTime.toEpochMillis(now)
        const [count, rateLimits] = deleteUpTo(state.rateLimits, limit, (stored) => countsNothing(stored, millis))
        return [count, { ...state, rateLimits }]
      })
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<RateLimitStore, never, MemoryDatabase> = Layer.effect(RateLimitStore, make)
