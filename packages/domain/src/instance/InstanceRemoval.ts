/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PersistenceError } from "../core/Errors.ts"
import type { InstanceId } from "../core/Ids.ts"

/**
 * The port for removing what is stored of deleted instances, in batches. The audit log keeps its entries about them.
 *
 * @since 0.1.0
 */
export class InstanceRemoval extends Context.Tag("@latchkey/domain/InstanceRemoval")<
  InstanceRemoval,
  {
    /**
     * Removes up to `limit` rows of an instance that `InstanceRepository.delete` has deleted, and returns how many.
     * Removes nothing of any other instance. The instance itself goes last, when nothing else of it is stored, and
     * counts as one row; then its id and its hosts are free.
     *
     * Any number of processes may call it concurrently, for one instance too: a row is removed and counted once.
     * Returns zero if nothing is left, or if others are removing what is left.
     */
    readonly removeBatch: (id: InstanceId, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
