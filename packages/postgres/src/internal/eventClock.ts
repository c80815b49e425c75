import * as Effect from "effect/Effect"
import { uncheckedDatabase } from "./database.ts"

/**
 * Sets the clock of events forward if the database has places that are not below the ids of coming transactions: it was
 * restored into a new cluster, whose transactions count from the beginning. Otherwise new events would come before old
 * ones, and old ones would not be served. A place can be that of an event which has expired: that of a webhook, and the
 * last one of a user. On a Citus cluster each node counts for itself: see `docs/scaling.md`.
 */
export const advance = Effect.gen(function* () {
  const { isDistributed, sql, tables } = yield* uncheckedDatabase
  if (isDistributed) return
  yield* sql`
    UPDATE ${tables.eventClock} c SET position_offset = last.position + 1
    FROM (
      SELECT greatest(
        (SELECT max(position) FROM ${tables.auditLog}),
        (SELECT max(position) FROM ${tables.expiredEvents}),
        (SELECT max(position) FROM ${tables.webhooks}),
        (
          SELECT max(e.position) FROM ${tables.instances} i
          CROSS JOIN LATERAL (
            SELECT position FROM ${tables.events} WHERE instance_id = i.instance_id
            ORDER BY position DESC, user_id DESC, version DESC LIMIT 1
          ) e
        )
      ) AS position
    ) AS last
    WHERE last.position >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint + c.position_offset`
})
