/**
 * Sliding windows in the table `rate_windows`, one row for each key, with the arithmetic of the domain's
 * `SlidingWindow`. All processes on one database share them.
 *
 * Taking from all budgets is one statement. A refusal costs another for its `freeAt`, and one for each budget that
 * had room before it.
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { InstanceId } from "@latchkey/domain/Ids"
import { type Budget, RateLimitStore, type Taking } from "@latchkey/domain/RateLimitStore"
import * as SlidingWindow from "@latchkey/domain/SlidingWindow"
import { traced } from "@latchkey/domain/Tracing"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Time, time } from "./internal/columns.ts"
import { countRows, database, discard, rows } from "./internal/database.ts"
import { sweep } from "./internal/sweep.ts"

const hitsRows = rows(Schema.Struct({ key: Schema.String, hits: Schema.Array(Time) }))

/**
 * The adapter over the app's `SqlClient`, as an effect. Its name transforms are off in here, and `PostgresSchema`
 * says where the tables are.
 *
 * @since 0.1.0
 */
export const make: Effect.Effect<typeof RateLimitStore.Service, never, SqlClient> = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  const giveBack = (instanceId: InstanceId, key: string, at: DateTime.Utc) =>
    // The window is not known here, but how long the newest hit was to count is.
    discard(sql`
      UPDATE ${tables.rateWindows} w SET (hits, expires_at) = (
        SELECT kept, coalesce(kept[cardinality(kept)] + (w.expires_at - w.hits[cardinality(w.hits)]), '-infinity')
        FROM array_position(w.hits, ${time(at)}::timestamptz) AS place,
          LATERAL (SELECT w.hits[:place - 1] || w.hits[place + 1:] AS kept) AS rest
      )
      WHERE w.instance_id = ${instanceId} AND w.key = ${key} AND ${time(at)}::timestamptz = ANY (w.hits)`)

  /** Adds a hit if there is room, in one atomic upsert, and only if the budget before it had room. */
  const hit = (instanceId: InstanceId, { key, rate }: Budget, now: DateTime.Utc, index: number) => {
    const window = sql`make_interval(secs => ${rate.windowSeconds})`
    const start = sql`${time(DateTime.subtract(now, { seconds: rate.windowSeconds }))}::timestamptz`
    const before = index === 0 ? sql`` : sql.literal(` FROM budget_${index - 1}`)
    return sql`${sql.literal(`budget_${index}`)} AS (
      INSERT INTO ${tables.rateWindows} AS w (instance_id, key, hits, expires_at)
      SELECT ${instanceId}, ${key}, ARRAY[${time(now)}::timestamptz], ${time(now)}::timestamptz + ${window}${before}
      ON CONFLICT (instance_id, key) DO UPDATE SET
        hits = ARRAY(
          SELECT hit FROM (
            SELECT hit FROM unnest(w.hits || excluded.hits) AS hit ORDER BY hit DESC LIMIT ${rate.limit}
          ) AS newest ORDER BY hit
        ),
        expires_at = (SELECT max(hit) FROM unnest(w.hits || excluded.hits) AS hit) + ${window}
      WHERE (SELECT count(*) FROM unnest(w.hits) AS hit WHERE hit > ${start}) < ${rate.limit}
      RETURNING 1
    )`
  }

  const take = Effect.fnUntraced(function* (instanceId: InstanceId, budgets: ReadonlyArray<Budget>, now: DateTime.Utc) {
    const hits = budgets.map((budget, index) => hit(instanceId, budget, now, index))
    const counts = budgets.map((_, index) => sql.literal(`SELECT FROM budget_${index}`))
    const admitted = yield* countRows(sql`WITH ${sql.csv(hits)} ${sql.join(" UNION ALL ", false)(counts)}`)
    if (admitted === budgets.length) return { admitted: true } satisfies Taking
    yield* Effect.forEach(budgets.slice(0, admitted), ({ key }) => giveBack(instanceId, key, now), { discard: true })
    return { admitted: false, freeAt: yield* freeAt(instanceId, budgets, now) } satisfies Taking
  })

  /** Those after the first that refused were not asked. */
  const freeAt = Effect.fnUntraced(function* (
    instanceId: InstanceId,
    budgets: ReadonlyArray<Budget>,
    now: DateTime.Utc
  ) {
    const keys = budgets.map(({ key }) => key)
    const found = yield* hitsRows(sql`
      SELECT key, hits FROM ${tables.rateWindows} WHERE instance_id = ${instanceId} AND ${sql.in("key", keys)}`)
    const times = budgets.map(({ key, rate }) => {
      const hits = found.find((row) => row.key === key)?.hits ?? []
      const verdict = SlidingWindow.hit(hits.map(DateTime.toEpochMillis), rate, now.epochMillis)
      // Somebody may have given a hit back since it was refused.
      return verdict.admitted ? now.epochMillis : verdict.freeAt
    })
    return DateTime.unsafeMake(Math.max(...times))
  })

  return RateLimitStore.of({
    // Not to be interrupted between a refusal and giving back what was taken before it.
    take: (instanceId, budgets, now) =>
      traced("PostgresRateLimitStore.take")(Effect.uninterruptible(take(instanceId, budgets, now))),

    giveBack: (instanceId, key, at) => traced("PostgresRateLimitStore.giveBack")(giveBack(instanceId, key, at)),

    sweep: Effect.fn("PostgresRateLimitStore.sweep")((now, limit) =>
      sweep(db, { table: tables.rateWindows, over: "expires_at", since: now, limit })
    )
  })
})

/** The adapter over the app's `SqlClient`. @since 0.1.0 */
export const layer: Layer.Layer<RateLimitStore, never, SqlClient> = Layer.effect(RateLimitStore, make)
