/** Sliding windows in a `MemoryDatabase`. They limit one process only. */
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { type Decision, RateLimitStore, type Window } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as SlidingWindow from "@latchkey/domain/rate-limit/SlidingWindow"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { rateLimits, type StoredWindow } from "./internal/counts.ts"
import { key, type MemoryState } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const consume = (
  state: MemoryState,
  instanceId: InstanceId,
  windows: ReadonlyArray<Window>,
  now: number
): readonly [Decision, MemoryState] => {
  let next = state
  let retryAt: number | undefined
  let refusedBy = -1
  for (const [index, window] of windows.entries()) {
    const name = key(instanceId, window.key)
    const times = Option.match(rateLimits.get(next, name), { onNone: () => [], onSome: (stored) => stored.times })
    const decision = SlidingWindow.consume(times, window.rate, now)
    if (!decision.isAllowed) {
      retryAt = Math.max(retryAt ?? now, decision.retryAt)
      if (refusedBy === -1) refusedBy = index
    }
    next = rateLimits.set(next, name, { times: decision.times, windowSeconds: window.rate.windowSeconds })
  }
  if (retryAt !== undefined) return [{ isAllowed: false, retryAt: DateTime.unsafeMake(retryAt), refusedBy }, state]
  return [{ isAllowed: true }, next]
}

const countsNothing = ({ times, windowSeconds }: StoredWindow, now: number): boolean =>
  times.every((at) => at + windowSeconds * 1000 <= now)

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  RateLimitStore.of({
    consume: (instanceId, windows, now) =>
      database.modify((state) => consume(state, instanceId, windows, DateTime.toEpochMillis(now))),

    refund: (instanceId, windowKey, at) =>
      database.update((state) =>
        rateLimits.update(
          state,
          HashMap.modify(key(instanceId, windowKey), (stored) => ({
            ...stored,
            times: SlidingWindow.refund(stored.times, DateTime.toEpochMillis(at))
          }))
        )
      ),

    deleteAll: (instanceId, keys) =>
      database.update((state) =>
        rateLimits.update(state, HashMap.removeMany(keys.map((windowKey) => key(instanceId, windowKey))))
      ),

    deleteExpired: (now, limit) =>
      database.modify((state) => {
        const millis = DateTime.toEpochMillis(now)
        return rateLimits.delete(state, limit, (stored) => countsNothing(stored, millis))
      })
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<RateLimitStore, never, MemoryDatabase> = Layer.effect(RateLimitStore, make)
