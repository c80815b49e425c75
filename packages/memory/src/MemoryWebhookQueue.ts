/** Deliveries to webhooks in a `MemoryDatabase`. They are lost when the process ends. */
import { Event } from "@latchkey/domain/event/Event"
import type { EventPosition } from "@latchkey/domain/event/EventLog"
import type { Webhook } from "@latchkey/domain/webhook/Webhook"
import { WebhookDelivery } from "@latchkey/domain/webhook/WebhookDelivery"
import {
  type Distribution,
  type LeasedDelivery,
  maxLeased,
  maxPending,
  type TryKey,
  type TryResult,
  WebhookQueue
} from "@latchkey/domain/webhook/WebhookQueue"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import * as Schema from "effect/Schema"
import { events, expiredEvents, feedOf, feedOrder, type StoredEvent } from "./internal/events.ts"
import { isExpired, key, type MemoryState } from "./internal/MemoryState.ts"
import {
  deliveryKey,
  isAfter,
  isLeased,
  pendingOf,
  type StoredDelivery,
  type StoredWebhook,
  webhookDeliveries,
  webhooks
} from "./internal/webhooks.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const encode = Schema.encodeSync(Schema.parseJson(Event))

const inFeed = Order.mapInput(feedOrder, ({ at }: StoredDelivery) => at)
const byDueTime = Order.combine(
  Order.mapInput(DateTime.Order, ({ delivery }: StoredDelivery) => delivery.dueAt),
  inFeed
)

const put = (state: MemoryState, stored: StoredDelivery): MemoryState =>
  webhookDeliveries.set(state, deliveryKey(stored.delivery), stored)

/** Returns the pending delivery with so many tries. */
const findTried = (state: MemoryState, name: TryKey): Option.Option<StoredDelivery> =>
  Option.filter(
    webhookDeliveries.get(state, deliveryKey(name)),
    ({ delivery }) => delivery.state === "pending" && delivery.attempts === name.attempts
  )

/** Changes it, if there is one. */
const changeTried = (
  state: MemoryState,
  name: TryKey,
  changed: (stored: StoredDelivery) => StoredDelivery
): MemoryState =>
  Option.match(findTried(state, name), { onNone: () => state, onSome: (stored) => put(state, changed(stored)) })

const isWanted = ({ types }: Webhook, { event }: StoredEvent) => types === null || types.includes(event.type)

const newDelivery = ({ id: webhookId }: Webhook, { at, event }: StoredEvent, now: DateTime.Utc): StoredDelivery => ({
  at,
  leasedUntil: Option.none(),
  delivery: new WebhookDelivery({
    instanceId: event.instanceId,
    webhookId,
    eventId: event.id,
    type: event.type,
    userId: event.userId,
    version: event.version,
    state: "pending",
    attempts: 0,
    dueAt: now,
    lastStatus: Option.none(),
    lastReason: Option.none(),
    createdAt: now,
    endedAt: Option.none()
  })
})

const distributeTo = (before: MemoryState, { place, webhook }: StoredWebhook, now: DateTime.Utc) => {
  const { id, instanceId } = webhook
  const room = Math.max(0, maxPending - pendingOf(before, webhook).length)
  const passed = Arr.take(
    feedOf(before, instanceId).filter(({ at }) => isAfter(at, place)),
    room
  )
  const last = Arr.last(passed)
  if (Option.isNone(last)) return { events: 0, missed: [], state: before }
  const wanted = passed.filter((event) => isWanted(webhook, event))
  const added = wanted.reduce((state, event) => put(state, newDelivery(webhook, event, now)), before)
  const isMissing = Option.exists(expiredEvents.get(before, key(instanceId, "events")), (at) => isAfter(at, place))
  return {
    events: passed.length,
    missed: isMissing ? [{ instanceId, webhookId: id }] : [],
    state: webhooks.set(added, key(instanceId, id), { webhook, place: last.value.at })
  }
}

const isEnabled = ({ webhook }: StoredWebhook) => Option.isNone(webhook.disabled)

const distribute = (before: MemoryState, now: DateTime.Utc): readonly [Distribution, MemoryState] => {
  let [state, count] = [before, 0]
  const missed: Array<Distribution["missed"][number]> = []
  for (const stored of webhooks.values(before).filter(isEnabled)) {
    const distributed = distributeTo(state, stored, now)
    state = distributed.state
    count += distributed.events
    missed.push(...distributed.missed)
  }
  return [{ events: count, missed }, state]
}

/** A delivery that can be leased. `rank`: which of the leases of its webhook it would be. */
interface Leasable {
  readonly rank: number
  readonly stored: StoredDelivery
  readonly webhook: Webhook
}

const inOrder = Order.combine(
  Order.mapInput(Order.number, ({ rank }: Leasable) => rank),
  Order.mapInput(byDueTime, ({ stored }: Leasable) => stored)
)

const isOfSameUser = (a: StoredDelivery, b: StoredDelivery) => a.delivery.userId === b.delivery.userId

/** Those of a webhook: the first of each user, as far as they are due. */
const leasableOf = (state: MemoryState, webhook: Webhook, now: DateTime.Utc): ReadonlyArray<Leasable> => {
  const pending = Arr.sort(pendingOf(state, webhook), inFeed)
  const firsts = Arr.dedupeWith(pending, isOfSameUser)
  const leased = pending.filter((stored) => isLeased(stored, now))
  const capacity = Option.isSome(webhook.failingSince) ? 1 : maxLeased
  const due = firsts.filter(
    (stored) =>
      DateTime.lessThanOrEqualTo(stored.delivery.dueAt, now) && !leased.some((other) => isOfSameUser(stored, other))
  )
  return Arr.sort(due, byDueTime)
    .map((stored, index) => ({ rank: leased.length + index + 1, stored, webhook }))
    .filter(({ rank }) => rank <= capacity)
}

/** Those of all webhooks, in the order in which they are leased: one of each instance, then another one of each. */
const leasable = (state: MemoryState, now: DateTime.Utc): ReadonlyArray<Leasable> => {
  const enabled = webhooks.values(state).filter(isEnabled)
  const found = enabled.flatMap(({ webhook }) => leasableOf(state, webhook, now))
  const byInstance = Arr.groupBy(Arr.sort(found, inOrder), ({ webhook }) => webhook.instanceId)
  const turns = Object.values(byInstance).flatMap((ofInstance) => ofInstance.map((one, turn) => ({ one, turn })))
  const inTurn = Order.combine(
    Order.mapInput(Order.number, ({ turn }: (typeof turns)[number]) => turn),
    Order.mapInput(inOrder, ({ one }: (typeof turns)[number]) => one)
  )
  return Arr.sort(turns, inTurn).map(({ one }) => one)
}

const bodyOf = (state: MemoryState, { delivery }: StoredDelivery): Option.Option<string> =>
  events.get(state, `${key(delivery.instanceId, delivery.userId)} ${delivery.version}`).pipe(
    Option.filter(({ event }) => event.id === delivery.eventId),
    Option.map(({ event }) => encode(event))
  )

const lease = (
  before: MemoryState,
  { limit, now, until }: Parameters<(typeof WebhookQueue.Service)["lease"]>[0]
): readonly [ReadonlyArray<LeasedDelivery>, MemoryState] => {
  const chosen = Arr.take(leasable(before, now), limit)
  const next = chosen.reduce((state, { stored }) => {
    const delivery = new WebhookDelivery({ ...stored.delivery, dueAt: until })
    return put(state, { ...stored, delivery, leasedUntil: Option.some(until) })
  }, before)
  const leased = chosen.map(({ stored, webhook }): LeasedDelivery => {
    const { attempts, createdAt, eventId, instanceId, webhookId } = stored.delivery
    return { instanceId, webhookId, eventId, attempts, createdAt, webhook, body: bodyOf(before, stored) }
  })
  return [leased, next]
}

/** Makes the first delivery of the user of another one due, if it was never tried. */
const makeFirstDue = (state: MemoryState, ended: StoredDelivery, at: DateTime.Utc): MemoryState => {
  const { instanceId, webhookId: id } = ended.delivery
  const pending = pendingOf(state, { id, instanceId }).filter((stored) => isOfSameUser(stored, ended))
  const first = Arr.head(Arr.sort(pending, inFeed))
  const isNew = (stored: StoredDelivery) => stored.delivery.attempts === 0 && !isLeased(stored, at)
  return Option.match(Option.filter(first, isNew), {
    onNone: () => state,
    onSome: ({ delivery, ...stored }) => {
      const dueAt = DateTime.min(delivery.dueAt, at)
      return put(state, { ...stored, delivery: new WebhookDelivery({ ...delivery, dueAt }) })
    }
  })
}

const complete = (
  state: MemoryState,
  name: TryKey,
  ended: "delivered" | "failed",
  { at, reason, status }: TryResult
): MemoryState =>
  Option.match(findTried(state, name), {
    onNone: () => state,
    onSome: (stored) => {
      const delivery = new WebhookDelivery({
        ...stored.delivery,
        state: ended,
        attempts: name.attempts + 1,
        lastStatus: status,
        lastReason: reason,
        endedAt: Option.some(at)
      })
      return makeFirstDue(put(state, { ...stored, leasedUntil: Option.none(), delivery }), stored, at)
    }
  })

const hasEvent = (state: MemoryState, stored: StoredDelivery) => Option.isSome(bodyOf(state, stored))

const resent = (stored: StoredDelivery, now: DateTime.Utc): StoredDelivery => ({
  ...stored,
  delivery: new WebhookDelivery({
    ...stored.delivery,
    state: "pending",
    attempts: 0,
    dueAt: isLeased(stored, now) ? stored.delivery.dueAt : now,
    lastStatus: Option.none(),
    lastReason: Option.none(),
    endedAt: Option.none()
  })
})

const list = (
  state: MemoryState,
  { before, instanceId, limit, state: wanted, webhookId }: Parameters<(typeof WebhookQueue.Service)["list"]>[0]
) => {
  const isBefore = (at: EventPosition) => Option.toArray(before).every((place) => feedOrder(at, place) < 0)
  const found = webhookDeliveries
    .values(state)
    .filter(
      ({ at, delivery }) =>
        delivery.instanceId === instanceId &&
        delivery.webhookId === webhookId &&
        isBefore(at) &&
        Option.toArray(wanted).every((one) => delivery.state === one)
    )
  return Arr.take(Arr.sort(found, Order.reverse(inFeed)), limit).map(({ at, delivery }) => ({ at, delivery }))
}

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  WebhookQueue.of({
    distribute: (now) => database.modify((state) => distribute(state, now)),

    lease: (options) => database.modify((state) => lease(state, options)),

    complete: (name, ended, result) => database.update((state) => complete(state, name, ended, result)),

    reschedule: (name, dueAt, { reason, status }) =>
      database.update((state) =>
        changeTried(state, name, (stored) => ({
          ...stored,
          leasedUntil: Option.none(),
          delivery: new WebhookDelivery({
            ...stored.delivery,
            attempts: stored.delivery.attempts + 1,
            dueAt,
            lastStatus: status,
            lastReason: reason
          })
        }))
      ),

    release: (name, dueAt) =>
      database.update((state) =>
        changeTried(state, name, (stored) => ({
          ...stored,
          leasedUntil: Option.none(),
          delivery: new WebhookDelivery({ ...stored.delivery, dueAt })
        }))
      ),

    makeDue: (instanceId, id, now) =>
      database.update((state) =>
        pendingOf(state, { id, instanceId })
          .filter((stored) => !isLeased(stored, now))
          .reduce(
            (next, stored) =>
              put(next, { ...stored, delivery: new WebhookDelivery({ ...stored.delivery, dueAt: now }) }),
            state
          )
      ),

    list: (query) => database.read((state) => list(state, query)),

    redeliver: (name, now) =>
      database.modify((state) =>
        webhookDeliveries.get(state, deliveryKey(name)).pipe(
          Option.filter((stored) => hasEvent(state, stored)),
          Option.map((stored) => resent(stored, now)),
          Option.match({
            onNone: () => [Option.none(), state] as const,
            onSome: (stored) => [Option.some(stored.delivery), put(state, stored)] as const
          })
        )
      ),

    redeliverFailed: ({ instanceId, limit, until, webhookId }) =>
      database.modify((state) => {
        const failed = webhookDeliveries
          .values(state)
          .filter(
            (stored) =>
              stored.delivery.instanceId === instanceId &&
              stored.delivery.webhookId === webhookId &&
              stored.delivery.state === "failed" &&
              Option.exists(stored.delivery.endedAt, (at) => isExpired(at, until)) &&
              hasEvent(state, stored)
          )
        const first = Arr.take(Arr.sort(failed, inFeed), limit)
        return [first.length, first.reduce((next, stored) => put(next, resent(stored, until)), state)]
      }),

    deleteExpired: (until, limit) =>
      database.modify((state) =>
        webhookDeliveries.delete(state, limit, ({ delivery }) => isExpired(delivery.createdAt, until))
      )
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<WebhookQueue, never, MemoryDatabase> = Layer.effect(WebhookQueue, make)
