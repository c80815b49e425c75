/**
 * What can be counted of the use cases, as metrics of `effect`: where they go is for the app to say. No label holds an
 * address or an id, so that the number of series does not grow with the number of users or instances.
 *
 * @since 0.1.0
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as MetricBoundaries from "effect/MetricBoundaries"
import * as MetricKey from "effect/MetricKey"
import * as MetricLabel from "effect/MetricLabel"

/** One value for each name. @since 0.1.0 */
export type Labels<Name extends string> = Readonly<Record<Name, string>>

/** One series for each combination of labels, looked up once: tagging anew each time costs ten times as much. */
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

/**
 * Makes a counter: a number that only grows, by 1 unless it is told by how much. Give each label few values.
 *
 * @since 0.1.0
 */
export const counter = <Label extends string>(
  name: string,
  description: string
): ((labels: Labels<Label>, amount?: number) => Effect.Effect<void>) => {
  const key = MetricKey.counter(name, { description, incremental: true })
  const metricOf = series((labels) => Metric.fromMetricKey(MetricKey.taggedWithLabels(key, labels)))
  return (labels: Labels<Label>, amount = 1): Effect.Effect<void> =>
    amount === 0 ? Effect.void : Metric.update(metricOf(labels), amount)
}

/** Makes a gauge: a number that goes up and down. Give each label few values. @since 0.1.0 */
export const gauge = <Label extends string>(
  name: string,
  description: string
): ((labels: Labels<Label>, value: number) => Effect.Effect<void>) => {
  const key = MetricKey.gauge(name, { description })
  const metricOf = series((labels) => Metric.fromMetricKey(MetricKey.taggedWithLabels(key, labels)))
  return (labels: Labels<Label>, value: number): Effect.Effect<void> => Metric.set(metricOf(labels), value)
}

/**
 * Makes a histogram of how long something takes, in seconds; so are its `boundaries`. Give each label few values.
 *
 * @since 0.1.0
 */
export const durations = <Label extends string>(
  name: string,
  description: string,
  boundaries: ReadonlyArray<number>
): ((labels: Labels<Label>, duration: Duration.Duration) => Effect.Effect<void>) => {
  const key = MetricKey.histogram(name, MetricBoundaries.fromIterable(boundaries), description)
  const metricOf = series((labels) => Metric.fromMetricKey(MetricKey.taggedWithLabels(key, labels)))
  return (labels: Labels<Label>, duration: Duration.Duration): Effect.Effect<void> =>
    Metric.update(metricOf(labels), Duration.toSeconds(duration))
}

/**
 * `latchkey_attempts_total`: attempts of people, by what they tried (`sign_up`, `sign_in`, `magic_link_request`,
 * `magic_link_verify`, `sign_out_all`, `password_set`) and how it ended: `ok`, `ConfirmationNeeded`, the tag of the error,
 * `interrupted` or `defect`.
 *
 * @since 0.1.0
 */
export const attempts = counter<"attempt" | "outcome">(
  "latchkey_attempts_total",
  "Sign-ups, sign-ins and uses of links, by how they ended"
)

/** `latchkey_rate_limit_total`: decisions of the limiter, `admitted` or `refused`, by what was tried. @since 0.1.0 */
export const rateLimit = counter<"action" | "decision">(
  "latchkey_rate_limit_total",
  "What the rate limits admitted and refused"
)

/**
 * `latchkey_mails_total`: tries to mail a link, by how they ended (`sent`, `retried`, `dropped`) and why.
 *
 * @since 0.1.0
 */
export const mails = counter<"outcome" | "reason">(
  "latchkey_mails_total",
  "Mails with a link: sent, retried later, or dropped for good, and why"
)

/** `latchkey_mail_age_seconds`: from the wish for a link to the end of its mail, `sent` or `dropped`. @since 0.1.0 */
export const mailAge = durations<"outcome">(
  "latchkey_mail_age_seconds",
  "How old the wish for a link was when its mail was sent or dropped",
  [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]
)

/**
 * `latchkey_swept_total`: rows that `Housekeeping` deleted, by `kind`: `sessions` (browsers among them), `links`,
 * `limits`, `wishes`, `mail_records`, `attempt_counts`, `audit_log`, `operators`.
 *
 * @since 0.1.0
 */
export const swept = counter<"kind">("latchkey_swept_total", "Rows that were deleted because they were over")

/** `latchkey_sweeps_total`: sweeps of `Housekeeping`, by how they ended: `ok` or `failed`. @since 0.1.0 */
export const sweeps = counter<"outcome">("latchkey_sweeps_total", "Sweeps, by how they ended")
