/** The id of a webhook: `webhook_…`. */
import { idOf } from "../core/Id.ts"

/** Identifies a webhook of an instance. */
export const WebhookId = idOf("WebhookId", "webhook")
export type WebhookId = typeof WebhookId.Type
