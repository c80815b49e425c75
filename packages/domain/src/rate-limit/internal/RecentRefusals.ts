/**
 * What the limits per IP address refused in the last second. In a flood almost every attempt is one more of the same:
 * this answers it from memory.
 */
import * as Option from "effect/Option"
import type { Instance } from "../../instance/Instance.ts"
import type { LimitKey, LimitKeys } from "../Limit.ts"
import { format } from "../LimitKey.ts"

/** A limit that has no room until `retryAt`, in milliseconds since the epoch. */
export interface Refusal {
  readonly key: LimitKey
  readonly retryAt: number
}

/** Refusals in memory. Times are in milliseconds since the epoch. */
export interface RecentRefusals {
  /** Remembers a refusal of a limit per IP address or network. Other limits can get room at any time, by a refund. */
  readonly add: (instance: Instance, key: LimitKey, retryAt: number, now: number) => void

  /** Returns the refusal that holds for one of the keys. */
  readonly find: (instance: Instance, keys: LimitKeys, now: number) => Option.Option<Refusal>
}

/** How long a refusal is remembered: short, because an operator or another process may make room. */
const rememberedMillis = 1000

/** The most refusals in memory, so that a flood from many networks uses no more than some MiB. */
const capacity = 10_000

/** Includes the rate: a limit that was changed refused nothing yet. */
const nameOf = (instance: Instance, key: LimitKey): string => {
  const { limit, windowSeconds } = key.limit.rateOf(instance)
  return [instance.id, limit, windowSeconds, format(key)].join(" ")
}

/** Makes an empty memory. */
export const make = (): RecentRefusals => {
  const refusals = new Map<string, Refusal & { readonly refusedAt: number }>()

  const removeOldest = () => {
    for (const name of refusals.keys()) {
      refusals.delete(name)
      return
    }
  }

  const add: RecentRefusals["add"] = (instance, key, retryAt, now) => {
    if (!["ip_address", "network"].includes(key.limit.counts)) return
    const name = nameOf(instance, key)
    refusals.delete(name)
    if (refusals.size >= capacity) removeOldest()
    refusals.set(name, { key, retryAt, refusedAt: now })
  }

  const find: RecentRefusals["find"] = (instance, keys, now) => {
    if (refusals.size === 0) return Option.none()
    for (const key of keys) {
      const refusal = refusals.get(nameOf(instance, key))
      if (refusal !== undefined && now < Math.min(refusal.retryAt, refusal.refusedAt + rememberedMillis)) {
        return Option.some(refusal)
      }
    }
    return Option.none()
  }

  return { add, find }
}
