/**
 * Deletes expired rows of every port. An expired row no longer has any effect; deleting it keeps the store small.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { SignInFailures } from "./account/SignInFailures.ts"
import { AttemptCounts } from "./audit/AttemptCounts.ts"
import { AuditLog } from "./audit/AuditLog.ts"
import type { PersistenceError } from "./core/Errors.ts"
import * as FailureReason from "./core/internal/FailureReason.ts"
import * as Metrics from "./core/Metrics.ts"
import { traced } from "./core/Tracing.ts"
import { Transaction } from "./core/Transaction.ts"
import { InstanceRepository } from "./instance/InstanceRepository.ts"
import { MagicLinkRepository } from "./magic-link/MagicLinkRepository.ts"
import { EmailOutbox } from "./mail/EmailOutbox.ts"
import { MailDeliveryLog } from "./mail/MailDeliveryLog.ts"
import { OperatorRepository } from "./operator/OperatorRepository.ts"
import { RateLimitStore } from "./rate-limit/RateLimitStore.ts"
import { SessionRepository } from "./session/SessionRepository.ts"

/** The use case of deleting expired rows. @since 0.1.0 */
export class CleanupJob extends Context.Tag("@latchkey/domain/CleanupJob")<
  CleanupJob,
  {
    /**
     * Deletes expired rows in small batches until none is left, and returns how many. Only one process runs it at a
     * time; others return without waiting.
     */
    readonly run: Effect.Effect<number, PersistenceError>
  }
>() {}

const batchSize = 500

/**
 * One minute: how long expired rows are kept. By the clock of another process, which may be behind, they may not have
 * expired: deleting an attempt too early would allow one too many.
 *
 * @since 0.1.0
 */
export const grace = Duration.minutes(1)

/** Seven days: how long the results of emails are kept. @since 0.1.0 */
export const emailDeliveryLifetime = Duration.days(7)

/** 400 days: how long the audit log is kept, so that it covers more than a year. @since 0.1.0 */
export const auditLifetime = Duration.days(400)

/** Two days: how long the numbers of attempts are kept. The dashboard shows one day. @since 0.1.0 */
export const attemptCountLifetime = Duration.days(2)

/** Makes the use case. @since 0.1.0 */
export const make = Effect.gen(function* () {
  const attempts = yield* AttemptCounts
  const audit = yield* AuditLog
  const deliveries = yield* MailDeliveryLog
  const failures = yield* SignInFailures
  const instances = yield* InstanceRepository
  const limits = yield* RateLimitStore
  const links = yield* MagicLinkRepository
  const operators = yield* OperatorRepository
  const outbox = yield* EmailOutbox
  const sessions = yield* SessionRepository
  const { runExclusive } = yield* Transaction

  const deleteAll = Effect.fnUntraced(function* (kind: string, deleteBatch: Effect.Effect<number, PersistenceError>) {
    let total = 0
    while (true) {
      const deleted = Option.getOrElse(yield* runExclusive("cleanup", deleteBatch), () => 0)
      if (deleted === 0) return total
      yield* Metrics.expiredRowsDeleted({ kind }, deleted)
      total += deleted
    }
  })

  const run = Effect.gen(function* () {
    const now = DateTime.subtractDuration(yield* DateTime.now, grace)
    const idleLifetimes = (yield* instances.list).map((instance) => instance.sessionConfig.idleLifetimeSeconds)
    // Instances have different idle lifetimes: the longest is safe for all of them.
    const idleSince = DateTime.subtract(now, { seconds: Math.max(0, ...idleLifetimes) })
    const before = (lifetime: Duration.Duration) => DateTime.subtractDuration(now, lifetime)
    const deleted = [
      yield* deleteAll("sessions", sessions.deleteExpired({ now, idleSince, limit: batchSize })),
      yield* deleteAll("magic_links", links.deleteExpired(now, batchSize)),
      yield* deleteAll("rate_limits", limits.deleteExpired(now, batchSize)),
      yield* deleteAll("sign_in_failures", failures.deleteExpired(now, batchSize)),
      yield* deleteAll("queued_emails", outbox.deleteExpired(now, batchSize)),
      yield* deleteAll("email_deliveries", deliveries.deleteExpired(before(emailDeliveryLifetime), batchSize)),
      yield* deleteAll("attempt_counts", attempts.deleteExpired(before(attemptCountLifetime), batchSize)),
      yield* deleteAll("audit_log", audit.deleteExpired(before(auditLifetime), batchSize)),
      yield* deleteAll("operators", operators.deleteExpired(now, batchSize))
    ]
    return deleted.reduce((total, count) => total + count, 0)
  }).pipe(
    Effect.tapBoth({
      onFailure: () => Metrics.cleanupRuns({ outcome: "failed" }),
      onSuccess: () => Metrics.cleanupRuns({ outcome: "ok" })
    }),
    traced("CleanupJob.run")
  )

  return CleanupJob.of({ run })
})

/** The use case as a layer. Runs only when it is told to: see `layerWorker`. @since 0.1.0 */
export const layer: Layer.Layer<
  CleanupJob,
  never,
  | AttemptCounts
  | AuditLog
  | EmailOutbox
  | InstanceRepository
  | MagicLinkRepository
  | MailDeliveryLog
  | OperatorRepository
  | RateLimitStore
  | SessionRepository
  | SignInFailures
  | Transaction
> = Layer.effect(CleanupJob, make)

/**
 * Runs in the background for as long as the layer lives, `interval` after each run has ended. A failed run is a warning
 * in the log, and the next one tries again.
 *
 * @since 0.1.0
 */
export const layerWorker = (interval: Duration.DurationInput): Layer.Layer<never, never, CleanupJob> =>
  Layer.scopedDiscard(
    Effect.flatMap(CleanupJob, ({ run }) =>
      run.pipe(
        Effect.catchAllCause((cause) =>
          Effect.logWarning("The cleanup job did not finish", FailureReason.ofCause(cause))
        ),
        Effect.zipRight(Effect.sleep(interval)),
        Effect.forever,
        Effect.forkScoped
      )
    )
  )
