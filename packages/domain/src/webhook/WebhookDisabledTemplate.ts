import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as AppPart from "../core/AppPart.ts"
import type { InstanceId } from "../core/Ids.ts"
import type { EmailContent } from "../mail/Mailer.ts"
import type { DisabledReason, WebhookId } from "./Webhook.ts"

/**
 * What the email about a webhook that was disabled says.
 *
 * - `name`: that of the administrator.
 * - `origin`: the scheme and the host of the webhook. The rest of its URL can be a secret.
 */
export interface WebhookDisabledEmail {
  readonly name: string
  readonly instanceId: InstanceId
  readonly webhookId: WebhookId
  readonly origin: string
  readonly reason: Exclude<DisabledReason, "operator">
}

/** What the emails need of the dashboard. */
export interface WebhookNotices {
  /** Whether there is a dashboard. If not, no email is sent, and `render` is never called. */
  readonly isAvailable: boolean

  /** Returns subject, plain text and HTML. The HTML must escape every value it quotes. */
  readonly render: (email: WebhookDisabledEmail) => EmailContent
}

/** No dashboard, and no email. */
export const none: WebhookNotices = { isAvailable: false, render: () => ({ subject: "", text: "", html: "" }) }

/**
 * The port for the text of the email about a webhook that was disabled: `none` by default.
 * `@latchkey/pages/dashboard/webhook/WebhookDisabledEmail` is an adapter. `Domain.layer` reads it when it is built.
 */
export class WebhookDisabledTemplate extends Context.Reference<WebhookDisabledTemplate>()(
  "@latchkey/domain/WebhookDisabledTemplate",
  { defaultValue: () => none }
) {}

/**
 * Tells administrators about webhooks that were disabled. Provide the layer to `Domain.layer`; elsewhere it has no
 * effect, and logs a warning when the app starts.
 */
export const layer = <E, R>(make: Effect.Effect<WebhookNotices, E, R>): Layer.Layer<WebhookDisabledTemplate, E, R> =>
  AppPart.layer("WebhookDisabledTemplate.layer", WebhookDisabledTemplate, make)
