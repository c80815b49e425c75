/**
 * Deletes expired rows of every port, and everything of deleted instances. Such a row no longer has any effect;
 * deleting it keeps the store small, and personal data no longer than needed. Also encrypts the secrets of second
 * factors again after the server got another key.
 *
 * @since 0.1.0
 */
import * as Arr from "effect/Array"
import type * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Number from "effect/Number"
import * as Option from "effect/Option"
import { FormerEmails } from "./account/FormerEmails.ts"
import { SignInFailures } from "./account/SignInFailures.ts"
import { isDeletionDue, type User, UserRepository } from "./account/UserRepository.ts"
import { AttemptCounts } from "./audit/AttemptCounts.ts"
import { AuditLog } from "./audit/AuditLog.ts"
import { UserNotFound } from "./account/AccountErrors.ts"
import type { PersistenceError } from "./core/Errors.ts"
import type { InstanceId } from "./core/Ids.ts"
import * as FailureReason from "./core/internal/FailureReason.ts"
import * as Metrics from "./core/Metrics.ts"
import { traced } from "./core/Tracing.ts"
import { Transaction } from "./core/Transaction.ts"
import { InstanceRemoval } from "./instance/InstanceRemoval.ts"
import { InstanceRepository } from "./instance/InstanceRepository.ts"
import { InvitationRepository } from "./invitation/InvitationRepository.ts"
import { MagicLinkRepository } from "./magic-link/MagicLinkRepository.ts"
import { EmailOutbox } from "./mail/EmailOutbox.ts"
import { EmailSuppressions } from "./mail/EmailSuppressions.ts"
import { MailDeliveryLog } from "./mail/MailDeliveryLog.ts"
import { ApiKeyRepository } from "./operator/ApiKeyRepository.ts"
import { retention as apiKeyRetention } from "./operator/ApiKeys.ts"
import { OperatorChallengeRepository } from "./operator/OperatorChallengeRepository.ts"
import { OperatorRepository } from "./operator/OperatorRepository.ts"
import { PasskeyChallengeRepository } from "./passkey/PasskeyChallengeRepository.ts"
import { PendingSignUpRepository } from "./pending-sign-up/PendingSignUpRepository.ts"
import { UserDeletion } from "./personal-data/UserDeletion.ts"
import { RateLimitStore } from "./rate-limit/RateLimitStore.ts"
import * as Rotation from "./second-factor/internal/Rotation.ts"
import type { SecondFactorRepository } from "./second-factor/SecondFactorRepository.ts"
import { FactorRecoveryRepository } from "./session/FactorRecoveryRepository.ts"
import * as UnusedClients from "./session/internal/UnusedClients.ts"
import { PendingSignInRepository } from "./session/PendingSignInRepository.ts"
import { SessionRepository } from "./session/SessionRepository.ts"

/** The use case of deleting what no longer has an effect. @since 0.1.0 */
export class CleanupJob extends Context.Tag("@latchkey/domain/CleanupJob")<
  CleanupJob,
  {
    /**
     * Deletes expired rows, then users whose deletion is due, and then the rows of deleted instances, in small batches
     * until none is left, and returns how many. Only one process runs it at a time; others return without waiting. A
     * run that was interrupted is continued by the next one, in any process.
     *
     * A user is deleted in a separate transaction, `grace` after `deletionAt`, and rows of a deleted instance `grace`
     * after its deletion. If that fails for one of them, such as by a hook of the app, the others are deleted, and then
     * the run fails; the next one tries again.
     */
    readonly run: Effect.Effect<number, PersistenceError>
  }
>() {}

const batchSize = 500

/** As many as are read at a time. Each is deleted in its own transaction. */
const userBatchSize = 100

/**
 * One minute: how long expired rows are kept. By the clock of another process, which may be behind, they may not have
 * expired: deleting an attempt too early would allow one too many. The rows of a deleted instance are kept as long:
 * requests that found it before its deletion, and counts that are not stored yet, may still add some.
 *
 * @since 0.1.0
 */
export const grace = Duration.minutes(1)

/** Seven days: how long the results of emails are kept. @since 0.1.0 */
export const emailDeliveryLifetime = Duration.days(7)

/** 400 days: how long an address is suppressed. Then it is worth another email. @since 0.1.0 */
export const emailSuppressionLifetime = Duration.days(400)

/** 400 days: how long the audit log is kept, so that it covers more than a year. @since 0.1.0 */
export const auditLifetime = Duration.days(400)

/** Two days: how long the numbers of attempts are kept. The dashboard shows one day. @since 0.1.0 */
export const attemptCountLifetime = Duration.days(2)

/** Makes the use case. @since 0.1.0 */
export const make = Effect.gen(function* () {
  const apiKeys = yield* ApiKeyRepository
  const attempts = yield* AttemptCounts
  const audit = yield* AuditLog
  const deliveries = yield* MailDeliveryLog
  const failures = yield* SignInFailures
  const formers = yield* FormerEmails
  const instances = yield* InstanceRepository
  const invitations = yield* InvitationRepository
  const limits = yield* RateLimitStore
  const links = yield* MagicLinkRepository
  const operatorChallenges = yield* OperatorChallengeRepository
  const operators = yield* OperatorRepository
  const removal = yield* InstanceRemoval
  const outbox = yield* EmailOutbox
  const challenges = yield* PasskeyChallengeRepository
  const pendings = yield* PendingSignUpRepository
  const pendingSignIns = yield* PendingSignInRepository
  const recoveries = yield* FactorRecoveryRepository
  const renewSecrets = yield* Rotation.make
  const sessions = yield* SessionRepository
  const suppressions = yield* EmailSuppressions
  const users = yield* UserRepository
  const { delete: deleteUser } = yield* UserDeletion
  const deleteUnusedClients = yield* UnusedClients.make
  const { runExclusive } = yield* Transaction

  const deleteAll = Effect.fnUntraced(function* (
    kind: string,
    deleteBatch: Effect.Effect<number, PersistenceError>,
    lock = "cleanup"
  ) {
    let total = 0
    while (true) {
      const deleted = Option.getOrElse(yield* runExclusive(lock, deleteBatch), () => 0)
      if (deleted === 0) return total
      yield* Metrics.expiredRowsDeleted({ kind }, deleted)
      total += deleted
    }
  })

  const deleteClients = (ids: ReadonlyArray<InstanceId>) =>
    Effect.tap(
      deleteUnusedClients(ids, (batch) => runExclusive("cleanup", batch)),
      (deleted) => Metrics.expiredRowsDeleted({ kind: "clients" }, deleted)
    )

  // It has its own lock, because it may take long: meanwhile other processes delete expired rows.
  const removeInstance = (id: InstanceId) =>
    deleteAll("deleted_instances", removal.removeBatch(id, batchSize), "instance_removal")

  /** Removes the instances that were deleted until then. One that cannot be removed must not keep the others. */
  const removeInstances = Effect.fnUntraced(function* (until: DateTime.Utc) {
    const deleted = (yield* instances.listDeleted).filter(({ deletedAt }) =>
      DateTime.lessThanOrEqualTo(deletedAt, until)
    )
    const [failures, counts] = yield* Effect.partition(deleted, ({ id }) => removeInstance(id))
    const [failure] = failures
    return failure === undefined ? counts : yield* failure
  })

  /** Deletes one user, unless the owner has kept the account meanwhile. Returns how many it deleted: one or none. */
  const deleteDue = ({ id: userId, instanceId }: User, until: DateTime.Utc) =>
    deleteUser({ instanceId, userId, by: { actor: "user" } }, (user) =>
      isDeletionDue(user, until) ? Effect.void : new UserNotFound()
    ).pipe(
      Effect.as(1),
      (deletion) => runExclusive("account_deletion", deletion),
      Effect.map(Option.getOrElse(() => 0)),
      Effect.catchTag("UserNotFound", () => Effect.succeed(0)),
      Effect.tap((deleted) => Metrics.expiredRowsDeleted({ kind: "users" }, deleted)),
      // A hook of the app may have a defect, and must not keep the other users.
      Effect.sandbox
    )

  /** Deletes the users whose deletion was due then. Returns the causes of the failures, and how many it deleted. */
  const deleteUsers = Effect.fnUntraced(function* (until: DateTime.Utc) {
    const causes: Array<Cause.Cause<PersistenceError>> = []
    let total = 0
    let after = Option.none<User>()
    do {
      const due: ReadonlyArray<User> = yield* users.listDueDeletions({ until, after, limit: userBatchSize })
      const [failed, deleted] = yield* Effect.partition(due, (user) => deleteDue(user, until))
      causes.push(...failed)
      total += Number.sumAll(deleted)
      after = Arr.last(due)
    } while (Option.isSome(after))
    return { causes, total }
  })

  const run = Effect.gen(function* () {
    const now = DateTime.subtractDuration(yield* DateTime.now, grace)
    const all = yield* instances.list
    const idleLifetimes = all.map((instance) => instance.sessionConfig.idleLifetimeSeconds)
    // Instances have different idle lifetimes: the longest is safe for all of them.
    const idleSince = DateTime.subtract(now, { seconds: Math.max(0, ...idleLifetimes) })
    const before = (lifetime: Duration.Duration) => DateTime.subtractDuration(now, lifetime)
    const expired = [
      yield* deleteAll("sessions", sessions.deleteExpired({ now, idleSince, limit: batchSize })),
      yield* deleteClients(all.map(({ id }) => id)),
      yield* deleteAll("pending_sign_ins", pendingSignIns.deleteExpired(now, batchSize)),
      yield* deleteAll("factor_recoveries", recoveries.deleteExpired(now, batchSize)),
      yield* deleteAll("magic_links", links.deleteExpired(now, batchSize)),
      yield* deleteAll("passkey_challenges", challenges.deleteExpired(now, batchSize)),
      yield* deleteAll("pending_sign_ups", pendings.deleteExpired(now, batchSize)),
      yield* deleteAll("invitations", invitations.deleteExpired(now, batchSize)),
      yield* deleteAll("former_emails", formers.deleteExpired(now, batchSize)),
      yield* deleteAll("rate_limits", limits.deleteExpired(now, batchSize)),
      yield* deleteAll("sign_in_failures", failures.deleteExpired(now, batchSize)),
      yield* deleteAll("queued_emails", outbox.deleteExpired(now, batchSize)),
      yield* deleteAll("email_deliveries", deliveries.deleteExpired(before(emailDeliveryLifetime), batchSize)),
      yield* deleteAll("email_suppressions", suppressions.deleteExpired(before(emailSuppressionLifetime), batchSize)),
      yield* deleteAll("attempt_counts", attempts.deleteExpired(before(attemptCountLifetime), batchSize)),
      yield* deleteAll("audit_log", audit.deleteExpired(before(auditLifetime), batchSize)),
      yield* deleteAll("operators", operators.deleteExpired(now, batchSize)),
      yield* deleteAll("operator_challenges", operatorChallenges.deleteExpired(now, batchSize)),
      yield* deleteAll("api_keys", apiKeys.deleteExpired(before(apiKeyRetention), batchSize))
    ]
    yield* runExclusive("second_factor_secrets", renewSecrets)
    // These may take long, or fail because of an app's hook or foreign key.
    const deletedUsers = yield* deleteUsers(now)
    const removed = yield* removeInstances(now)
    const [failure] = deletedUsers.causes
    if (failure !== undefined) return yield* Effect.failCause(failure)
    return Number.sumAll([...expired, deletedUsers.total, ...removed])
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
  | ApiKeyRepository
  | AttemptCounts
  | AuditLog
  | EmailOutbox
  | EmailSuppressions
  | FactorRecoveryRepository
  | FormerEmails
  | InstanceRemoval
  | InstanceRepository
  | InvitationRepository
  | MagicLinkRepository
  | MailDeliveryLog
  | OperatorChallengeRepository
  | OperatorRepository
  | PasskeyChallengeRepository
  | PendingSignInRepository
  | PendingSignUpRepository
  | RateLimitStore
  | SecondFactorRepository
  | SessionRepository
  | SignInFailures
  | Transaction
  | UserDeletion
  | UserRepository
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
