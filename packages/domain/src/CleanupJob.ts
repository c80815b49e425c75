/**
 * Deletes expired rows of every port, and everything of deleted instances. Such a row no longer has any effect;
 * deleting it keeps the store small, and personal data no longer than needed. Also encrypts the secrets of second
 * factors again after the server got another key.
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
import { isDeletionDue, type User, UserRepository } from "./account/UserRepository.ts"
import { UserNotFound } from "./account/AccountErrors.ts"
import type { PersistenceError } from "./core/Errors.ts"
import type { InstanceId } from "./core/Ids.ts"
import * as FailureReason from "./core/FailureReason.ts"
import * as Metrics from "./core/Metrics.ts"
import { traced } from "./core/Tracing.ts"
import { Transaction } from "./core/Transaction.ts"
import { InstanceRemoval } from "./instance/InstanceRemoval.ts"
import { InstanceRepository } from "./instance/InstanceRepository.ts"
import { UserDeletion } from "./personal-data/UserDeletion.ts"
import * as Rooms from "./rooms.ts"
import * as Rotation from "./second-factor/internal/Rotation.ts"
import type { SecondFactorRepository } from "./second-factor/SecondFactorRepository.ts"
import * as UnusedClients from "./session/internal/UnusedClients.ts"
import type { SessionRepository } from "./session/SessionRepository.ts"

/** The use case of deleting what no longer has an effect. */
export class CleanupJob extends Context.Tag("@latchkey/domain/CleanupJob")<
  CleanupJob,
  {
    /**
     * Deletes expired rows, then users whose deletion is due, and then the rows of deleted instances, in small batches
     * until none is left, and returns how many. Only one process runs it at a time; others return without waiting. A
     * run that was interrupted is continued by the next one, in any process.
     *
     * A user is deleted in a separate transaction, `grace` after `deletionAt`, and rows of a deleted instance `grace`
     * after its deletion. If one kind of rows, one user or one instance cannot be deleted, the run deletes the others and
     * then fails; the next run tries again.
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
 */
export const grace = Duration.minutes(1)

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const instances = yield* InstanceRepository
  const removal = yield* InstanceRemoval
  const expiring = yield* Rooms.expiring
  const renewSecrets = yield* Rotation.make
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
    // One kind that cannot be deleted must not keep the others.
    const [failed, deleted] = yield* Effect.partition(expiring, ({ deleteExpired, keptFor = Duration.zero, kind }) =>
      Effect.sandbox(deleteAll(kind, deleteExpired(DateTime.subtractDuration(now, keptFor), batchSize)))
    )
    const clients = yield* deleteClients(all.map(({ id }) => id))
    yield* runExclusive("second_factor_secrets", renewSecrets)
    // These may take long, or fail because of an app's hook or foreign key.
    const deletedUsers = yield* deleteUsers(now)
    const removed = yield* removeInstances(now)
    const [failure] = [...failed, ...deletedUsers.causes]
    if (failure !== undefined) return yield* Effect.failCause(failure)
    return Number.sumAll([...deleted, clients, deletedUsers.total, ...removed])
  }).pipe(
    Effect.tapBoth({
      onFailure: () => Metrics.cleanupRuns({ outcome: "failed" }),
      onSuccess: () => Metrics.cleanupRuns({ outcome: "ok" })
    }),
    traced("CleanupJob.run")
  )

  return CleanupJob.of({ run })
})

/** The use case as a layer. Runs only when it is told to: see `layerWorker`. */
export const layer: Layer.Layer<
  CleanupJob,
  never,
  | InstanceRemoval
  | InstanceRepository
  | Rooms.ExpiringRequirements
  | SecondFactorRepository
  | SessionRepository
  | Transaction
  | UserDeletion
  | UserRepository
> = Layer.effect(CleanupJob, make)

/**
 * Runs in the background for as long as the layer lives, `interval` after each run has ended. A failed run is a warning
 * in the log, and the next one tries again.
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
