import type { InstanceId } from "@latchkey/domain/core/Ids"
import { type Budget, RateLimitStore, type Outcome } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as SlidingWindow from "@latchkey/domain/rate-limit/SlidingWindow"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { firstOf, millis } from "./columns.ts"
import { type Connection, SqliteDatabase } from "./SqliteDatabase.ts"

const budgetRow = firstOf(
  Schema.Struct({ hits: Schema.parseJson(Schema.Array(Schema.Int)), windowSeconds: Schema.Int })
)

const find = ({ all }: Connection, instanceId: InstanceId, key: string) =>
  budgetRow(
    all(
      `SELECT hits, window_seconds AS "windowSeconds" FROM budgets WHERE instance_id = ? AND key = ?`,
      instanceId,
      key
    )
  )

const store = (
  { run }: Connection,
  instanceId: InstanceId,
  key: string,
  hits: ReadonlyArray<number>,
  windowSeconds: number
) =>
  run(
    `INSERT INTO budgets (instance_id, key, hits, window_seconds, spent_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (instance_id, key) DO UPDATE
     SET hits = excluded.hits, window_seconds = excluded.window_seconds, spent_at = excluded.spent_at`,
    instanceId,
    key,
    JSON.stringify(hits),
    windowSeconds,
    hits.length === 0 ? 0 : Math.max(...hits) + windowSeconds * 1000
  )

const take = (
  connection: Connection,
  instanceId: InstanceId,
  budgets: ReadonlyArray<Budget>,
  now: DateTime.Utc
): Outcome => {
  const tries = budgets.map((budget) => {
    const stored = find(connection, instanceId, budget.key)
    const hits = Option.match(stored, { onNone: () => [], onSome: (row) => row.hits })
    return { budget, verdict: SlidingWindow.consume(hits, budget.rate, millis(now)) }
  })
  const refusals = tries.flatMap(({ verdict }) => (verdict.admitted ? [] : [verdict.freeAt]))
  // Nothing is written before all of them have admitted it.
  if (refusals.length > 0) return { admitted: false, freeAt: DateTime.unsafeMake(Math.max(...refusals)) }
  for (const { budget, verdict } of tries) {
    store(connection, instanceId, budget.key, verdict.hits, budget.rate.windowSeconds)
  }
  return { admitted: true }
}

export const layer: Layer.Layer<RateLimitStore, never, SqliteDatabase> = Layer.effect(
  RateLimitStore,
  Effect.map(SqliteDatabase, ({ use }) =>
    RateLimitStore.of({
      take: (instanceId, budgets, now) => use((connection) => take(connection, instanceId, budgets, now)),

      giveBack: (instanceId, key, at) =>
        use((connection) => {
          for (const { hits, windowSeconds } of Option.toArray(find(connection, instanceId, key))) {
            store(connection, instanceId, key, SlidingWindow.refund(hits, millis(at)), windowSeconds)
          }
        }),

      sweep: (now, limit) =>
        use(({ run }) =>
          run(
            `DELETE FROM budgets WHERE rowid IN (SELECT rowid FROM budgets WHERE spent_at <= ? LIMIT ?)`,
            millis(now),
            limit
          )
        )
    })
  )
)
