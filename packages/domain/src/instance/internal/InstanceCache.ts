import * as Cache from "effect/Cache"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { PersistenceError } from "../../core/Errors.ts"
import type { InstanceNotFound } from "../InstanceErrors.ts"
import type { Instance } from "../Instance.ts"

type Lookup = (host: string) => Effect.Effect<Instance, InstanceNotFound | PersistenceError>

export interface InstanceCache {
  /** Returns the instance of a host, at most one second after it was read. Concurrent callers share a lookup. */
  readonly find: Lookup
  /** Forgets all instances, and the results of lookups that have begun. */
  readonly reset: Effect.Effect<void>
}

interface Known {
  readonly instance: Effect.Effect<Instance>
  readonly expiresAt: number
}

// Any client can send any Host header: the cache is bounded.
const capacity = 1000
const lifetime = Duration.seconds(1)

/** Returns how long a result is cached. "Not found" is: clients keep sending requests to hosts of deleted instances. */
const timeToLive = (exit: Exit.Exit<Instance, InstanceNotFound | PersistenceError>) =>
  Exit.isSuccess(exit) || Option.exists(Cause.failureOption(exit.cause), ({ _tag }) => _tag === "InstanceNotFound")
    ? lifetime
    : Duration.zero

/**
 * Makes an empty cache. Every request asks for its instance: `known` returns one in two steps of Effect, `cache` in
 * thirteen.
 */
const makeEmpty = (lookup: Lookup) =>
  Effect.gen(function* () {
    const known = new Map<string, Known>()
    const remember = (host: string, instance: Instance) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        if (known.size === capacity && !known.has(host)) known.clear()
        known.set(host, { instance: Effect.succeed(instance), expiresAt: now + Duration.toMillis(lifetime) })
      })
    const cache = yield* Cache.makeWith({
      capacity,
      timeToLive,
      lookup: (host: string) => Effect.tap(lookup(host), (instance) => remember(host, instance))
    })
    return { known, cache }
  })

export const make = (lookup: Lookup): Effect.Effect<InstanceCache> =>
  Effect.map(makeEmpty(lookup), (empty) => {
    let current = empty

    const find: Lookup = (host) =>
      Effect.clockWith((clock) => {
        const found = current.known.get(host)
        return found !== undefined && clock.unsafeCurrentTimeMillis() <= found.expiresAt
          ? found.instance
          : // A client that disconnects must not interrupt the lookup of others.
            Effect.uninterruptible(current.cache.get(host))
      })

    // Replaced, not emptied: a lookup that began before a change would still write its result into an emptied cache.
    const reset = Effect.map(makeEmpty(lookup), (empty) => {
      current = empty
    })
    return { find, reset }
  })
