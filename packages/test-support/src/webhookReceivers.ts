/** Substitutes for the apps that get events. */
import { type Sender, type WebhookMessage, WebhookUnreachable } from "@latchkey/domain/webhook/WebhookSender"
import * as WebhookSender from "@latchkey/domain/webhook/WebhookSender"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"

/** What a receiver responds: a status, or why there is none. */
export type Response = number | WebhookUnreachable["reason"]

/** Receivers at every `https` URL, which respond what `respond` returns, and what they have received. */
export const make = (respond: (message: WebhookMessage) => Response = () => 204) => {
  const received: Array<WebhookMessage> = []
  const sender: Sender = {
    isConfigured: true,
    isAllowed: (url) => url.startsWith("https://"),
    send: (message) =>
      Effect.suspend(() => {
        received.push(message)
        const response = respond(message)
        if (typeof response === "number") return Effect.succeed(response)
        const { hostname } = new URL(message.url)
        return Effect.fail(new WebhookUnreachable({ reason: response, detail: `${hostname}: ${response}` }))
      })
  }
  const layer: Layer.Layer<WebhookSender.WebhookSender> = WebhookSender.layer(Effect.succeed(sender))
  return { layer, received }
}
