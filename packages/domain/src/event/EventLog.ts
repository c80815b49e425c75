import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { PersistenceError } from "../core/Errors.ts"
import { InstanceId, UserId } from "../core/Ids.ts"
import type { Event, EventType } from "./Event.ts"
import type { CursorExpired } from "../core/FeedErrors.ts"

/** An event that is not stored yet. The store adds its version, and the user as it is after the change. */
export interface NewEvent extends Pick<Event, "actor" | "id" | "instanceId" | "occurredAt" | "userId"> {
  readonly type: EventType
  readonly details: object
}

/** The place of an event in the feed of its instance. Later events have later places. */
export const EventPosition = Schema.Struct({
  instanceId: InstanceId,
  position: Schema.NonNegativeInt,
  userId: UserId,
  version: Schema.Int
})
export type EventPosition = typeof EventPosition.Type

/**
 * A part of the feed.
 *
 * - `last`: the place after which the next part begins; none if nothing was ever read.
 * - `isComplete`: whether there was nothing after it.
 */
export interface EventPage {
  readonly events: ReadonlyArray<Event>
  readonly last: Option.Option<EventPosition>
  readonly isComplete: boolean
}

/** The port for events. */
export class EventLog extends Context.Tag("@latchkey/domain/EventLog")<
  EventLog,
  {
    /**
     * Stores events of users of an instance, in this order, as part of a surrounding transaction, and returns them.
     * Each has the next version of its user: versions count from 1, without gaps and without repeats, also for
     * concurrent calls, and a transaction that fails leaves none. Leaves out events of users that do not exist.
     *
     * `data.user` is the stored user as the transaction has it; null for `user.deleted`. Others who change the user
     * wait until the transaction ends.
     */
    readonly append: (
      instanceId: InstanceId,
      events: ReadonlyArray<NewEvent>
    ) => Effect.Effect<ReadonlyArray<Event>, PersistenceError>

    /**
     * Returns up to `limit` events of the instance after a place, or the oldest ones, in the order of the feed: an
     * event of a user comes after those of lower versions. An event is never stored before a place that was returned,
     * however late its transaction commits: the events of transactions that are older than an open one come first, and
     * all others wait for it.
     *
     * With a `type` it returns those of the type. It looks at a bounded number of events: there may be more also if it
     * returns fewer than `limit`, or none.
     *
     * Fails with `CursorExpired` if events after the place were deleted, or if the place is of no event, because the
     * store is older than it.
     */
    readonly page: (query: {
      readonly instanceId: InstanceId
      readonly after: Option.Option<EventPosition>
      readonly type: Option.Option<EventType>
      readonly limit: number
    }) => Effect.Effect<EventPage, CursorExpired | PersistenceError>

    /** Removes the user from `data` of every event of the user. */
    readonly erase: (instanceId: InstanceId, userId: UserId) => Effect.Effect<void, PersistenceError>

    /**
     * Deletes up to `limit` events that occurred at `until` or before, of all instances. Returns how many it deleted.
     * The versions of a user go on; those of a deleted user are forgotten with `user.deleted`.
     */
    readonly deleteExpired: (until: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
