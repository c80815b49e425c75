/** Whether the webhooks of all instances get their events: for `latchkey doctor`. */
import * as HkdfSecretKeys from "@latchkey/crypto/HkdfSecretKeys"
import { type DisabledReason, originOf, type Webhook } from "@latchkey/domain/webhook/Webhook"
import { listAll, WebhookRepository } from "@latchkey/domain/webhook/WebhookRepository"
import * as HttpWebhookSender from "@latchkey/outgoing/HttpWebhookSender"
import * as PostgresWebhookRepository from "@latchkey/postgres/PostgresWebhookRepository"
import * as Chunk from "effect/Chunk"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { amount } from "../account/amount.ts"
import * as Check from "../core/Check.ts"
import type { Settings } from "../core/Settings.ts"
import { unusable } from "../passkey/RpIdCheck.ts"

type OfWebhooks = Pick<Settings, "outgoingPrivateHosts" | "secretKey" | "secretKeyPrevious">

/** Names a webhook. The rest of its URL can be a secret. */
const nameOf = ({ id, instanceId, url }: Webhook) => `${id} (${originOf(url)}) of instance "${instanceId}"`

const reasons: Readonly<Record<DisabledReason, string>> = {
  operator: "by an administrator",
  gone: "because it responded with 410",
  failing: "because nothing succeeded for five days"
}

const disabledOf = (webhook: Webhook, { at, reason }: { readonly at: DateTime.Utc; readonly reason: DisabledReason }) =>
  (reason === "operator" ? Check.ok : Check.warning)(
    `${nameOf(webhook)} is disabled ${reasons[reason]}, since ${DateTime.formatIso(at)}`
  )

/** Says what is wrong with an enabled webhook. */
const problemsOf = (
  { failingSince, secret, url }: Webhook,
  { isAllowed, keyIds }: { readonly isAllowed: (url: string) => boolean; readonly keyIds: ReadonlySet<string> }
): ReadonlyArray<string> => [
  ...Option.toArray(Option.map(failingSince, (since) => `fails since ${DateTime.formatIso(since)}`)),
  ...(isAllowed(url) ? [] : ["has a URL that needs https, or to be listed in OUTGOING_PRIVATE_HOSTS"]),
  ...(keyIds.has(secret.keyId)
    ? []
    : ["has a secret that cannot be decrypted: replace the secret, or restore SECRET_KEY"])
]

/** Checks the webhooks, and sends nothing. One that fails is a warning: its events are kept, and sent again. */
export const run = ({ outgoingPrivateHosts, secretKey, secretKeyPrevious }: OfWebhooks) =>
  Effect.gen(function* () {
    const { isAllowed } = yield* HttpWebhookSender.make({ privateHosts: outgoingPrivateHosts })
    const keys = [...Option.toArray(secretKey), ...Option.toArray(secretKeyPrevious)]
    const keyIds = new Set(keys.map((key) => HkdfSecretKeys.keyId(key, "webhook")))
    const webhooks = Chunk.toReadonlyArray(yield* Stream.runCollect(listAll(yield* WebhookRepository)))
    const found = webhooks.flatMap((webhook) => {
      if (Option.isSome(webhook.disabled)) return [disabledOf(webhook, webhook.disabled.value)]
      const problems = problemsOf(webhook, { isAllowed, keyIds })
      return problems.length === 0 ? [] : [Check.warning(`${nameOf(webhook)} ${problems.join(", and ")}`)]
    })
    if (found.length > 0) return Check.combine(found)
    return Check.ok(webhooks.length === 0 ? "none" : `${amount(webhooks.length, "webhook")}, nothing wrong`)
  }).pipe(Effect.scoped, Effect.provide(PostgresWebhookRepository.layer), Effect.mapError(unusable))
