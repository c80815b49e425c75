/**
 * Metrics of the use cases, as metrics of `effect`: the app decides where they go. No label holds an address, or the
 * id of a user or an instance, so that the number of series does not grow with them.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Metric from "effect/Metric"
import * as MetricBoundaries from "effect/MetricBoundaries"
import * as MetricKey from "effect/MetricKey"
import * as MetricLabel from "effect/MetricLabel"

/** One value for each label. */
export type Labels<Name extends string> = Readonly<Record<Name, string>>

/** Caches one series for each combination of labels: tagging each time costs ten times as much. */
const series = <M>(make: (labels: ReadonlyArray<MetricLabel.MetricLabel>) => M) => {
  const made = new Map<string, M>()
  return (labels: Labels<string>): M => {
    const id = Object.values(labels).join("\n")
    const found = made.get(id)
    if (found !== undefined) return found
    const metric = make(Object.entries(labels).map(([name, value]) => MetricLabel.make(name, value)))
    made.set(id, metric)
    return metric
  }
}

/** Updates a metric as `Metric.update` does, in two steps of Effect instead of four. */
const update = <Type, In, Out>(metric: Metric.Metric<Type, In, Out>, input: In): Effect.Effect<void> =>
  Effect.withFiberRuntime((fiber) => {
    metric.unsafeUpdate(input, fiber.getFiberRef(FiberRef.currentMetricLabels))
    return Effect.void
  })

/** Makes a counter, which grows by `amount`, by default 1. Give each label few values. */
export const counter = <Label extends string>(
  name: string,
  description: string
): ((labels: Labels<Label>, amount?: number) => Effect.Effect<void>) => {
  const key = MetricKey.counter(name, { description, incremental: true })
  const metricOf = series((labels) => Metric.fromMetricKey(MetricKey.taggedWithLabels(key, labels)))
  return (labels: Labels<Label>, amount = 1): Effect.Effect<void> =>
    amount === 0 ? Effect.void : update(metricOf(labels), amount)
}

/** Makes a gauge, which can go up and down. Give each label few values. */
export const gauge = <Label extends string>(
  name: string,
  description: string
): ((labels: Labels<Label>, value: number) => Effect.Effect<void>) => {
  const key = MetricKey.gauge(name, { description })
  const metricOf = series((labels) => Metric.fromMetricKey(MetricKey.taggedWithLabels(key, labels)))
  return (labels: Labels<Label>, value: number): Effect.Effect<void> => update(metricOf(labels), value)
}

/** Makes a histogram of durations in seconds, with `boundaries` in seconds. Give each label few values. */
export const durations = <Label extends string>(
  name: string,
  description: string,
  boundaries: ReadonlyArray<number>
): ((labels: Labels<Label>, duration: Duration.Duration) => Effect.Effect<void>) => {
  const key = MetricKey.histogram(name, MetricBoundaries.fromIterable(boundaries), description)
  const metricOf = series((labels) => Metric.fromMetricKey(MetricKey.taggedWithLabels(key, labels)))
  return (labels: Labels<Label>, duration: Duration.Duration): Effect.Effect<void> =>
    update(metricOf(labels), Duration.toSeconds(duration))
}

/**
 * `latchkey_attempts_total`: attempts of users. `attempt` is one of the `attempts` of a room, such as `sign_in`.
 * `outcome` is `ok`, `ConfirmationNeeded`, `VerificationNeeded`, `SecondFactorRequired`, the tag of the error,
 * `interrupted` or `defect`.
 */
export const attempts = counter<"attempt" | "outcome">(
  "latchkey_attempts_total",
  "Sign-ups, sign-ins and uses of magic links, by outcome"
)

/** `latchkey_rate_limit_total`: decisions of the rate limiter, `allowed` or `refused`, by restricted action. */
export const rateLimit = counter<"action" | "decision">(
  "latchkey_rate_limit_total",
  "Attempts that the rate limits allowed and refused"
)

/**
 * `latchkey_rate_limit_refused_total`: attempts that the rate limiter refused, by the name of the limit, such as
 * `signInPerIp`. If several limits had no room, by the first of them.
 */
export const rateLimitRefused = counter<"limit">(
  "latchkey_rate_limit_refused_total",
  "Attempts that the rate limits refused, by limit"
)

/**
 * `latchkey_admin_key_uses_total`: requests with a key of operators that is right, and sign-ins with one, whatever
 * their outcome. `key` is the id of an API key, `ADMIN_API_KEY` or `ADMIN_API_KEY_PREVIOUS`.
 */
export const adminKeyUses = counter<"key">(
  "latchkey_admin_key_uses_total",
  "Uses of API keys and the admin key, by key"
)

/**
 * `latchkey_accounts_past_failures_total`: accounts with a hundred failed sign-ins in a row, each at most once a day
 * and only while sign-ins go on failing.
 */
export const accountsPastFailures = counter<never>(
  "latchkey_accounts_past_failures_total",
  "Accounts with a hundred failed sign-ins in a row, each at most once a day"
)

/**
 * `latchkey_emails_total`: attempts to send an email. `kind` is what it is about, such as `magic_link`. `outcome` is
 * `sent`, `rescheduled`, `failed` or `discarded`; `reason` is `ok` or a `DeliveryReason`.
 */
export const emails = counter<"kind" | "outcome" | "reason">(
  "latchkey_emails_total",
  "Attempts to send an email, by kind and outcome"
)

/** `latchkey_email_age_seconds`: from the request of an email to its end: `sent`, `failed` or `discarded`. */
export const emailAge = durations<"kind" | "outcome">(
  "latchkey_email_age_seconds",
  "Seconds from the request of an email until it was sent, failed or was discarded",
  [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]
)

/**
 * `latchkey_email_reports_total`: reports about emails. `type` is `bounce` or `complaint`. `outcome` is `suppressed`,
 * `repeated` (a report about the email was taken before) or `unknown` (there is no such email).
 */
export const emailReports = counter<"type" | "outcome">(
  "latchkey_email_reports_total",
  "Reports about emails that bounced or that recipients complained about, by outcome"
)

/**
 * `latchkey_webhook_deliveries_total`: tries to send an event to a webhook. `outcome` is `delivered`, `rescheduled` or
 * `failed`; `reason` is `status` if there was a response, or a `DeliveryReason`.
 *
 * Without the key of a secret there is no try: then they are `postponed` and `secret`.
 */
export const webhookDeliveries = counter<"outcome" | "reason">(
  "latchkey_webhook_deliveries_total",
  "Tries to send an event to a webhook, by outcome"
)

/**
 * `latchkey_webhook_delivery_age_seconds`: from when an event was distributed to a webhook to its end: `delivered` or
 * `failed`.
 */
export const webhookDeliveryAge = durations<"outcome">(
  "latchkey_webhook_delivery_age_seconds",
  "Seconds until an event was delivered to a webhook or has failed",
  [0.25, 0.5, 1, 2.5, 5, 10, 60, 600, 3600, 86_400]
)

/**
 * `latchkey_expired_rows_deleted_total`: rows that the cleanup job deleted. `kind` is that of an `Expiring`, or of what
 * the `cleanup` of a room deletes: `clients`, `users` (whose deletion was due) or `deleted_instances`.
 */
export const expiredRowsDeleted = counter<"kind">(
  "latchkey_expired_rows_deleted_total",
  "Rows deleted by the cleanup job, by kind"
)

/** `latchkey_cleanup_runs_total`: runs of the cleanup job, by outcome: `ok` or `failed`. */
export const cleanupRuns = counter<"outcome">("latchkey_cleanup_runs_total", "Runs of the cleanup job, by outcome")
