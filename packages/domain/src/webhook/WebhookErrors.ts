/** Errors about webhooks. */
import { InvalidInput, Outcome } from "../core/Outcome.ts"
import { maxWebhooks } from "./Webhook.ts"

/** The instance has no webhook with that id. */
export class WebhookNotFound extends Outcome("WebhookNotFound", "not_found", "Webhook not found") {}

/** The webhook has no delivery of that event, or the event is no longer stored. */
export class WebhookDeliveryNotFound extends Outcome(
  "WebhookDeliveryNotFound",
  "not_found",
  "The event is no longer stored, or was not for this webhook"
) {}

/** The instance has as many webhooks as an instance can have. Nothing was changed. */
export class TooManyWebhooks extends InvalidInput(
  "TooManyWebhooks",
  "The instance has as many webhooks as an instance can have",
  { field: "webhooks", reason: `can be at most ${maxWebhooks}: delete one first` }
) {}

/** Nothing can be sent to that URL. Nothing was changed. */
export class WebhookUrlNotAllowed extends InvalidInput("WebhookUrlNotAllowed", "Nothing can be sent to the URL", {
  field: "url",
  reason: "must be an https URL of a public address, unless the settings of the server list its host"
}) {}

/** No server key is configured, so the secret of a webhook could not be encrypted. Nothing was changed. */
export class WebhookSecretImpossible extends InvalidInput(
  "WebhookSecretImpossible",
  "The secret of the webhook could not be encrypted",
  { field: "secret", reason: "requires a server key: set SECRET_KEY and restart the service" }
) {}
