/** Numbers of attempts per hour, by outcome. */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type { PersistenceError } from "../core/Errors.ts"
import type { InstanceId } from "../core/Ids.ts"

/**
 * The number of attempts in the hour that begins at `hour`. `attempt` and `outcome` are the labels of
 * `latchkey_attempts_total`, or say what became of sending an email and what was reported about one: see
 * `mail/EmailCounts.ts`.
 */
export interface AttemptCount {
  readonly instanceId: InstanceId
  readonly hour: DateTime.Utc
  readonly attempt: string
  readonly outcome: string
  readonly count: number
}

/** The port for numbers of attempts. */
export class AttemptCounts extends Context.Tag("@latchkey/domain/AttemptCounts")<
  AttemptCounts,
  {
    /** Adds to the stored counts, all of them or none. Several processes may call it concurrently. */
    readonly add: (counts: ReadonlyArray<AttemptCount>) => Effect.Effect<void, PersistenceError>

    /**
     * Returns the counts of the instance for hours that begin at `since` or later, and before `until`, in order of
     * time. With the step `day`, those of a day in UTC are added up, and `hour` is when the day began.
     */
    readonly since: (
      instanceId: InstanceId,
      since: DateTime.Utc,
      options?: { readonly until?: DateTime.Utc; readonly step?: "day" | "hour" }
    ) => Effect.Effect<ReadonlyArray<AttemptCount>, PersistenceError>

    /** Deletes up to `limit` counts of hours that begin at `until` or before. Returns how many it deleted. */
    readonly deleteExpired: (until: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
