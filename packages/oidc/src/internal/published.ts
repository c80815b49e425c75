/** What providers publish, kept: an hour, and a day while the provider is down. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

const freshMillis = Duration.toMillis("1 hour")
const usableMillis = Duration.toMillis("1 day")
const pauseMillis = Duration.toMillis("1 minute")

/** 1,000: the most entries. The one that was added first leaves. */
export const maxEntries = 1000

interface Entry<A> {
  readonly lock: Effect.Semaphore
  value: A | undefined
  fetchedAt: number
  /** When the last attempt began, or failed. */
  triedAt: number
  failure: { readonly error: unknown } | undefined
}

/** Keeps one kind of document, by a key. `fetch` gets a document that is not here, or too old. */
export interface Published<K, A> {
  /** Returns the document. Of concurrent callers one fetches it. */
  readonly get: (key: K) => Effect.Effect<A, unknown>
  /** Returns a document that is at most a minute old, if one fetch a minute allows it. */
  readonly renew: (key: K) => Effect.Effect<A, unknown>
}

/** Makes an empty one. `nameOf`: what a key is known by. */
export const make = <K, A>(
  nameOf: (key: K) => string,
  fetch: (key: K) => Effect.Effect<A, unknown>
): Published<K, A> => {
  const entries = new Map<string, Entry<A>>()

  const entryOf = (key: K): Entry<A> => {
    const name = nameOf(key)
    const found = entries.get(name)
    if (found !== undefined) return found
    const [oldest] = entries.keys()
    if (entries.size >= maxEntries && oldest !== undefined) entries.delete(oldest)
    const lock = Effect.unsafeMakeSemaphore(1)
    const entry: Entry<A> = { lock, value: undefined, fetchedAt: -Infinity, triedAt: -Infinity, failure: undefined }
    entries.set(name, entry)
    return entry
  }

  const attempt = (key: K, entry: Entry<A>) =>
    Effect.gen(function* () {
      Object.assign(entry, { triedAt: yield* Clock.currentTimeMillis, failure: undefined })
      const result = yield* Effect.either(fetch(key))
      const now = yield* Clock.currentTimeMillis
      if (result._tag === "Left") {
        entry.triedAt = now
        entry.failure = { error: result.left }
        return yield* Effect.fail(result.left)
      }
      Object.assign(entry, { value: result.right, fetchedAt: now, triedAt: now, failure: undefined })
      return result.right
    })

  const orOlder = (entry: Entry<A>, now: number, attempted: Effect.Effect<A, unknown>) => {
    const { fetchedAt, value } = entry
    return value === undefined || now - fetchedAt >= usableMillis
      ? attempted
      : Effect.catchAll(attempted, () =>
          Effect.as(Effect.logWarning("An identity provider is down: what it has published before is used"), value)
        )
  }

  const get = (key: K) =>
    Effect.gen(function* () {
      const entry = entryOf(key)
      const now = yield* Clock.currentTimeMillis
      const usable = entry.value !== undefined && now - entry.fetchedAt < usableMillis ? entry.value : undefined
      const isDue = now - entry.fetchedAt >= freshMillis && now - entry.triedAt >= pauseMillis
      if (usable !== undefined && !isDue) return usable
      const fetched = Effect.suspend(() => {
        // Another caller has fetched it, or has failed, while this one waited.
        if (entry.triedAt >= now && entry.failure !== undefined) return Effect.fail(entry.failure.error)
        return entry.value !== undefined && entry.fetchedAt >= now ? Effect.succeed(entry.value) : attempt(key, entry)
      })
      return yield* orOlder(entry, now, entry.lock.withPermits(1)(fetched))
    })

  const renew = (key: K) =>
    Effect.gen(function* () {
      const entry = entryOf(key)
      const now = yield* Clock.currentTimeMillis
      return yield* entry.lock.withPermits(1)(
        Effect.suspend(() => {
          const { triedAt, value } = entry
          return value !== undefined && now - triedAt < pauseMillis ? Effect.succeed(value) : attempt(key, entry)
        })
      )
    })

  return { get, renew }
}
