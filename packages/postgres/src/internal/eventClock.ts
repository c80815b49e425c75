import * as Effect from "effect/Effect"
import * as Distributed from "../Distributed.ts"
import { uncheckedDatabase } from "./database.ts"

/** The last place of all events. Citus cannot do what reads one row of the index for each instance. */
const lastEvent = Effect.gen(function* () {
  const { sql, tables } = yield* uncheckedDatabase
  if (yield* Distributed.read) return sql`SELECT max(position) FROM ${tables.events}`
  return sql`
    SELECT max(e.position) FROM ${tables.instances} i
    CROSS JOIN LATERAL (
      SELECT position FROM ${tables.events} WHERE instance_id = i.instance_id
      ORDER BY position DESC, user_id DESC, version DESC LIMIT 1
    ) e`
})

/**
 * Sets the clock of events forward if the database has places that are not below the ids of coming transactions: it was
 * restored into a new cluster, whose transactions count from the beginning. Otherwise new events would come before old
 * ones, and old ones would not be served. A place can be that of an event which has expired: that of a webhook, and the
 * last one of a user. Reads the id without a table, as `horizon.ts` does.
 */
export const advance = Effect.gen(function* () {
  const { sql, tables } = yield* uncheckedDatabase
  const [last] = yield* sql<{ position: string | null }>`
    SELECT greatest(
      (SELECT max(position) FROM ${tables.auditLog}),
      (SELECT max(position) FROM ${tables.expiredEvents}),
      (SELECT max(position) FROM ${tables.webhooks}),
      (${yield* lastEvent})
    )::text AS position`
  if (typeof last?.position !== "string") return
  const [next] = yield* sql<{ id: string }>`SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS id`
  yield* sql`
    UPDATE ${tables.eventClock} SET position_offset = ${last.position}::bigint + 1
    WHERE ${last.position}::bigint >= ${next?.id}::bigint + position_offset`
})
