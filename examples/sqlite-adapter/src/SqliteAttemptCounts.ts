import { AttemptCounts } from "@latchkey/domain/audit/AttemptCounts"
import { InstanceId } from "@latchkey/domain/core/Ids"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { allOf, millis, Time } from "./columns.ts"
import { SqliteDatabase } from "./SqliteDatabase.ts"

const countRows = allOf(
  Schema.Struct({
    instanceId: InstanceId,
    hour: Time,
    attempt: Schema.String,
    outcome: Schema.String,
    count: Schema.Int
  })
)

export const layer: Layer.Layer<AttemptCounts, never, SqliteDatabase> = Layer.effect(
  AttemptCounts,
  Effect.map(SqliteDatabase, ({ use }) =>
    AttemptCounts.of({
      add: (counts) =>
        use(({ run }) => {
          for (const { attempt, count, hour, instanceId, outcome } of counts) {
            run(
              `INSERT INTO attempt_counts (instance_id, hour, attempt, outcome, count) VALUES (?, ?, ?, ?, ?)
               ON CONFLICT (instance_id, hour, attempt, outcome) DO UPDATE SET count = count + excluded.count`,
              instanceId,
              millis(hour),
              attempt,
              outcome,
              count
            )
          }
        }),

      since: (instanceId, since) =>
        use(({ all }) =>
          countRows(
            all(
              `SELECT instance_id AS "instanceId", hour, attempt, outcome, count FROM attempt_counts
               WHERE instance_id = ? AND hour >= ? ORDER BY hour, attempt, outcome`,
              instanceId,
              millis(since)
            )
          )
        ),

      deleteExpired: (until, limit) =>
        use(({ run }) =>
          run(
            `DELETE FROM attempt_counts WHERE rowid IN (SELECT rowid FROM attempt_counts WHERE hour <= ? LIMIT ?)`,
            millis(until),
            limit
          )
        )
    })
  )
)
