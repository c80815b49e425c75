import type { EventPosition } from "@latchkey/domain/event/EventLog"
import type { Webhook } from "@latchkey/domain/webhook/Webhook"
import type { WebhookDelivery } from "@latchkey/domain/webhook/WebhookDelivery"
import type { DeliveryKey } from "@latchkey/domain/webhook/WebhookQueue"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { feedOrder } from "./events.ts"
import { key, type MemoryState, Table } from "./MemoryState.ts"

/** A place in the feed, which need not be that of an event. */
export type Place = Omit<EventPosition, "userId"> & { readonly userId: string }

/** A webhook. `place`: the last event that it has passed. */
export interface StoredWebhook {
  readonly webhook: Webhook
  readonly place: Place
}

/** A delivery. `leasedUntil`: when the last lease ends or has ended. */
export interface StoredDelivery {
  readonly delivery: WebhookDelivery
  readonly at: EventPosition
  readonly leasedUntil: Option.Option<DateTime.Utc>
}

/** By id. */
export const webhooks = new Table<string, StoredWebhook>("webhooks")

/** By the ids of the webhook and the event. */
export const webhookDeliveries = new Table<string, StoredDelivery>("webhook_deliveries")

/** Returns the key of a delivery. */
export const deliveryKey = ({
  eventId,
  instanceId,
  webhookId
}: Pick<DeliveryKey, "instanceId"> & { readonly webhookId: string; readonly eventId: string }): string =>
  key(instanceId, `${webhookId} ${eventId}`)

/** Returns `true` if a place comes after another one. */
export const isAfter = (at: EventPosition, place: Place): boolean => feedOrder(at, place as EventPosition) > 0

/** Returns the pending deliveries of a webhook. */
export const pendingOf = (state: MemoryState, { id, instanceId }: Pick<Webhook, "id" | "instanceId">) =>
  webhookDeliveries
    .values(state)
    .filter(
      ({ delivery }) => delivery.instanceId === instanceId && delivery.webhookId === id && delivery.state === "pending"
    )

/** Returns `true` while a delivery is leased. */
export const isLeased = ({ leasedUntil }: StoredDelivery, now: DateTime.Utc): boolean =>
  Option.exists(leasedUntil, (until) => DateTime.greaterThan(until, now))
