/** The contract of the admin API: webhooks of an instance. */
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { UserId } from "@latchkey/domain/core/Ids"
import { EventId, EventType } from "@latchkey/domain/event/Event"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { DisabledReason, maxWebhooks, WebhookId, WebhookTypes, WebhookUrl } from "@latchkey/domain/webhook/Webhook"
import { DeliveryReason, DeliveryState, TestReason } from "@latchkey/domain/webhook/WebhookDelivery"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Contract from "../core/Contract.ts"
import { Ok } from "../core/Ok.ts"
import { pageLimit } from "../core/PageLimit.ts"
import * as RequestReader from "../core/RequestReader.ts"
import { Time } from "../core/Time.ts"
import { NewWebhookInput, SecretRotationInput, WebhookPatchInput } from "./WebhookInput.ts"

const exampleId = WebhookId.make("webhook_01a20d61-58d7-7a3e-9c14-0f6b2d7e4a90")
const exampleEventId = EventId.make("evt_01a20d52-6c1f-7e0a-8f5d-4b7c9d2e1a31")
const createdAt = DateTime.unsafeMake("2026-11-24T09:24:51.327Z")
const url = "https://app.example.com/hooks/latchkey"

const example = {
  id: exampleId,
  url,
  types: ["user.created", "user.deleted"],
  enabled: true,
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  previousSecretUntil: null,
  createdAt
} as const

const fields = {
  id: WebhookId,
  url: WebhookUrl,
  types: WebhookTypes.annotations({ description: "The types of events that it gets; null for all." }),
  enabled: Schema.Boolean.annotations({ description: "Whether events are sent to it." }),
  disabledReason: Schema.NullOr(DisabledReason).annotations({
    description:
      "`operator`: turned off. `gone`: it responded with 410. `failing`: nothing succeeded for five days. Null if it is enabled."
  }),
  disabledAt: Schema.NullOr(Time),
  failingSince: Schema.NullOr(Time).annotations({
    description: "The first failure after the last success; null if the last message succeeded."
  }),
  previousSecretUntil: Schema.NullOr(Time).annotations({
    description: "Until when messages have a signature of the secret before, too; null if they have not."
  }),
  createdAt: Time
}

/** A webhook, without its secret. */
export const WebhookResponse = Schema.Struct(fields).annotations({
  identifier: "Webhook",
  description: "A URL of an app that gets the events of an instance, without its secret.",
  examples: [example]
})
export type WebhookResponse = typeof WebhookResponse.Type

/** The webhooks of an instance. */
export const WebhookListResponse = Schema.Struct({ webhooks: Schema.Array(WebhookResponse) }).annotations({
  identifier: "WebhookList",
  description: "The webhooks of an instance, ordered by their time of creation.",
  examples: [{ webhooks: [example] }]
})

const secret = "whsec_dGhpcyBpcyBub3QgYSBzZWNyZXQgdGhhdCBzaWducyE="
const fieldsWithSecret = {
  ...fields,
  secret: Schema.String.annotations({
    description: "What its messages are signed with, `whsec_` and base64. It is not shown again."
  })
}

/** A new webhook with its secret. */
export const WebhookWithSecretResponse = Schema.Struct(fieldsWithSecret).annotations({
  identifier: "WebhookWithSecret",
  description: "A new webhook with its secret.",
  examples: [{ ...example, secret }]
})

/** A webhook with a secret that replaces the one before. */
export const WebhookWithNewSecretResponse = Schema.Struct(fieldsWithSecret).annotations({
  identifier: "WebhookWithNewSecret",
  description: "A webhook with the secret that replaces the one before.",
  examples: [{ ...example, previousSecretUntil: DateTime.add(createdAt, { days: 1 }), secret }]
})

const Status = Schema.NullOr(Schema.Int).annotations({ description: "The status of the response; null without one." })
const reasons = "`url`, `address`, `network`, `timeout` or `expired`"

/** What a test led to. */
export const WebhookTestResponse = Schema.Struct({
  ok: Schema.Boolean.annotations({ description: "Whether the status was 2xx." }),
  status: Status,
  reason: Schema.NullOr(TestReason).annotations({
    description:
      "Why there was no response: `url`, `address`, `network`, `timeout`, `secret`, or `busy` with ten requests in progress."
  }),
  detail: Schema.NullOr(Schema.String).annotations({ description: "The host, and what failed." }),
  milliseconds: Schema.Number.annotations({ description: "How long it took." })
}).annotations({
  identifier: "WebhookTest",
  description: "What a test of a webhook led to.",
  examples: [{ ok: true, status: 204, reason: null, detail: null, milliseconds: 87 }]
})

const deliveryExample = {
  eventId: exampleEventId,
  type: "user.created",
  userId: UserId.make("user_01a1eef9-ae17-7c3e-9b17-4d2a6e80f5c3"),
  version: 1,
  state: "pending",
  attempts: 0,
  dueAt: createdAt,
  status: null,
  reason: null,
  createdAt,
  endedAt: null
} as const

/** What became of an event that a webhook gets. */
export const WebhookDeliveryResponse = Schema.Struct({
  eventId: EventId.annotations({ description: "The `webhook-id` of each try." }),
  type: EventType,
  userId: UserId,
  version: Schema.Int,
  state: DeliveryState,
  attempts: Schema.Int.annotations({ description: "The tries so far, ten at most." }),
  dueAt: Schema.NullOr(Time).annotations({ description: "When it is sent next; null if it has ended." }),
  status: Status.annotations({ description: "The status of the last response; null without one." }),
  reason: Schema.NullOr(DeliveryReason).annotations({
    description: `Why the last try had no response: ${reasons}; null if it had one.`
  }),
  createdAt: Time,
  endedAt: Schema.NullOr(Time)
}).annotations({
  identifier: "WebhookDelivery",
  description: "What became of an event that a webhook gets.",
  examples: [deliveryExample]
})
export type WebhookDeliveryResponse = typeof WebhookDeliveryResponse.Type

/** A page of deliveries. `nextCursor` is null on the last page. */
export const WebhookDeliveryListResponse = Schema.Struct({
  deliveries: Schema.Array(WebhookDeliveryResponse),
  nextCursor: Schema.NullOr(Schema.String).annotations({ description: "`cursor` of the next page; null on the last." })
}).annotations({
  identifier: "WebhookDeliveryList",
  description: "A page of deliveries, newest events first.",
  examples: [{ deliveries: [deliveryExample], nextCursor: null }]
})

/** How many events are sent again. */
export const RedeliveryResponse = Schema.Struct({
  redelivered: Schema.Int.annotations({ description: "How many events are sent again." })
}).annotations({
  identifier: "WebhookRedelivery",
  description: "How many events are sent again.",
  examples: [{ redelivered: 1 }]
})

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** Which deliveries to list. */
export const WebhookDeliveryQuery = Schema.Struct({
  cursor: optional(Schema.String.annotations({ description: "`nextCursor` of the page before." })),
  limit: optional(pageLimit("deliveries")),
  state: optional(DeliveryState.annotations({ description: "Only deliveries in this state." }))
})

// Lenient, because an invalid id is 404 like one that does not exist.
const instance = HttpApiSchema.param(
  "id",
  Schema.String.annotations({ description: "The id of the instance.", examples: [defaultId] })
)
const webhook = HttpApiSchema.param(
  "webhookId",
  Schema.String.annotations({ description: "The id of the webhook.", examples: [exampleId] })
)
const event = HttpApiSchema.param(
  "eventId",
  Schema.String.annotations({ description: "The id of the event.", examples: [exampleEventId] })
)

const list = Contract.endpoint(HttpApiEndpoint.get("listWebhooks")`/v1/admin/instances/${instance}/webhooks`, {
  permission: "instances.read",
  summary: "List webhooks",
  description: "Returns the webhooks of an instance, ordered by their time of creation.",
  success: WebhookListResponse
})

const create = Contract.endpoint(HttpApiEndpoint.post("createWebhook")`/v1/admin/instances/${instance}/webhooks`, {
  permission: "instances.write",
  summary: "Add a webhook",
  description: `Adds a webhook, which gets the events from now on. An instance can have ${maxWebhooks}. Returns the secret that messages are signed with, which is not shown again.`,
  body: Contract.body(NewWebhookInput, "NewWebhook", { url, types: example.types }),
  success: WebhookWithSecretResponse,
  statuses: [201]
})

const get = Contract.endpoint(HttpApiEndpoint.get("getWebhook")`/v1/admin/instances/${instance}/webhooks/${webhook}`, {
  permission: "instances.read",
  summary: "Get a webhook",
  description: "Returns one webhook.",
  success: WebhookResponse
})

const update = Contract.endpoint(
  HttpApiEndpoint.patch("updateWebhook")`/v1/admin/instances/${instance}/webhooks/${webhook}`,
  {
    permission: "instances.write",
    summary: "Update a webhook",
    description:
      "Changes a webhook with a JSON merge patch (RFC 7396). `types` apply to events that come later. With `enabled` it goes on where it was disabled.",
    body: Contract.body(
      WebhookPatchInput,
      "WebhookPatch",
      { enabled: true },
      { mediaTypes: [RequestReader.jsonType, "application/merge-patch+json"] }
    ),
    success: WebhookResponse
  }
)

const remove = Contract.endpoint(
  HttpApiEndpoint.del("deleteWebhook")`/v1/admin/instances/${instance}/webhooks/${webhook}`,
  {
    permission: "instances.write",
    summary: "Delete a webhook",
    description: "Deletes a webhook, and what is pending for it.",
    success: Ok
  }
)

const rotateSecret = Contract.endpoint(
  HttpApiEndpoint.post("rotateWebhookSecret")`/v1/admin/instances/${instance}/webhooks/${webhook}/rotate-secret`,
  {
    permission: "instances.write",
    summary: "Replace the secret of a webhook",
    description:
      "Makes a new secret. Messages have signatures of both secrets for `previousValidForSeconds`: a day by default, seven days at most, 0 if the secret was stolen.",
    body: Contract.body(SecretRotationInput, "WebhookSecretRotation", { previousValidForSeconds: 86_400 }),
    success: WebhookWithNewSecretResponse
  }
)

const test = Contract.endpoint(
  HttpApiEndpoint.post("testWebhook")`/v1/admin/instances/${instance}/webhooks/${webhook}/test`,
  {
    permission: "instances.write",
    summary: "Test a webhook",
    description:
      "Sends a message of the type `webhook.test` once, also to a disabled webhook, and waits for the response, 15 seconds at most. Changes nothing.",
    success: WebhookTestResponse
  }
)

const deliveries = Contract.endpoint(
  HttpApiEndpoint.get("listWebhookDeliveries")`/v1/admin/instances/${instance}/webhooks/${webhook}/deliveries`,
  {
    permission: "users.read",
    summary: "List deliveries of a webhook",
    description: "Returns what became of the events that a webhook gets, page by page, newest events first.",
    query: WebhookDeliveryQuery,
    success: WebhookDeliveryListResponse
  }
)

const redeliver = Contract.endpoint(
  HttpApiEndpoint.post(
    "redeliverWebhookEvent"
  )`/v1/admin/instances/${instance}/webhooks/${webhook}/deliveries/${event}/redeliver`,
  {
    permission: "instances.write",
    summary: "Send an event again",
    description: "Sends an event again, with the same id and as many tries as a new one.",
    success: WebhookDeliveryResponse
  }
)

const redeliverFailed = Contract.endpoint(
  HttpApiEndpoint.post(
    "redeliverFailedWebhookEvents"
  )`/v1/admin/instances/${instance}/webhooks/${webhook}/redeliver-failed`,
  {
    permission: "instances.write",
    summary: "Send failed events again",
    description: "Sends every event again that has failed and is still stored. Returns how many.",
    success: RedeliveryResponse
  }
)

/**
 * `/v1/admin/instances/{id}/webhooks` and below. They require a bearer key (RFC 6750), as the endpoints for instances
 * do.
 */
export class WebhookApi extends Contract.group(
  "webhook",
  {
    title: "Webhooks",
    description:
      "URLs of apps that get the events of an instance, signed as Standard Webhooks describes it. Requires `Authorization: Bearer ADMIN_API_KEY`, or an API key."
  },
  {
    listWebhooks: list,
    createWebhook: create,
    getWebhook: get,
    updateWebhook: update,
    deleteWebhook: remove,
    rotateWebhookSecret: rotateSecret,
    testWebhook: test,
    listWebhookDeliveries: deliveries,
    redeliverWebhookEvent: redeliver,
    redeliverFailedWebhookEvents: redeliverFailed
  }
) {}
