/** The webhooks of an instance: the URLs of apps that hear of its events. */
import * as Schema from "effect/Schema"
import { idOf } from "../core/Id.ts"
import { InstanceId } from "../core/Ids.ts"
import { SealedText } from "../core/SecretKeys.ts"
import { EventType } from "../event/Event.ts"

/** Names a webhook of an instance: `webhook_` and a UUIDv7. */
export const WebhookId = idOf("WebhookId", "webhook")
export type WebhookId = typeof WebhookId.Type

/** The most webhooks that an instance can have. */
export const maxWebhooks = 10

/**
 * A URL of `https` or `http`, at most 2,048 characters, without a user, a password and a fragment. `WebhookSender` says
 * whether it sends there: plain `http` is for hosts of this machine.
 */
export const WebhookUrl = Schema.String.pipe(
  Schema.pattern(/^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?([/?][!"$-~]*)?$/, {
    message: () => "must be an https or http URL with its host in lower case, without a user, a password and a fragment"
  }),
  Schema.maxLength(2048, { message: () => "must be at most 2,048 characters" })
)
export type WebhookUrl = typeof WebhookUrl.Type

/** Returns the scheme and the host of a URL. The rest can be a secret. */
export const originOf = (url: WebhookUrl): string => /^https?:\/\/[^/?]+/.exec(url)?.[0] ?? ""

/** The types of events that a webhook gets: one or more, each once; `null` for all, also those of later versions. */
export const WebhookTypes = Schema.NullOr(
  Schema.NonEmptyArray(EventType).pipe(
    Schema.filter((types) => new Set(types).size === types.length, {
      message: () => "must have each type once",
      jsonSchema: { uniqueItems: true }
    })
  )
)
export type WebhookTypes = typeof WebhookTypes.Type

/**
 * Why a webhook is disabled.
 *
 * - `operator`: an operator disabled it.
 * - `gone`: it responded with 410.
 * - `failing`: nothing that was sent to it has succeeded for five days.
 */
export const DisabledReason = Schema.Literal("operator", "gone", "failing")
export type DisabledReason = typeof DisabledReason.Type

/**
 * A webhook.
 *
 * - `disabled`: since when nothing is sent, and why; none if it is enabled.
 * - `failingSince`: the first failure after the last success; none if the last message succeeded.
 * - `secret`: what messages are signed with, encrypted.
 * - `previousSecret`: signs them, too, until a time.
 */
export class Webhook extends Schema.Class<Webhook>("@latchkey/domain/Webhook")({
  id: WebhookId,
  instanceId: InstanceId,
  url: WebhookUrl,
  types: WebhookTypes,
  createdAt: Schema.DateTimeUtcFromSelf,
  disabled: Schema.OptionFromSelf(Schema.Struct({ at: Schema.DateTimeUtcFromSelf, reason: DisabledReason })),
  failingSince: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf),
  secret: Schema.typeSchema(SealedText),
  previousSecret: Schema.OptionFromSelf(
    Schema.Struct({ sealed: Schema.typeSchema(SealedText), until: Schema.DateTimeUtcFromSelf })
  )
}) {}
