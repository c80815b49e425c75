import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { PersistenceError } from "../core/Errors.ts"
import type { InstanceId } from "../core/Ids.ts"

/**
 * The port for removing rows of an instance, in batches: everything of one that was deleted, or what lets users in. The
 * audit log keeps its entries about it.
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

    /**
     * Removes rows that let someone in to the instance, and returns how many: magic links of every kind with their
     * codes, invitations, pending sign-ups, challenges for passkeys, pending sign-ins, recoveries of lost factors, and
     * then sessions. Users, their credentials and their known clients stay.
     *
     * Removes up to `limit` rows, and with a one-time token all others of its subject. Waits for rows that others have
     * locked, so that fewer than `limit` means that no row is left that existed when the batch began. A link
     * that is being used either fails, or its session is removed, too.
     */
    readonly revokeBatch: (id: InstanceId, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
