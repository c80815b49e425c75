/** Deletes users whose deletion is due. */
import * as Arr from "effect/Array"
import type * as Cause from "effect/Cause"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Number from "effect/Number"
import * as Option from "effect/Option"
import { byUser } from "../../audit/AuditLog.ts"
import { UserNotFound } from "../../account/AccountErrors.ts"
import { isDeletionDue, type User, UserRepository } from "../../account/UserRepository.ts"
import type { CleanupTask } from "../../core/Cleanup.ts"
import type { PersistenceError } from "../../core/Errors.ts"
import * as Metrics from "../../core/Metrics.ts"
import { Transaction } from "../../core/Transaction.ts"
import { UserDeletion } from "../UserDeletion.ts"

/** As many as are read at a time. Each is deleted in its own transaction. */
const batchSize = 100

/** Makes the task. */
export const make = Effect.gen(function* () {
  const users = yield* UserRepository
  const { delete: deleteUser } = yield* UserDeletion
  const { runExclusive } = yield* Transaction

  /** Deletes one user, unless the owner has kept the account meanwhile. Returns how many it deleted: one or none. */
  const deleteDue = ({ id: userId, instanceId }: User, until: DateTime.Utc) =>
    deleteUser({ instanceId, userId, by: byUser }, (user) =>
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

  const task: CleanupTask = Effect.fnUntraced(function* (until) {
    const causes: Array<Cause.Cause<PersistenceError>> = []
    let total = 0
    let after = Option.none<User>()
    do {
      const due: ReadonlyArray<User> = yield* users.listDueDeletions({ until, after, limit: batchSize })
      const [failed, deleted] = yield* Effect.partition(due, (user) => deleteDue(user, until))
      causes.push(...failed)
      total += Number.sumAll(deleted)
      after = Arr.last(due)
    } while (Option.isSome(after))
    const [cause] = causes
    return cause === undefined ? total : yield* Effect.failCause(cause)
  })
  return task
})
