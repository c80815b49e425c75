/**
 * Numbers of attempts in the table `attempt_counts`, a row for each hour and outcome.
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import { AttemptCounts } from "@latchkey/domain/audit/AttemptCounts"
import { InstanceId } from "@latchkey/domain/core/Ids"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Time, time } from "./internal/columns.ts"
import { database, discard, rows } from "./internal/database.ts"
import { sweep } from "./internal/sweep.ts"

const countRows = rows(
  Schema.Struct({
    instanceId: InstanceId,
    hour: Time,
    attempt: Schema.String,
    outcome: Schema.String,
    count: Schema.Int
  })
)

/**
 * The adapter over the app's `SqlClient`, as an effect. Its name transforms are off in here, and `PostgresSchema`
 * says where the tables are.
 *
 * @since 0.1.0
 */
export const make: Effect.Effect<typeof AttemptCounts.Service, never, SqlClient> = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  return AttemptCounts.of({
    add: Effect.fn("PostgresAttemptCounts.add")((counts) => {
      const column = <A>(of: (count: (typeof counts)[number]) => A) => counts.map(of)
      // In a fixed order, so that two that do this at once wait for one another.
      return discard(sql`
        INSERT INTO ${tables.attemptCounts} AS c (instance_id, hour, attempt, outcome, count)
        SELECT instance_id, hour, attempt, outcome, sum(added)
        FROM unnest(
          ${column(({ instanceId }) => instanceId)}::text[], ${column(({ hour }) => time(hour))}::timestamptz[],
          ${column(({ attempt }) => attempt)}::text[], ${column(({ outcome }) => outcome)}::text[],
          ${column(({ count }) => count)}::integer[]
        ) AS a (instance_id, hour, attempt, outcome, added)
        GROUP BY instance_id, hour, attempt, outcome
        ORDER BY instance_id, hour, attempt, outcome
        ON CONFLICT (instance_id, hour, attempt, outcome) DO UPDATE SET count = c.count + excluded.count`)
    }),

    since: Effect.fn("PostgresAttemptCounts.since")((instanceId, since) =>
      countRows(sql`
        SELECT instance_id AS "instanceId", hour, attempt, outcome, count FROM ${tables.attemptCounts}
        WHERE instance_id = ${instanceId} AND hour >= ${time(since)}
        ORDER BY hour, attempt, outcome`)
    ),

    deleteExpired: Effect.fn("PostgresAttemptCounts.sweep")((until, limit) =>
      sweep(db, { table: tables.attemptCounts, over: "hour", since: until, limit })
    )
  })
})

/** The adapter over the app's `SqlClient`. @since 0.1.0 */
export const layer: Layer.Layer<AttemptCounts, never, SqlClient> = Layer.effect(AttemptCounts, make)
