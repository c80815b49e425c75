/** Sends one leased delivery, and records what that led to. */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import type { PersistenceError } from "../../core/Errors.ts"
import * as AppPart from "../../core/AppPart.ts"
import type { Recording } from "../../core/LeasingWorker.ts"
import * as Metrics from "../../core/Metrics.ts"
import type { DisabledReason } from "../Webhook.ts"
import { type DeliveryReason, isDelivered } from "../WebhookDelivery.ts"
import { type LeasedDelivery, type TryResult, WebhookQueue } from "../WebhookQueue.ts"
import { type Disabling, WebhookRepository } from "../WebhookRepository.ts"
import { WebhookSender } from "../WebhookSender.ts"
import * as FailingWebhooks from "./FailingWebhooks.ts"
import * as WebhookSecrets from "./WebhookSecrets.ts"

/** How long after each failed try the next one comes. */
const delays = [
  Duration.seconds(5),
  Duration.minutes(5),
  Duration.minutes(30),
  Duration.hours(2),
  Duration.hours(5),
  Duration.hours(10),
  Duration.hours(14),
  Duration.hours(20),
  Duration.hours(24)
] as const

/** A tenth of a delay: by so much it is longer or shorter at most, so that tries of many events come apart. */
const jitter = 0.1

/** How long after a failed try the next one comes; none after the tenth. `random`: from 0 to 1. */
export const delayAfter = (tries: number, random: number): Option.Option<Duration.Duration> =>
  Option.map(Option.fromNullable(delays[tries - 1]), (delay) => Duration.times(delay, 1 + jitter * (2 * random - 1)))

const busyDelay = Duration.seconds(1)

/** A process gets another key when it starts. Until then another process may have it. */
const missingKeyDelay = Duration.minutes(5)

/** Five days: a webhook is disabled if nothing that was sent to it has succeeded for so long. */
export const patience = Duration.days(5)

const gone = 410

type Outcome = Pick<TryResult, "reason" | "status">

const failure = (reason: DeliveryReason): Outcome => ({ status: Option.none(), reason: Option.some(reason) })

/** Makes the functions that deliver a leased event, and end its lease. */
export const make = Effect.gen(function* () {
  const queue = yield* WebhookQueue
  const secrets = yield* WebhookSecrets.make
  const sender = yield* AppPart.read(WebhookSender)
  const webhooks = yield* WebhookRepository
  const failing = yield* FailingWebhooks.make

  const missingKeys = new Set<string>()

  const reasonOf = ({ reason }: Outcome) => Option.getOrElse(reason, () => "status")
  const count = (outcome: string, result: Outcome) => Metrics.webhookDeliveries({ outcome, reason: reasonOf(result) })

  const complete = Effect.fnUntraced(function* (
    delivery: LeasedDelivery,
    state: "delivered" | "failed",
    outcome: Outcome
  ) {
    const at = yield* DateTime.now
    yield* queue.complete(delivery, state, { at, ...outcome })
    if (state === "failed") {
      yield* Effect.annotateLogs(Effect.logWarning("webhook_delivery_failed"), { reason: reasonOf(outcome) })
    }
    yield* count(state, outcome)
    yield* Metrics.webhookDeliveryAge({ outcome: state }, DateTime.distanceDuration(delivery.createdAt, at))
  })

  const succeed = Effect.fnUntraced(function* (delivery: LeasedDelivery, outcome: Outcome) {
    yield* complete(delivery, "delivered", outcome)
    if (Option.isSome(delivery.webhook.failingSince)) yield* failing.end(delivery)
  })

  const rescheduleAt = Effect.fnUntraced(function* (delivery: LeasedDelivery, dueAt: DateTime.Utc, outcome: Outcome) {
    yield* queue.reschedule(delivery, dueAt, { at: yield* DateTime.now, ...outcome })
    yield* count("rescheduled", outcome)
  })

  /** Disables the webhook, does what is left to do with the delivery, and then tells the administrators. */
  const disable = Effect.fnUntraced(function* (
    delivery: LeasedDelivery,
    disabled: Disabling & { readonly reason: Exclude<DisabledReason, "operator"> },
    rest: Effect.Effect<void, PersistenceError> = Effect.void
  ) {
    const isDisabled = yield* webhooks.disable(FailingWebhooks.triedWebhook(delivery), disabled)
    yield* rest
    if (isDisabled) yield* failing.tell(delivery, disabled.reason)
  })

  const fail = Effect.fnUntraced(function* (delivery: LeasedDelivery, outcome: Outcome) {
    const now = yield* DateTime.now
    const delay = delayAfter(delivery.attempts + 1, yield* Random.next)
    yield* Option.match(delay, {
      onNone: () => complete(delivery, "failed", outcome),
      onSome: (after) => rescheduleAt(delivery, DateTime.addDuration(now, after), outcome)
    })
    const since = yield* failing.begin(delivery, now)
    if (Option.isNone(since) || Duration.lessThanOrEqualTo(DateTime.distanceDuration(since.value, now), patience))
      return
    yield* disable(delivery, { at: now, reason: "failing", failingSince: since.value })
  })

  const releaseAfter = (delivery: LeasedDelivery, after: Duration.Duration): Recording =>
    Effect.flatMap(DateTime.now, (now) => queue.release(delivery, DateTime.addDuration(now, after)))

  /** Logs each key once. The operator has to configure it: nothing of that is a failure of the webhook. */
  const onMissingKey = Effect.fnUntraced(function* (delivery: LeasedDelivery) {
    const key = delivery.webhook.secret.keyId
    if (!missingKeys.has(key)) yield* Effect.annotateLogs(Effect.logError("webhook_key_missing"), { key })
    missingKeys.add(key)
    yield* releaseAfter(delivery, missingKeyDelay)
    yield* Metrics.webhookDeliveries({ outcome: "postponed", reason: "secret" })
  })

  const onStatus = Effect.fnUntraced(function* (delivery: LeasedDelivery, status: number) {
    const outcome = { status: Option.some(status), reason: Option.none() }
    if (isDelivered(status)) return yield* succeed(delivery, outcome)
    if (status !== gone) return yield* fail(delivery, outcome)
    // In this order no other process sends it meanwhile.
    const at = yield* DateTime.now
    yield* disable(delivery, { at, reason: "gone" }, rescheduleAt(delivery, at, outcome))
  })

  const deliver = Effect.fnUntraced(function* (delivery: LeasedDelivery) {
    const { body, eventId: id, instanceId, webhook, webhookId } = delivery
    if (Option.isNone(body)) return complete(delivery, "failed", failure("expired"))
    const opened = yield* secrets.open({ ...webhook, id: webhookId, instanceId })
    if (Option.isNone(opened)) return onMissingKey(delivery)

    const sentAt = yield* DateTime.now
    const message = { webhookId, url: webhook.url, id, sentAt, body: body.value, secrets: opened.value }
    const response = yield* Effect.either(sender.send(message))
    if (Either.isRight(response)) return onStatus(delivery, response.right)
    const { reason } = response.left
    return reason === "busy" ? releaseAfter(delivery, busyDelay) : fail(delivery, failure(reason))
  })

  return { deliver, release: (delivery: LeasedDelivery) => releaseAfter(delivery, Duration.zero) }
})
