/** Sends messages to webhooks over HTTPS, signed as Standard Webhooks describes it. */
import * as WebhookSender from "@latchkey/domain/webhook/WebhookSender"
import { type Sender, type WebhookMessage, WebhookUnreachable } from "@latchkey/domain/webhook/WebhookSender"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { sign } from "./internal/signature.ts"
import * as OutgoingRequests from "./OutgoingRequests.ts"

/** Options of the outgoing requests. */
export type Options = OutgoingRequests.Options

/** 15 seconds for the status, 1 KiB of the body, and ten requests of one webhook. */
const limits: OutgoingRequests.Limits = {
  time: Duration.seconds(15),
  bytes: 1024,
  concurrent: 10,
  needs: "status"
}

const headersOf = ({ body, id, secrets, sentAt }: WebhookMessage) => {
  const timestamp = Math.floor(sentAt.epochMillis / 1000)
  const signatures = secrets.map((secret) => sign(Redacted.value(secret), { id, timestamp, body }))
  return {
    "content-type": "application/json",
    "user-agent": "Latchkey-Webhooks",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" ")
  }
}

const unreachable = ({ detail, reason }: OutgoingRequests.OutgoingFailed) =>
  new WebhookUnreachable({ reason: reason === "size" ? "network" : reason, detail })

/** Makes the adapter. Its connections are closed with the scope. */
export const make = (options: Options = {}): Effect.Effect<Sender, never, Scope.Scope> =>
  Effect.map(OutgoingRequests.make(limits, options), (requests) => ({
    isConfigured: true,
    isAllowed: requests.isAllowed,
    send: (message) => {
      const { body, url, webhookId } = message
      const request = { pool: webhookId, method: "POST", url, headers: headersOf(message), body }
      return requests.send(request).pipe(
        Effect.map(({ status }) => status),
        Effect.mapError(unreachable)
      )
    }
  }))

/** The adapter as a layer. Provide it to `Domain.layer`; elsewhere it has no effect, and logs a warning. */
export const layer = (options: Options = {}): Layer.Layer<WebhookSender.WebhookSender> =>
  WebhookSender.layer(make(options))
