/**
 * How many attempts ended how, by the hour.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type { PersistenceError } from "../core/Errors.ts"
import type { InstanceId } from "../core/Ids.ts"

/**
 * A number of attempts in the hour that begins at `hour`. `attempt` and `outcome` are the words of
 * `latchkey_attempts_total`.
 *
 * @since 0.1.0
 */
export interface AttemptCount {
  readonly instanceId: InstanceId
  readonly hour: DateTime.Utc
  readonly attempt: string
  readonly outcome: string
  readonly count: number
}

/** The port for these numbers. @since 0.1.0 */
export class AttemptCounts extends Context.Tag("@latchkey/domain/AttemptCounts")<
  AttemptCounts,
  {
    /** Adds to what is there, all of them or none; several processes may do it at once. */
    readonly add: (counts: ReadonlyArray<AttemptCount>) => Effect.Effect<void, PersistenceError>

    /** The numbers of the instance in hours that begin at `since` or later, in the order of the hours. */
    readonly since: (
      instanceId: InstanceId,
      since: DateTime.Utc
    ) => Effect.Effect<ReadonlyArray<AttemptCount>, PersistenceError>

    /** Deletes up to `limit` numbers of hours that begin at `until` or before. Answers how many went. */
    readonly sweep: (until: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
