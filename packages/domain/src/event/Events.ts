/** The feed of events of an instance. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { PersistenceError } from "../core/Errors.ts"
import { type CursorExpired, InvalidCursor } from "../core/FeedErrors.ts"
import * as FeedWait from "../core/FeedWait.ts"
import { traced } from "../core/Tracing.ts"
import type { Instance } from "../instance/Instance.ts"
import type { Event, EventType } from "./Event.ts"
import * as EventCursor from "./EventCursor.ts"
import { EventLog, type EventPage, type EventPosition } from "./EventLog.ts"

/** How many events a batch of a stream has at most. */
const batchSize = 100

/**
 * A place in the feed to read from.
 *
 * - `after`: the `next` of what was read before; none to begin with the oldest event.
 * - `type`: only events of that type; none for all.
 */
export interface FeedQuery {
  readonly instance: Instance
  readonly after: Option.Option<string>
  readonly type?: Option.Option<EventType>
}

/** Some events in their order. `next`: the cursor after them; none while the feed has had no event. */
export interface FeedPage {
  readonly events: ReadonlyArray<Event>
  readonly next: Option.Option<string>
}

type Refusal = CursorExpired | InvalidCursor | PersistenceError

/** The use case of reading events. */
export class Events extends Context.Tag("@latchkey/domain/Events")<
  Events,
  {
    /**
     * Returns up to `limit` events after the cursor. Without any it waits up to `wait`: see `FeedWait`. Fails with
     * `InvalidCursor` for a text that is no cursor of the instance, and with `CursorExpired` if events after the cursor
     * were deleted.
     */
    readonly page: (
      query: FeedQuery & { readonly limit: number; readonly wait?: Duration.Duration }
    ) => Effect.Effect<FeedPage, Refusal>

    /**
     * Returns the events after the cursor, and all that follow, in batches with the cursor after each. It never ends by
     * itself. Store `next` in the transaction in which you store what a batch means to you: after a crash, go on there.
     */
    readonly stream: (query: FeedQuery) => Stream.Stream<FeedPage, Refusal>
  }
>() {}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const log = yield* EventLog

  const parse = ({ after, instance }: FeedQuery) =>
    Option.match(after, {
      onNone: () => Effect.succeedNone,
      onSome: (text) => {
        const place = Option.filter(EventCursor.decode(text), ({ instanceId }) => instanceId === instance.id)
        return Option.isSome(place) ? Effect.succeed(place) : new InvalidCursor()
      }
    })

  /** Goes on until there are events, or nothing is left to look at. */
  const read = Effect.fnUntraced(function* (
    { instance, type = Option.none() }: FeedQuery,
    start: Option.Option<EventPosition>,
    limit: number
  ) {
    let found: EventPage = { events: [], last: start, isComplete: false }
    while (found.events.length === 0 && !found.isComplete) {
      found = yield* log.page({ instanceId: instance.id, after: found.last, type, limit })
    }
    return found
  })

  const page: (typeof Events.Service)["page"] = Effect.fnUntraced(function* ({
    limit,
    wait = Duration.zero,
    ...query
  }) {
    const start = yield* parse(query)
    const found = yield* FeedWait.until(
      (before: EventPage | undefined) => read(query, before === undefined ? start : before.last, limit),
      ({ events }) => events.length === 0,
      wait
    )
    return { events: found.events, next: Option.map(found.last, EventCursor.encode) }
  }, traced("Events.page"))

  const stream: (typeof Events.Service)["stream"] = (query) =>
    Stream.paginateEffect(query.after, (after) =>
      Effect.map(
        page({ ...query, after, limit: batchSize, wait: FeedWait.longestWait }),
        (found) => [found, Option.some(found.next)] as const
      )
    ).pipe(Stream.filter(({ events }) => events.length > 0))

  return Events.of({ page, stream })
})

/** The use case as a layer. */
export const layer = Layer.effect(Events, make)
