/** Numbers of attempts in the table `attempt_counts`, with one row for each hour and outcome. */
import type { SqlClient } from "@effect/sql/SqlClient"
import { type AttemptCount, AttemptCounts } from "@latchkey/domain/audit/AttemptCounts"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Order from "effect/Order"
import * as Schema from "effect/Schema"
import { Time, time } from "./internal/columns.ts"
import { database, discard, rows, transaction } from "./internal/database.ts"
import { deleteExpired } from "./internal/deleteExpired.ts"

const countRows = rows(
  Schema.Struct({
    instanceId: InstanceId,
    hour: Time,
    attempt: Schema.String,
    outcome: Schema.String,
    count: Schema.Int
  })
)

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { isDistributed, sql, tables } = db

  const add = (counts: ReadonlyArray<AttemptCount>) => {
    const column = <A>(of: (count: AttemptCount) => A) => counts.map(of)
    // In a fixed order, so that concurrent calls wait for each other instead of deadlocking.
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
  }

  /** On Citus, a statement for several instances would lock their rows in any order. */
  const addByInstance = (counts: ReadonlyArray<AttemptCount>) => {
    const groups = Object.entries(Arr.groupBy(counts, ({ instanceId }) => instanceId))
    const ordered = Arr.sort(
      groups,
      Order.mapInput(Order.string, ([id]: (typeof groups)[number]) => id)
    )
    return transaction(sql)(Effect.forEach(ordered, ([, group]) => add(group), { discard: true }))
  }

  return AttemptCounts.of({
    add: (counts) => traced("PostgresAttemptCounts.add")((isDistributed ? addByInstance : add)(counts)),

    since: Effect.fnUntraced(function* (instanceId, since, { step = "hour", until } = {}) {
      const counts = sql`
        SELECT instance_id, hour, attempt, outcome, count FROM ${tables.attemptCounts}
        WHERE instance_id = ${instanceId} AND hour >= ${time(since)}
          AND hour < ${until === undefined ? "infinity" : time(until)}`
      // Materialized: the planner would read the ends of an index to estimate how many days there are.
      const days = sql`
        SELECT instance_id, date_trunc('day', hour, 'UTC') AS hour, attempt, outcome, sum(count)::integer AS count
        FROM hours GROUP BY 1, 2, 3, 4`
      return yield* countRows(sql`
        WITH hours AS MATERIALIZED (${counts}), steps AS (${step === "hour" ? sql`SELECT * FROM hours` : days})
        SELECT instance_id AS "instanceId", hour, attempt, outcome, count FROM steps
        ORDER BY hour, attempt, outcome`)
    }, traced("PostgresAttemptCounts.since")),

    deleteExpired: Effect.fnUntraced(function* (until, limit) {
      return yield* deleteExpired(db, { table: tables.attemptCounts, expiryColumn: "hour", until, limit })
    }, traced("PostgresAttemptCounts.deleteExpired"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<AttemptCounts, never, SqlClient> = Layer.effect(AttemptCounts, make)
