/**
 * Sliding windows in the table `rate_limits`, one row for each key, with the arithmetic of the domain's
 * `SlidingWindow`. All processes on one database share them.
 *
 * Outcome from all budgets is one statement. A refusal costs another for its `freeAt`, and one for each budget that
 * had room before it.
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { type Budget, RateLimitStore, type Outcome } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as SlidingWindow from "@latchkey/domain/rate-limit/SlidingWindow"
import { traced } from "@latchkey/domain/core/Tracing"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Time, time } from "./internal/columns.ts"
import { database, discard, rows } from "./internal/database.ts"
import { sweep } from "./internal/sweep.ts"

const Window = Schema.Struct({ key: Schema.String, hits: Schema.Array(Time) })
type Window = typeof Window.Type

const windowRows = rows(Window)

/** A budget that had room, or, where one had none, a window as it was when the statement began. */
const takingRows = rows(Schema.Union(Window, Schema.Struct({ key: Schema.Null })))

/** When each of the budgets has room: now, or later. */
const freeingTimes = (budgets: ReadonlyArray<Budget>, windows: ReadonlyArray<Window>, now: DateTime.Utc) =>
  budgets.map(({ key, limit: rate }) => {
    const hits = windows.find((window) => window.key === key)?.hits ?? []
    const verdict = SlidingWindow.consume(hits.map(DateTime.toEpochMillis), rate, now.epochMillis)
    return verdict.isAllowed ? now.epochMillis : verdict.retryAt
  })

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
      UPDATE ${tables.rateLimits} w SET (hits, expires_at) = (
        SELECT kept, coalesce(kept[cardinality(kept)] + (w.expires_at - w.hits[cardinality(w.hits)]), '-infinity')
        FROM array_position(w.hits, ${time(at)}::timestamptz) AS place,
          LATERAL (SELECT w.hits[:place - 1] || w.hits[place + 1:] AS kept) AS rest
      )
      WHERE w.instance_id = ${instanceId} AND w.key = ${key} AND ${time(at)}::timestamptz = ANY (w.hits)`)

  /** Adds a hit if there is room, in one atomic upsert, and only if the budget before it had room. */
  const hit = (instanceId: InstanceId, { key, limit: rate }: Budget, now: DateTime.Utc, index: number) => {
    const window = sql`make_interval(secs => ${rate.windowSeconds})`
    const start = sql`${time(DateTime.subtract(now, { seconds: rate.windowSeconds }))}::timestamptz`
    const before = index === 0 ? sql`` : sql.literal(` FROM budget_${index - 1}`)
    return sql`${sql.literal(`budget_${index}`)} AS (
      INSERT INTO ${tables.rateLimits} AS w (instance_id, key, hits, expires_at)
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

  const windowsOf = (instanceId: InstanceId, budgets: ReadonlyArray<Budget>) => {
    const keys = budgets.map(({ key }) => key)
    return sql`SELECT key, hits FROM ${tables.rateLimits} WHERE instance_id = ${instanceId} AND ${sql.in("key", keys)}`
  }

  const take = Effect.fnUntraced(function* (instanceId: InstanceId, budgets: ReadonlyArray<Budget>, now: DateTime.Utc) {
    const hits = budgets.map((budget, index) => hit(instanceId, budget, now, index))
    const taken = budgets.map((_, index) => sql.literal(`SELECT NULL, NULL FROM budget_${index}`))
    const unlessAll = sql.literal(`AND NOT EXISTS (SELECT FROM budget_${budgets.length - 1})`)
    const found = yield* takingRows(sql`
      WITH ${sql.csv(hits)} ${windowsOf(instanceId, budgets)} ${unlessAll}
      UNION ALL ${sql.join(" UNION ALL ", false)(taken)}`)
    const windows = found.filter((row) => row.key !== null)
    const admitted = found.length - windows.length
    if (admitted === budgets.length) return { isAllowed: true } satisfies Outcome
    yield* Effect.forEach(budgets.slice(0, admitted), ({ key }) => giveBack(instanceId, key, now), { discard: true })
    const times = freeingTimes(budgets, windows, now)
    // Somebody else took the last place of the budget that refused, after the statement had begun: it is read again.
    // It may have room again by now.
    const isOvertaken = times[admitted] === now.epochMillis
    const latest = isOvertaken ? freeingTimes(budgets, yield* windowRows(windowsOf(instanceId, budgets)), now) : times
    return { isAllowed: false, retryAt: DateTime.unsafeMake(Math.max(...latest)) } satisfies Outcome
  })

  return RateLimitStore.of({
    // Not to be interrupted between a refusal and giving back what was taken before it.
    consume: (instanceId, budgets, now) =>
      traced("PostgresRateLimitStore.take")(Effect.uninterruptible(take(instanceId, budgets, now))),

    refund: (instanceId, key, at) => traced("PostgresRateLimitStore.giveBack")(giveBack(instanceId, key, at)),

    deleteExpired: Effect.fn("PostgresRateLimitStore.sweep")((now, limit) =>
      sweep(db, { table: tables.rateLimits, over: "expires_at", since: now, limit })
    )
  })
})

/** The adapter over the app's `SqlClient`. @since 0.1.0 */
export const layer: Layer.Layer<RateLimitStore, never, SqlClient> = Layer.effect(RateLimitStore, make)
