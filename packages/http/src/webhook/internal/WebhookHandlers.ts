/** The handlers of webhooks. */
import * as EventCursor from "@latchkey/domain/event/EventCursor"
import {
  type TestResult,
  WebhookAdministration,
  type WebhookDetails,
  type WebhookWithSecret
} from "@latchkey/domain/webhook/WebhookAdministration"
import { isDelivered, type WebhookDelivery } from "@latchkey/domain/webhook/WebhookDelivery"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Implementation from "../../core/Implementation.ts"
import { ok } from "../../core/Ok.ts"
import * as AdminAccess from "../../operator/AdminAccess.ts"
import * as Cursor from "../../operator/cursor.ts"
import { WebhookApi, type WebhookDeliveryResponse, type WebhookResponse } from "../WebhookApi.ts"

const pageSize = 50

const cursorOf = Cursor.decode(EventCursor.EventCursor)

const toResponse = ({ disabled, failingSince, previousSecretUntil, ...webhook }: WebhookDetails): WebhookResponse => ({
  ...webhook,
  enabled: Option.isNone(disabled),
  disabledReason: Option.match(disabled, { onNone: () => null, onSome: ({ reason }) => reason }),
  disabledAt: Option.match(disabled, { onNone: () => null, onSome: ({ at }) => at }),
  failingSince: Option.getOrNull(failingSince),
  previousSecretUntil: Option.getOrNull(previousSecretUntil)
})

const withSecret = ({ secret, webhook }: WebhookWithSecret) => ({
  body: { ...toResponse(webhook), secret: Redacted.value(secret) }
})

const toTestResponse = (result: TestResult) => ({
  ok: "status" in result && isDelivered(result.status),
  status: "status" in result ? result.status : null,
  reason: "reason" in result ? result.reason : null,
  detail: "detail" in result ? result.detail : null,
  milliseconds: result.millis
})

const toDeliveryResponse = (delivery: WebhookDelivery): WebhookDeliveryResponse => {
  const { attempts, createdAt, dueAt, endedAt, eventId, lastReason, lastStatus, state, type, userId, version } =
    delivery
  return {
    eventId,
    type,
    userId,
    version,
    state,
    attempts,
    dueAt: state === "pending" ? dueAt : null,
    status: Option.getOrNull(lastStatus),
    reason: Option.getOrNull(lastReason),
    createdAt,
    endedAt: Option.getOrNull(endedAt)
  }
}

/** What responds to the requests of the group. */
export const implementation = Implementation.makeGuarded(
  WebhookApi,
  AdminAccess.guardOfInstance,
  Effect.map(WebhookAdministration, (webhooks) => ({
    listWebhooks: ({ instance }) =>
      Effect.map(webhooks.list(instance), (found) => ({ body: { webhooks: found.map(toResponse) } })),
    createWebhook: ({ body: settings, by, instance }) =>
      Effect.map(webhooks.create({ instance, by, settings }), withSecret),
    getWebhook: ({ instance, path }) =>
      Effect.map(webhooks.find({ instance, id: path.webhookId }), (found) => ({ body: toResponse(found) })),
    updateWebhook: ({ body: patch, by, instance, path }) =>
      Effect.map(webhooks.update({ instance, by, id: path.webhookId, patch }), (found) => ({
        body: toResponse(found)
      })),
    deleteWebhook: ({ by, instance, path }) =>
      Effect.as(webhooks.remove({ instance, by, id: path.webhookId }), { body: ok }),
    rotateWebhookSecret: ({ body: { previousValidForSeconds }, by, instance, path }) =>
      Effect.map(
        webhooks.rotateSecret({ instance, by, id: path.webhookId, overlap: Duration.seconds(previousValidForSeconds) }),
        withSecret
      ),
    testWebhook: ({ by, instance, path }) =>
      Effect.map(webhooks.sendTest({ instance, by, id: path.webhookId }), (result) => ({
        body: toTestResponse(result)
      })),
    listWebhookDeliveries: ({ instance, path, query: { cursor, limit = pageSize, state } }) =>
      cursorOf(cursor).pipe(
        Effect.flatMap((before) =>
          webhooks.deliveries({ instance, id: path.webhookId, before, state: Option.fromNullable(state), limit })
        ),
        Effect.map(({ deliveries, next }) => ({
          body: {
            deliveries: deliveries.map(toDeliveryResponse),
            nextCursor: Option.getOrNull(Option.map(next, EventCursor.encode))
          }
        }))
      ),
    redeliverWebhookEvent: ({ by, instance, path }) =>
      Effect.map(webhooks.redeliver({ instance, by, id: path.webhookId, eventId: path.eventId }), (delivery) => ({
        body: toDeliveryResponse(delivery)
      })),
    redeliverFailedWebhookEvents: ({ by, instance, path }) =>
      Effect.map(webhooks.redeliverFailed({ instance, by, id: path.webhookId }), (redelivered) => ({
        body: { redelivered }
      }))
  }))
)
