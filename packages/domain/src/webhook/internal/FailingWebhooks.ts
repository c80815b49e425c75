/**
 * Says in the log when a webhook begins to fail, when it works again, and when it is disabled: once by all processes.
 * Administrators get an email about the last one.
 */
import type * as Cause from "effect/Cause"
import type * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as AppPart from "../../core/AppPart.ts"
import type { PersistenceError } from "../../core/Errors.ts"
import * as FailureReason from "../../core/FailureReason.ts"
import { Mailer } from "../../mail/Mailer.ts"
import type { MailerError } from "../../mail/MailErrors.ts"
import { isActiveAdmin, type Operator } from "../../operator/Operator.ts"
import * as OperatorUsers from "../../operator/OperatorUsers.ts"
import { originOf } from "../Webhook.ts"
import { WebhookDisabledTemplate, type WebhookDisabledEmail } from "../WebhookDisabledTemplate.ts"
import type { LeasedDelivery } from "../WebhookQueue.ts"
import { type TriedWebhook, WebhookRepository } from "../WebhookRepository.ts"

type Reason = WebhookDisabledEmail["reason"]

/** Returns the webhook that a delivery was sent to. */
export const triedWebhook = ({ instanceId, webhook, webhookId }: LeasedDelivery): TriedWebhook => ({
  id: webhookId,
  instanceId,
  url: webhook.url
})

const sendTimeout = Duration.seconds(20)

/** Makes the functions. */
export const make = Effect.gen(function* () {
  const { recordFailure, recordSuccess } = yield* WebhookRepository
  const mailer = yield* Mailer
  const operators = yield* OperatorUsers.make
  const template = yield* AppPart.read(WebhookDisabledTemplate)

  /** Records a failure. Returns since when the webhook is failing; none if it is disabled, gone or has another URL. */
  const begin = Effect.fnUntraced(function* (delivery: LeasedDelivery, at: DateTime.Utc) {
    const failing = yield* recordFailure(triedWebhook(delivery), at)
    if (Option.exists(failing, ({ hasBegun }) => hasBegun)) yield* Effect.logWarning("webhook_failing")
    return Option.map(failing, ({ since }) => since)
  })

  /** Records a success of a webhook that was failing. */
  const end = Effect.fnUntraced(function* (delivery: LeasedDelivery) {
    if (yield* recordSuccess(triedWebhook(delivery))) yield* Effect.logInfo("webhook_recovered")
  })

  const logFailure = (cause: Cause.Cause<MailerError | PersistenceError | Cause.TimeoutException>) =>
    Effect.logWarning("The email about a disabled webhook could not be sent", FailureReason.ofCause(cause))

  const send = ({ email, id, name }: Operator, { instanceId, webhook, webhookId }: LeasedDelivery, reason: Reason) => {
    const content = template.render({ name, instanceId, webhookId, origin: originOf(webhook.url), reason })
    return mailer
      .send({ to: email, reference: id, ...content })
      .pipe(Effect.timeout(sendTimeout), Effect.catchAllCause(logFailure))
  }

  const sendToAll = Effect.fnUntraced(function* (delivery: LeasedDelivery, reason: Reason) {
    const administrators = (yield* operators.list).filter(isActiveAdmin)
    yield* Effect.forEach(administrators, (one) => send(one, delivery, reason), { concurrency: 5, discard: true })
  })

  /** Says that a webhook was disabled, also to every administrator. A shutdown does not wait for the emails. */
  const tell = Effect.fnUntraced(function* (delivery: LeasedDelivery, reason: Reason) {
    yield* Effect.annotateLogs(Effect.logWarning("webhook_disabled"), { reason })
    if (!template.isAvailable || !mailer.isConfigured) return
    yield* Effect.catchAllCause(Effect.interruptible(sendToAll(delivery, reason)), logFailure)
  })

  return { begin, end, tell }
})
