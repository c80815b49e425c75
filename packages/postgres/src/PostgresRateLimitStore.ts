/**
 * Sliding windows in the table `rate_limits`, one row for each key, with the arithmetic of the domain's
 * `SlidingWindow`. All processes on one database share them.
 *
 * Consuming all windows of an attempt is one statement. A refusal needs one more for its `retryAt`, and one for each
 * window before it that had room.
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import { type Decision, RateLimitStore, type Window } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as SlidingWindow from "@latchkey/domain/rate-limit/SlidingWindow"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { time } from "./internal/columns.ts"
import { database, discard, undecodedRows } from "./internal/database.ts"
import { deleteExpired } from "./internal/deleteExpired.ts"
import { plusSeconds } from "./internal/plusSeconds.ts"

interface WindowRow {
  readonly key: string
  readonly consumedAt: ReadonlyArray<Date>
}

/** A row without a key for each window that was consumed; and unless all were, the windows as they were before. */
type ConsumptionRow = WindowRow | { readonly key: null }

const isWindow = (row: ConsumptionRow): row is WindowRow => row.key !== null

/** Returns for each window when it has room, in milliseconds since 1970: `now`, or later. */
const timesWithRoom = (windows: ReadonlyArray<Window>, stored: ReadonlyArray<WindowRow>, now: DateTime.Utc) =>
  windows.map(({ key, rate }) => {
    const consumedAt = stored.find((row) => row.key === key)?.consumedAt ?? []
    const decision = SlidingWindow.consume(
      consumedAt.map((at) => at.getTime()),
      rate,
      now.epochMillis
    )
    return decision.isAllowed ? now.epochMillis : decision.retryAt
  })

/**
 * Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema.
 *
 * @since 0.1.0
 */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { addToWindow, sql, tables } = db

  /** The place of the last time in a window, oldest first, that is not after `at`; 0 if all are. */
  const place = (at: DateTime.Utc) => sql`width_bucket(${time(at)}::timestamptz, w.consumed_at)`

  const refund = (instanceId: InstanceId, key: string, at: DateTime.Utc) =>
    // The length of the window is not known here. It is the difference between the newest time and the expiry.
    discard(sql`
      UPDATE ${tables.rateLimits} w SET
        consumed_at = w.consumed_at[:${place(at)} - 1] || w.consumed_at[${place(at)} + 1:],
        expires_at = CASE
          WHEN ${place(at)} < cardinality(w.consumed_at) THEN w.expires_at
          WHEN cardinality(w.consumed_at) = 1 THEN '-infinity'
          ELSE ${plusSeconds(
            sql,
            sql`w.consumed_at[cardinality(w.consumed_at) - 1]`,
            sql`extract(epoch FROM w.expires_at - w.consumed_at[cardinality(w.consumed_at)])::float8`
          )}
        END
      WHERE w.instance_id = ${instanceId} AND w.key = ${key} AND ${time(at)}::timestamptz = ANY (w.consumed_at)`)

  /** Consumes a window if it has room, in one atomic upsert, and only if the window before it was consumed. */
  const consumeWindow = (instanceId: InstanceId, { key, rate }: Window, now: DateTime.Utc, index: number) => {
    const length = sql`${rate.windowSeconds}::float8`
    const start = DateTime.subtract(now, { seconds: rate.windowSeconds })
    const expiresAt = time(DateTime.add(now, { seconds: rate.windowSeconds }))
    const previous = index === 0 ? sql`` : sql.literal(` FROM window_${index - 1}`)
    return sql`${sql.literal(`window_${index}`)} AS (
      INSERT INTO ${tables.rateLimits} AS w (instance_id, key, consumed_at, expires_at)
      SELECT ${instanceId}, ${key}, ARRAY[${time(now)}::timestamptz], ${expiresAt}::timestamptz${previous}
      ON CONFLICT (instance_id, key) DO UPDATE SET
        consumed_at = ${addToWindow}(w.consumed_at, excluded.consumed_at[1], ${rate.limit}),
        expires_at = greatest(
          excluded.expires_at, ${plusSeconds(sql, sql`w.consumed_at[cardinality(w.consumed_at)]`, length)}
        )
      WHERE cardinality(w.consumed_at) - ${place(start)} < ${rate.limit}
      RETURNING 1
    )`
  }

  const selectWindows = (instanceId: InstanceId, windows: ReadonlyArray<Window>) => {
    const keys = windows.map(({ key }) => key)
    return sql<WindowRow>`
      SELECT key, consumed_at AS "consumedAt" FROM ${tables.rateLimits}
      WHERE instance_id = ${instanceId} AND ${sql.in("key", keys)}`
  }

  const consume = Effect.fnUntraced(
    function* (instanceId: InstanceId, windows: ReadonlyArray<Window>, now: DateTime.Utc) {
      const steps = windows.map((window, index) => consumeWindow(instanceId, window, now, index))
      const consumed = windows.map((_, index) => sql.literal(`SELECT NULL, NULL FROM window_${index}`))
      const unlessAll = sql.literal(`AND NOT EXISTS (SELECT FROM window_${windows.length - 1})`)
      const found = yield* undecodedRows(sql<ConsumptionRow>`
        WITH ${sql.csv(steps)} ${selectWindows(instanceId, windows)} ${unlessAll}
        UNION ALL ${sql.join(" UNION ALL ", false)(consumed)}`)
      const stored = found.filter(isWindow)
      const count = found.length - stored.length
      if (count === windows.length) return { isAllowed: true } satisfies Decision

      yield* Effect.forEach(windows.slice(0, count), ({ key }) => refund(instanceId, key, now), { discard: true })
      // Those that were consumed had room. On Citus, the statement has read them after it consumed them.
      const times = timesWithRoom(windows, stored, now).map((at, index) => (index < count ? now.epochMillis : at))
      // If the window that refused seems to have room, a concurrent attempt consumed it after the statement had begun.
      // Then the windows are read again; by now they may have room.
      const isOutdated = times[count] === now.epochMillis
      const latest = isOutdated
        ? timesWithRoom(windows, yield* undecodedRows(selectWindows(instanceId, windows)), now)
        : times
      const retryAt = DateTime.unsafeMake(Math.max(...latest))
      return { isAllowed: false, retryAt, refusedBy: count } satisfies Decision
    },
    // An interruption between a refusal and the refunds would leave the other windows consumed.
    Effect.uninterruptible,
    traced("PostgresRateLimitStore.consume")
  )

  return RateLimitStore.of({
    consume,

    refund: Effect.fnUntraced(function* (instanceId, key, at) {
      yield* refund(instanceId, key, at)
    }, traced("PostgresRateLimitStore.refund")),

    // By range, because a plan for LIKE needs to know its pattern. `;` follows `:`, with which prefixes end. Windows with
    // the prefix first, and the others by key: the order in which attempts consume them. Each key by the index: for a
    // long list, a generic plan would read all windows of the instance.
    deleteAll: Effect.fnUntraced(function* (instanceId, { keys, prefix }) {
      const end = `${prefix.slice(0, -1)};`
      yield* discard(sql`
        DELETE FROM ${tables.rateLimits} WHERE instance_id = ${instanceId} AND ctid = ANY (ARRAY(
          SELECT ctid FROM ${tables.rateLimits}
          WHERE instance_id = ${instanceId} AND key >= ${prefix} AND key < ${end}
          ORDER BY key LIMIT 1000
          FOR UPDATE
        ))`)
      yield* discard(sql`
        WITH held AS MATERIALIZED (
          SELECT l.key
          FROM (SELECT key FROM unnest(${keys}::text[]) AS given (key) ORDER BY key COLLATE "C") AS k
          CROSS JOIN LATERAL (
            SELECT key FROM ${tables.rateLimits} WHERE instance_id = ${instanceId} AND key = k.key LIMIT 1
            FOR UPDATE
          ) AS l
        )
        DELETE FROM ${tables.rateLimits} WHERE instance_id = ${instanceId} AND key = ANY (ARRAY(SELECT key FROM held))`)
    }, traced("PostgresRateLimitStore.deleteAll")),

    deleteExpired: Effect.fnUntraced(function* (now, limit) {
      return yield* deleteExpired(db, { table: tables.rateLimits, expiryColumn: "expires_at", until: now, limit })
    }, traced("PostgresRateLimitStore.deleteExpired"))
  })
})

/** The adapter as a layer. @since 0.1.0 */
export const layer: Layer.Layer<RateLimitStore, never, SqlClient> = Layer.effect(RateLimitStore, make)
