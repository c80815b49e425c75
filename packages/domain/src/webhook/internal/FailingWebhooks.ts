/** Says in the log when a webhook begins to fail, when it works again, and when it is disabled: once each time. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { DisabledReason } from "../Webhook.ts"
import type { DeliveryKey } from "../WebhookQueue.ts"
import { WebhookRepository } from "../WebhookRepository.ts"

/** Makes the functions. */
export const make = Effect.gen(function* () {
  const { recordFailure, recordSuccess } = yield* WebhookRepository

  /** Records a failure. Returns since when the webhook is failing; none if it is disabled or gone. */
  const begin = Effect.fnUntraced(function* ({ instanceId, webhookId }: DeliveryKey, at: DateTime.Utc) {
    const since = yield* recordFailure(instanceId, webhookId, at)
    if (Option.exists(since, (first) => DateTime.Equivalence(first, at))) yield* Effect.logWarning("webhook_failing")
    return since
  })

  /** Records a success of a webhook that was failing. */
  const end = ({ instanceId, webhookId }: DeliveryKey) =>
    Effect.zipRight(recordSuccess(instanceId, webhookId), Effect.logInfo("webhook_recovered"))

  /** Says that a webhook was disabled. */
  const tell = (_: DeliveryKey, reason: DisabledReason) =>
    Effect.annotateLogs(Effect.logWarning("webhook_disabled"), { reason })

  return { begin, end, tell }
})
