import type { PersistenceError } from "@latchkey/domain/core/Errors"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type Database, firstRow } from "./database.ts"

const horizonRow = firstRow(Schema.Struct({ horizon: Schema.String }))

const preparedRow = firstRow(Schema.Struct({ isPrepared: Schema.Boolean }))

/**
 * Returns the id of the oldest transaction that is open, as a text: later statements see what those with smaller ids
 * have stored. It reads no table, so that on a Citus cluster it is of the coordinator, as the ids of events are.
 */
export const read = ({ sql }: Database): Effect.Effect<string, PersistenceError> =>
  Effect.map(
    horizonRow(sql`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon`),
    (row) => Option.getOrThrow(row).horizon
  )

/**
 * Returns the horizon for rows of an instance. A transaction that has changed several nodes of a Citus cluster ends on
 * the coordinator first: while one is prepared on the node of the instance, nothing is before the horizon.
 */
export const ofInstance = (
  { isDistributed, sql, tables }: Database,
  instanceId: InstanceId,
  horizon: string
): Effect.Effect<string, PersistenceError> => {
  if (!isDistributed) return Effect.succeed(horizon)
  // Functions without tables of the catalog, which the coordinator would read.
  const prepared = preparedRow(sql`
    SELECT EXISTS (
      SELECT FROM pg_prepared_xact() p
      WHERE p.dbid = (SELECT a.datid FROM pg_stat_get_activity(pg_backend_pid()) a)
    ) AS "isPrepared"
    FROM (SELECT count(*) FROM ${tables.expiredEvents} WHERE instance_id = ${instanceId}) AS shard`)
  return Effect.map(prepared, (row) => (Option.getOrThrow(row).isPrepared ? "0" : horizon))
}
