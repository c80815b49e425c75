/** Events in a `MemoryDatabase`. They are lost when the process ends. */
import { CursorExpired } from "@latchkey/domain/core/FeedErrors"
import type { Event } from "@latchkey/domain/event/Event"
import { EventLog, type EventPage, type NewEvent } from "@latchkey/domain/event/EventLog"
import * as Arr from "effect/Array"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import {
  eraseUser,
  events,
  eventVersions,
  expiredEvents,
  feedOf,
  feedOrder,
  recordEvent,
  type StoredEvent
} from "./internal/events.ts"
import { isExpired, key, type MemoryState } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const feed = "events"

const append = (before: MemoryState, all: ReadonlyArray<NewEvent>): readonly [ReadonlyArray<Event>, MemoryState] =>
  Arr.reduce(all, [[], before] as readonly [ReadonlyArray<Event>, MemoryState], ([stored, state], event) => {
    const [recorded, next] = recordEvent(state, event)
    return [[...stored, ...Option.toArray(recorded)], next]
  })

const page = (
  state: MemoryState,
  { after, instanceId, limit, type }: Parameters<(typeof EventLog.Service)["page"]>[0]
): Either.Either<EventPage, CursorExpired> => {
  const all = feedOf(state, instanceId)
  const expired = expiredEvents.get(state, key(instanceId, feed))
  const order = (at: StoredEvent["at"]) =>
    Option.match(after, { onNone: () => 1, onSome: (start) => feedOrder(at, start) })
  const isKnown = Option.match(expired, { onNone: () => 0, onSome: order })
  const isCurrent =
    Option.isNone(after) ||
    (Option.isSome(expired) && isKnown === 0) ||
    (isKnown <= 0 && all.some(({ at }) => order(at) === 0))
  if (!isCurrent) return Either.left(new CursorExpired())
  const rest = all.filter(({ at }) => order(at) > 0)
  const found = rest.filter(({ event }) =>
    Option.match(type, { onNone: () => true, onSome: (of) => event.type === of })
  )
  const events = found.slice(0, limit)
  const isComplete = events.length < limit
  const last = Option.orElse(
    Option.map(Option.fromNullable((isComplete ? rest : events).at(-1)), ({ at }) => at),
    () => after
  )
  return Either.right({ events: events.map(({ event }) => event), last, isComplete })
}

const oldestFirst = Order.mapInput(
  Order.mapInput(Order.number, ({ epochMillis }: DateTime.Utc) => epochMillis),
  ({ event }: StoredEvent) => event.occurredAt
)

const deleteExpired = (before: MemoryState, until: DateTime.Utc, limit: number): readonly [number, MemoryState] => {
  const expired = Arr.take(
    Arr.sort(
      events.values(before).filter(({ event }) => isExpired(event.occurredAt, until)),
      oldestFirst
    ),
    limit
  )
  const next = Arr.reduce(expired, before, (state, { at, event }) => {
    const [ofUser, ofFeed] = [key(at.instanceId, at.userId), key(at.instanceId, feed)]
    const marked = expiredEvents.update(
      state,
      HashMap.modifyAt(ofFeed, (last) =>
        Option.orElseSome(
          Option.filter(last, (place) => feedOrder(place, at) > 0),
          () => at
        )
      )
    )
    const rest = events.remove(marked, `${ofUser} ${at.version}`)
    return event.type === "user.deleted" ? eventVersions.remove(rest, ofUser) : rest
  })
  return [expired.length, next]
}

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  EventLog.of({
    append: (_instanceId, all) => database.modify((state) => append(state, all)),
    page: (query) => Effect.flatten(database.read((state) => page(state, query))),
    erase: (instanceId, userId) => database.update((state) => eraseUser(state, instanceId, userId)),
    deleteExpired: (until, limit) => database.modify((state) => deleteExpired(state, until, limit))
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<EventLog, never, MemoryDatabase> = Layer.effect(EventLog, make)
