/** The settings of webhooks as the admin API and the dashboard receive them. */
import { WebhookTypes, WebhookUrl } from "@latchkey/domain/webhook/Webhook"
import { defaultSecretOverlap, longestSecretOverlap } from "@latchkey/domain/webhook/WebhookAdministration"
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"

const types = WebhookTypes.annotations({
  message: () => ({ message: "must be null for all events, or a list of one type or more, each once", override: true })
})

/** Decodes the settings of a new webhook: without `types`, it gets the events of all. */
export const NewWebhookInput = Schema.Struct({
  url: WebhookUrl,
  types: Schema.optionalWith(types, { exact: true, default: () => null })
})

/** A change of a webhook. */
export const WebhookPatchInput = Schema.partialWith(
  Schema.Struct({ url: WebhookUrl, types, enabled: Schema.Boolean }),
  { exact: true }
)

const longest = Duration.toSeconds(longestSecretOverlap)
const message = () => `must be a whole number from 0 to ${longest}`

/** How long the secret before is valid after a rotation: a day unless the request says. */
export const SecretRotationInput = Schema.Struct({
  previousValidForSeconds: Schema.optionalWith(
    Schema.Int.annotations({ message }).pipe(Schema.between(0, longest, { message })),
    { exact: true, default: () => Duration.toSeconds(defaultSecretOverlap) }
  )
})
