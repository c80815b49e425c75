/** Removes everything of deleted instances. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Number from "effect/Number"
import { batchSize, type CleanupTask, makeDeleteAll } from "../../core/Cleanup.ts"
import { InstanceRemoval } from "../InstanceRemoval.ts"
import { InstanceRepository } from "../InstanceRepository.ts"

/** Makes the task. One instance that cannot be removed does not keep the others. */
export const make = Effect.gen(function* () {
  const deleteAll = yield* makeDeleteAll
  const instances = yield* InstanceRepository
  const { removeBatch } = yield* InstanceRemoval

  const task: CleanupTask = Effect.fnUntraced(function* (until) {
    const deleted = (yield* instances.listDeleted).filter(({ deletedAt }) =>
      DateTime.lessThanOrEqualTo(deletedAt, until)
    )
    // It has its own lock, because it may take long: meanwhile other processes delete expired rows.
    const [[failure], counts] = yield* Effect.partition(deleted, ({ id }) =>
      deleteAll("deleted_instances", removeBatch(id, batchSize), "instance_removal")
    )
    return failure === undefined ? Number.sumAll(counts) : yield* failure
  })
  return task
})
