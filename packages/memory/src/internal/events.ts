import * as UserData from "@latchkey/domain/account/UserData"
import type { User } from "@latchkey/domain/account/UserRepository"
import type { InstanceId, UserId } from "@latchkey/domain/core/Ids"
import type { Event, EventUser } from "@latchkey/domain/event/Event"
import type { EventPosition, NewEvent } from "@latchkey/domain/event/EventLog"
import * as Arr from "effect/Array"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { key, type MemoryState, Table } from "./MemoryState.ts"
import { users } from "./users.ts"

/** An event, and its place in the feed of its instance. */
export interface StoredEvent {
  readonly event: Event
  readonly at: EventPosition
}

/** By user id and version. */
export const events = new Table<string, StoredEvent>("events")

/** The last version of each user, by user id. */
export const eventVersions = new Table<string, number>("event_versions")

/** The last place of each feed whose event was deleted. */
export const expiredEvents = new Table<string, EventPosition>("expired_events")

/** The last place that any event got. */
const clock = new Table<"last", number>("event_clock")

const eventUser = (user: User): EventUser => ({
  id: user.id,
  email: user.email,
  emailVerified: Option.isSome(user.emailVerifiedAt),
  externalId: Option.getOrNull(user.externalId),
  disabled: Option.isSome(user.disabledAt),
  hasPassword: Option.isSome(user.passwordHash),
  createdAt: user.createdAt,
  secondFactorAt: Option.getOrNull(user.secondFactorAt),
  deletionAt: Option.getOrNull(user.deletionAt),
  language: Option.getOrNull(user.language),
  name: Option.getOrNull(user.name),
  metadata: UserData.read(user.metadata),
  userMetadata: UserData.read(user.userMetadata)
})

/** Stores an event, unless its user does not exist. Returns it, and the next state. */
export const recordEvent = (state: MemoryState, { details, ...event }: NewEvent) => {
  const { instanceId, type, userId } = event
  const ofUser = key(instanceId, userId)
  const found = users.get(state, ofUser)
  if (Option.isNone(found)) return [Option.none<Event>(), state] as const
  const version = Option.getOrElse(eventVersions.get(state, ofUser), () => 0) + 1
  const position = Option.getOrElse(clock.get(state, "last"), () => 0) + 1
  const data = { user: type === "user.deleted" ? null : eventUser(found.value), ...details }
  // The type decides what the details are, and the use case has checked them.
  const stored = { ...event, version, data } as Event
  const at = { instanceId, position, userId, version }
  const counted = clock.set(eventVersions.set(state, ofUser, version), "last", position)
  return [Option.some(stored), events.set(counted, `${ofUser} ${version}`, { event: stored, at })] as const
}

/** The order of the feed. */
export const feedOrder: Order.Order<EventPosition> = Order.combineAll([
  Order.mapInput(Order.number, ({ position }: EventPosition) => position),
  Order.mapInput(Order.string, ({ userId }: EventPosition) => userId),
  Order.mapInput(Order.number, ({ version }: EventPosition) => version)
])

/** Returns the events of an instance in the order of the feed. */
export const feedOf = (state: MemoryState, instanceId: InstanceId): ReadonlyArray<StoredEvent> =>
  Arr.sort(
    Arr.filter(events.values(state), ({ at }) => at.instanceId === instanceId),
    Order.mapInput(feedOrder, ({ at }: StoredEvent) => at)
  )

/** Removes the user from the events of a user. */
export const eraseUser = (state: MemoryState, instanceId: InstanceId, userId: UserId): MemoryState =>
  events.update(
    state,
    HashMap.map((stored) => {
      const { event } = stored
      if (event.instanceId !== instanceId || event.userId !== userId) return stored
      return { ...stored, event: { ...event, data: { ...event.data, user: null } } as Event }
    })
  )

/** Returns the place that comes after every event that is stored, and before every later one. */
export const endOfFeed = (
  state: MemoryState,
  instanceId: InstanceId
): Omit<EventPosition, "userId"> & { userId: "" } => ({
  instanceId,
  position: Option.getOrElse(clock.get(state, "last"), () => 0) + 1,
  userId: "",
  version: 0
})
