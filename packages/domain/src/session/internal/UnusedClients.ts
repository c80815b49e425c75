/** Deletes clients that no user knows and that hold no session. */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { batchSize, type CleanupTask } from "../../core/Cleanup.ts"
import type { ClientId, InstanceId } from "../../core/Ids.ts"
import * as Metrics from "../../core/Metrics.ts"
import { Transaction } from "../../core/Transaction.ts"
import { InstanceRepository } from "../../instance/InstanceRepository.ts"
import { SessionRepository } from "../SessionRepository.ts"

/** Each run looks at up to 10,000 clients: there may be millions, and a run comes every minute. */
const batchesPerRun = 20

interface Position {
  readonly instanceId: InstanceId
  readonly after: Option.Option<ClientId>
}

/**
 * Makes the task, which goes on where the run before has stopped, and after the last client of the last instance begins
 * again with the next run. Stops while another process deletes.
 */
export const make = Effect.gen(function* () {
  const instances = yield* InstanceRepository
  const sessions = yield* SessionRepository
  const { runExclusive } = yield* Transaction
  let positions: ReadonlyArray<Position> = []

  const deleteNext = Effect.fnUntraced(function* ([
    { after, instanceId },
    ...others
  ]: Arr.NonEmptyReadonlyArray<Position>) {
    const batch = yield* sessions.deleteUnusedClients({ instanceId, after, limit: batchSize })
    positions = Option.isSome(batch.after) ? [{ instanceId, after: batch.after }, ...others] : others
    return batch.deleted
  })

  const task: CleanupTask = Effect.fnUntraced(function* () {
    const all = yield* instances.list
    if (Arr.isEmptyReadonlyArray(positions)) {
      positions = all.map(({ id: instanceId }) => ({ instanceId, after: Option.none() }))
    }
    let total = 0
    for (let batches = 0; batches < batchesPerRun && Arr.isNonEmptyReadonlyArray(positions); batches++) {
      const deleted = yield* runExclusive("cleanup", deleteNext(positions))
      if (Option.isNone(deleted)) break
      yield* Metrics.expiredRowsDeleted({ kind: "clients" }, deleted.value)
      total += deleted.value
    }
    return total
  })
  return task
})
