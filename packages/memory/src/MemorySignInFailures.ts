/** Failed sign-ins in a `MemoryDatabase`. */
import { maxFailures, noticeInterval, SignInFailures, unknownLifetime } from "@latchkey/domain/account/SignInFailures"
import type { Email } from "@latchkey/domain/core/Email"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isExpired, key, type MemoryState } from "./internal/MemoryState.ts"
import { failuresOf, signInFailures, type StoredFailures } from "./internal/signInFailures.ts"
import { userIds } from "./internal/users.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const nextNotice = (notifiedAt: Option.Option<DateTime.Utc>, now: DateTime.Utc): DateTime.Utc =>
  Option.match(notifiedAt, {
    onNone: () => now,
    onSome: (at) => DateTime.max(now, DateTime.addDuration(at, noticeInterval))
  })

const record = (state: MemoryState, instanceId: InstanceId, email: Email, now: DateTime.Utc): StoredFailures => {
  const name = key(instanceId, email)
  const userId = userIds.get(state, name)
  const stored = Option.filter(signInFailures.get(state, name), (found) => Equal.equals(found.userId, userId))
  const failures = 1 + Option.match(stored, { onNone: () => 0, onSome: (found) => found.failures })
  const notifiedAt = Option.flatMap(stored, (found) => found.notifiedAt)
  const isPast = Option.isSome(userId) && failures >= maxFailures
  const noticeDueAt = Option.flatMap(stored, (found) => found.noticeDueAt)
  const expiresAt = Option.flatMap(stored, (found) => found.expiresAt)
  return {
    instanceId,
    userId,
    failures,
    notifiedAt,
    noticeDueAt: isPast ? Option.orElseSome(noticeDueAt, () => nextNotice(notifiedAt, now)) : Option.none(),
    expiresAt: Option.isSome(userId)
      ? Option.none()
      : Option.orElseSome(expiresAt, () => DateTime.addDuration(now, unknownLifetime))
  }
}

const reset = (stored: StoredFailures): StoredFailures => ({
  ...stored,
  failures: 0,
  noticeDueAt: Option.none(),
  expiresAt: Option.some(
    Option.match(stored.notifiedAt, {
      onNone: () => DateTime.unsafeMake(0),
      onSome: (at) => DateTime.addDuration(at, noticeInterval)
    })
  )
})

const takeNotices = (state: MemoryState, now: DateTime.Utc, limit: number) => {
  const isDue = ({ noticeDueAt }: StoredFailures) => Option.exists(noticeDueAt, (at) => isExpired(at, now))
  const due = Arr.take(HashMap.toEntries(HashMap.filter(signInFailures.rows(state), isDue)), limit)
  const taken = due.map(
    ([name, stored]) => [name, { ...stored, noticeDueAt: Option.none(), notifiedAt: Option.some(now) }] as const
  )
  const notices = due.flatMap(([, { instanceId, userId }]) =>
    Option.toArray(Option.map(userId, (userId) => ({ instanceId, userId })))
  )
  return [notices, signInFailures.update(state, HashMap.union(HashMap.fromIterable(taken)))] as const
}

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  SignInFailures.of({
    record: ({ email, instanceId, now }) =>
      database.update((state) =>
        signInFailures.set(state, key(instanceId, email), record(state, instanceId, email, now))
      ),

    reset: (instanceId, email) =>
      database.update((state) => signInFailures.update(state, HashMap.modify(key(instanceId, email), reset))),

    delete: (instanceId, email) => database.update((state) => signInFailures.remove(state, key(instanceId, email))),

    count: ({ email, id, instanceId }) => database.read((state) => failuresOf(state, { instanceId, email, id })),

    takeNotices: (now, limit) => database.modify((state) => takeNotices(state, now, limit)),

    deleteExpired: (until, limit) =>
      database.modify((state) =>
        signInFailures.delete(state, limit, ({ expiresAt }) => Option.exists(expiresAt, (at) => isExpired(at, until)))
      )
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<SignInFailures, never, MemoryDatabase> = Layer.effect(SignInFailures, make)
