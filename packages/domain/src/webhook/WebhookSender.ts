/** Sends events to the apps that want to hear of them, as Standard Webhooks describes it. */
import type * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as AppPart from "../core/AppPart.ts"
import type { WebhookId } from "./Webhook.ts"

/**
 * A message to a webhook.
 *
 * - `webhookId`: whose requests it counts among. A slow webhook takes no place of another one.
 * - `id`: the same with each try, so that the app knows a repeat.
 * - `sentAt`: the time of this try, which is signed with the body.
 * - `body`: JSON.
 * - `secrets`: `whsec_` and base64 of the key. While a secret is replaced, the message has a signature of each.
 */
export interface WebhookMessage {
  readonly webhookId: WebhookId
  readonly url: string
  readonly id: string
  readonly sentAt: DateTime.Utc
  readonly body: string
  readonly secrets: Arr.NonEmptyReadonlyArray<Redacted.Redacted>
}

/**
 * - `busy`: the webhook has as many requests in progress as it can have. Nothing was sent.
 * - `url`: it is no URL of `https`, and no listed host of this machine. Nothing was sent.
 * - `address`: the host has no public address. Nothing was sent.
 * - `network`: no connection, no valid certificate, or no response.
 * - `timeout`: the response took too long.
 */
export type WebhookFailureReason = "busy" | "url" | "address" | "network" | "timeout"

/** There was no response. `detail` has at most the host and the code of the failure, for operators. */
export class WebhookUnreachable extends Data.TaggedError("WebhookUnreachable")<{
  readonly reason: WebhookFailureReason
  readonly detail: string
}> {
  override get message() {
    return this.detail
  }
}

/**
 * Sends messages with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. Sends to `https` only,
 * and to `http` on hosts of this machine that settings list. Follows no redirect, takes 15 seconds at most, reads no
 * more than 1 KiB of a response, and reaches no private address that is not listed.
 */
export interface Sender {
  /** `true` if there is an adapter. */
  readonly isConfigured: boolean

  /** Returns whether a message can be sent to the URL, before its name is looked up. */
  readonly isAllowed: (url: string) => boolean

  /** Sends a message, and returns the status of the response, whatever it is. Interruption aborts it. */
  readonly send: (message: WebhookMessage) => Effect.Effect<number, WebhookUnreachable>
}

/** Sends nothing. */
export const none: Sender = {
  isConfigured: false,
  isAllowed: () => false,
  send: () => Effect.fail(new WebhookUnreachable({ reason: "network", detail: "No adapter is configured" }))
}

/**
 * The port for sending messages to webhooks: `none` by default. `@latchkey/outgoing/HttpWebhookSender` is an adapter.
 * `Domain.layer` reads it when it is built.
 */
export class WebhookSender extends Context.Reference<WebhookSender>()("@latchkey/domain/WebhookSender", {
  defaultValue: () => none
}) {}

/**
 * Sends messages to webhooks. Provide the layer to `Domain.layer`; elsewhere it has no effect, and logs a warning when
 * the app starts.
 */
export const layer = <E, R>(
  make: Effect.Effect<Sender, E, R>
): Layer.Layer<WebhookSender, E, Exclude<R, Scope.Scope>> => AppPart.layer("WebhookSender.layer", WebhookSender, make)
