/** Deletes clients that no user knows and that hold no session. */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { PersistenceError } from "../../core/Errors.ts"
import type { ClientId, InstanceId } from "../../core/Ids.ts"
import { SessionRepository } from "../SessionRepository.ts"

/** Each run looks at up to 10,000 clients: there may be millions, and a run comes every minute. */
const batchSize = 500
const batchesPerRun = 20

interface Position {
  readonly instanceId: InstanceId
  readonly after: Option.Option<ClientId>
}

/**
 * Makes the run, which goes on where the one before has stopped, and after the last client of the last instance begins
 * again with the next run. Returns how many clients it deleted. `exclusively` runs a batch, or returns `None` while
 * another process runs one.
 */
export const make = Effect.gen(function* () {
  const sessions = yield* SessionRepository
  let positions: ReadonlyArray<Position> = []

  const deleteNext = Effect.fnUntraced(function* ([
    { after, instanceId },
    ...others
  ]: Arr.NonEmptyReadonlyArray<Position>) {
    const batch = yield* sessions.deleteUnusedClients({ instanceId, after, limit: batchSize })
    positions = Option.isSome(batch.after) ? [{ instanceId, after: batch.after }, ...others] : others
    return batch.deleted
  })

  return Effect.fnUntraced(function* (
    instances: ReadonlyArray<InstanceId>,
    exclusively: (
      batch: Effect.Effect<number, PersistenceError>
    ) => Effect.Effect<Option.Option<number>, PersistenceError>
  ) {
    if (Arr.isEmptyReadonlyArray(positions)) {
      positions = instances.map((instanceId) => ({ instanceId, after: Option.none() }))
    }
    let total = 0
    for (let batches = 0; batches < batchesPerRun && Arr.isNonEmptyReadonlyArray(positions); batches++) {
      const deleted = yield* exclusively(deleteNext(positions))
      if (Option.isNone(deleted)) break
      total += deleted.value
    }
    return total
  })
})
