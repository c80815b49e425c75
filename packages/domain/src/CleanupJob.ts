/**
 * Deletes what is over: sessions, browsers, links, budgets, and wishes that nobody mailed. Nothing that is over works
 * anyway; this keeps the store small.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { PersistenceError } from "./core/Errors.ts"
import { AttemptCounts } from "./audit/AttemptCounts.ts"
import { AuditLog } from "./audit/AuditLog.ts"
import { InstanceRepository } from "./instance/InstanceRepository.ts"
import { maxAge } from "./magic-link/internal/MagicLinkDelivery.ts"
import { MagicLinkOutbox } from "./magic-link/MagicLinkOutbox.ts"
import { MagicLinkRepository } from "./magic-link/MagicLinkRepository.ts"
import { OperatorRepository } from "./operator/OperatorRepository.ts"
import * as Metrics from "./core/Metrics.ts"
import { RateLimitStore } from "./rate-limit/RateLimitStore.ts"
import * as Reason from "./core/internal/FailureReason.ts"
import { SessionRepository } from "./session/SessionRepository.ts"
import { Transaction } from "./core/Transaction.ts"

/** The use case that deletes what is over. What is over no longer works, swept or not. @since 0.1.0 */
export class Housekeeping extends Context.Tag("@latchkey/domain/Housekeeping")<
  Housekeeping,
  {
    /**
     * Sweeps in small batches until nothing is left, and answers how many rows went. Of several processes one sweeps
     * at a time; the others leave it to that one.
     */
    readonly sweep: Effect.Effect<number, PersistenceError>
  }
>() {}

const batch = 500

/**
 * One minute. What is over by this process's clock is left for so long, because for a process whose clock is behind
 * it is not over yet: a hit that is deleted early would be one too many admitted.
 *
 * @since 0.1.0
 */
export const grace = Duration.minutes(1)

/** What is kept of mails: seven days. @since 0.1.0 */
export const mailRecordLifetime = Duration.days(7)

/** What is kept of the audit log: 400 days, so that a year can be looked back upon. @since 0.1.0 */
export const auditLifetime = Duration.days(400)

/** What is kept of the numbers of attempts: two days, of which the dashboard shows one. @since 0.1.0 */
export const attemptCountLifetime = Duration.days(2)

type Swept =
  | AttemptCounts
  | AuditLog
  | InstanceRepository
  | MagicLinkOutbox
  | MagicLinkRepository
  | OperatorRepository
  | RateLimitStore
  | SessionRepository
  | Transaction

/** The use case over its ports, as an effect. @since 0.1.0 */
export const make: Effect.Effect<typeof Housekeeping.Service, never, Swept> = Effect.gen(function* () {
  const attempts = yield* AttemptCounts
  const audit = yield* AuditLog
  const instances = yield* InstanceRepository
  const limits = yield* RateLimitStore
  const links = yield* MagicLinkRepository
  const operators = yield* OperatorRepository
  const outbox = yield* MagicLinkOutbox
  const sessions = yield* SessionRepository
  const { runAlone } = yield* Transaction

  const sweepAll = Effect.fnUntraced(function* (kind: string, sweepBatch: Effect.Effect<number, PersistenceError>) {
    let total = 0
    while (true) {
      const swept = Option.getOrElse(yield* runAlone("housekeeping", sweepBatch), () => 0)
      if (swept === 0) return total
      yield* Metrics.swept({ kind }, swept)
      total += swept
    }
  })

  const sweep = Effect.gen(function* () {
    const now = DateTime.subtractDuration(yield* DateTime.now, grace)
    const idleLifetimes = (yield* instances.list).map((instance) => instance.sessionConfig.idleLifetimeSeconds)
    // Instances differ in how long a session may idle: the longest is safe for all of them.
    const idleSince = DateTime.subtract(now, { seconds: Math.max(0, ...idleLifetimes) })
    const before = (lifetime: Duration.Duration) => DateTime.subtractDuration(now, lifetime)
    const swept = [
      yield* sweepAll("sessions", sessions.sweep({ now, idleSince, limit: batch })),
      yield* sweepAll("links", links.sweep(now, batch)),
      yield* sweepAll("limits", limits.sweep(now, batch)),
      yield* sweepAll("wishes", outbox.sweep(before(maxAge), batch)),
      yield* sweepAll("mail_records", outbox.sweepRecords(before(mailRecordLifetime), batch)),
      yield* sweepAll("attempt_counts", attempts.sweep(before(attemptCountLifetime), batch)),
      yield* sweepAll("audit_log", audit.sweep(before(auditLifetime), batch)),
      yield* sweepAll("operators", operators.sweep(now, batch))
    ]
    return swept.reduce((total, count) => total + count, 0)
  }).pipe(
    Effect.tapBoth({
      onFailure: () => Metrics.sweeps({ outcome: "failed" }),
      onSuccess: () => Metrics.sweeps({ outcome: "ok" })
    }),
    Effect.withSpan("Housekeeping.sweep")
  )

  return Housekeeping.of({ sweep })
})

/** The use case over its ports. It sweeps when it is told to: see `layerWorker`. @since 0.1.0 */
export const layer: Layer.Layer<Housekeeping, never, Swept> = Layer.effect(Housekeeping, make)

/**
 * Sweeps in the background, every `interval` after the sweep before has ended, for as long as the layer lives. A
 * sweep that fails is a warning in the log, and the next one tries again.
 *
 * @since 0.1.0
 */
export const layerWorker = (interval: Duration.DurationInput): Layer.Layer<never, never, Housekeeping> =>
  Layer.scopedDiscard(
    Effect.flatMap(Housekeeping, ({ sweep }) =>
      sweep.pipe(
        Effect.catchAllCause((cause) => Effect.logWarning("The sweep did not finish", Reason.ofCause(cause))),
        Effect.zipRight(Effect.sleep(interval)),
        Effect.forever,
        Effect.forkScoped
      )
    )
  )
