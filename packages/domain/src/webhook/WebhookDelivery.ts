/** What becomes of an event that a webhook gets. */
import * as Schema from "effect/Schema"
import { InstanceId, UserId } from "../core/Ids.ts"
import { EventId, EventType } from "../event/Event.ts"
import { WebhookId } from "./Webhook.ts"

/**
 * - `pending`: it will be sent, or sent again.
 * - `failed`: it was tried ten times without success, or the event is no longer stored.
 */
export const DeliveryState = Schema.Literal("pending", "delivered", "failed")
export type DeliveryState = typeof DeliveryState.Type

/** Why there was no response: see `WebhookFailureReason`, or `expired`: the event is no longer stored. */
export const DeliveryReason = Schema.Literal("url", "address", "network", "timeout", "expired")
export type DeliveryReason = typeof DeliveryReason.Type

/**
 * Why a test had no response: see `WebhookFailureReason`, or `secret`: the key that has encrypted the secret is not
 * configured. Nothing was sent.
 */
export const TestReason = Schema.Literal("busy", "url", "address", "network", "timeout", "secret")
export type TestReason = typeof TestReason.Type

/**
 * The delivery of an event to a webhook. It has nothing of the user but the id.
 *
 * - `version`: of the event. Those of a user are sent in this order.
 * - `attempts`: the tries so far.
 * - `dueAt`: when it is sent next, if it is pending.
 * - `lastStatus`, `lastReason`: what the last try led to: the status of the response, or why there was none.
 * - `endedAt`: when it was delivered or failed; none if it is pending.
 */
export class WebhookDelivery extends Schema.Class<WebhookDelivery>("@latchkey/domain/WebhookDelivery")({
  instanceId: InstanceId,
  webhookId: WebhookId,
  eventId: EventId,
  type: EventType,
  userId: UserId,
  version: Schema.Int,
  state: DeliveryState,
  attempts: Schema.Int,
  dueAt: Schema.DateTimeUtcFromSelf,
  lastStatus: Schema.OptionFromSelf(Schema.Int),
  lastReason: Schema.OptionFromSelf(DeliveryReason),
  createdAt: Schema.DateTimeUtcFromSelf,
  endedAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf)
}) {}

/** Returns `true` for the status of a response that counts as delivered: 200 to 299. */
export const isDelivered = (status: number): boolean => status >= 200 && status < 300
