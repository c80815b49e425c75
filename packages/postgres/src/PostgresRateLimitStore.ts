/**
 * Sliding windows in the table `rate_limits`, one row for each key, with the arithmetic of the domain's
 * `SlidingWindow`. All processes on one database share them.
 *
 * Consuming all windows of an attempt is one statement. A refusal needs one more for its `retryAt`, and one for each
 * window before it that had room.
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import { type Decision, type Durability, RateLimitStore, type Window } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as SlidingWindow from "@latchkey/domain/rate-limit/SlidingWindow"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type ConsumptionRow, consumeWindows, selectWindows, type WindowRow } from "./internal/consumeWindows.ts"
import { database, discard, isInTransaction, undecodedRows } from "./internal/database.ts"
import { deleteExpired } from "./internal/deleteExpired.ts"
import { refundWindow } from "./internal/refundWindow.ts"

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

const makeStore = Effect.fnUntraced(function* (isBesideSessions: boolean) {
  const db = yield* database
  const { sql, tables } = db
  const consumption = consumeWindows(db)
  const refundOf = refundWindow(db)

  // A transaction of the app commits as the app wants.
  const deferring = <A, E>(run: (isPossible: boolean) => Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.withFiberRuntime((fiber) => run(isBesideSessions && !isInTransaction(fiber)))

  const refund = (instanceId: InstanceId, key: string, at: DateTime.Utc) =>
    deferring((isDeferred) => discard(refundOf({ instanceId, key, at, isDeferred })))

  const selectAgain = (instanceId: InstanceId, windows: ReadonlyArray<Window>) => {
    const keys = windows.map(({ key }) => sql`${key}`)
    return undecodedRows(selectWindows(db, sql`${instanceId}`, keys))
  }

  const consume = Effect.fnUntraced(
    function* (
      instanceId: InstanceId,
      windows: Arr.NonEmptyReadonlyArray<Window>,
      now: DateTime.Utc,
      durability?: Durability
    ) {
      const found = yield* deferring((isPossible) =>
        undecodedRows(consumption({ instanceId, windows, now, isDeferred: isPossible && durability === "deferred" }))
      )
      const stored = found.filter(isWindow)
      const count = found.length - stored.length
      if (count === windows.length) return { isAllowed: true } satisfies Decision

      yield* Effect.forEach(windows.slice(0, count), ({ key }) => refund(instanceId, key, now), { discard: true })
      // Those that were consumed had room. On Citus, the statement has read them after it consumed them.
      const times = timesWithRoom(windows, stored, now).map((at, index) => (index < count ? now.epochMillis : at))
      // If the window that refused seems to have room, a concurrent attempt consumed it after the statement had begun.
      // Then the windows are read again; by now they may have room.
      const isOutdated = times[count] === now.epochMillis
      const latest = isOutdated ? timesWithRoom(windows, yield* selectAgain(instanceId, windows), now) : times
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

    // In the order in which attempts consume them. Each by the index: for a long list, a generic plan would read all
    // windows of the instance.
    deleteAll: Effect.fnUntraced(function* (instanceId, keys) {
      yield* discard(sql`
        WITH held AS MATERIALIZED (
          SELECT l.key
          FROM (SELECT key FROM unnest(${[...keys]}::text[]) AS given (key) ORDER BY key COLLATE "C") AS k
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

/**
 * Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. The
 * database needs no other table: each count is durable before `consume` returns.
 */
export const make = makeStore(false)

/** The adapter as a layer. */
export const layer: Layer.Layer<RateLimitStore, never, SqlClient> = Layer.effect(RateLimitStore, make)

/**
 * As `layer`, for the database that also stores sessions and failed sign-ins, as `Postgres.layer` does. There the count
 * of a sign-in may become durable together with what the sign-in writes last. Begin transactions with
 * `SqlClient.withTransaction`, or their commits might not wait for the disk either.
 */
export const layerBesideSessions: Layer.Layer<RateLimitStore, never, SqlClient> = Layer.effect(
  RateLimitStore,
  makeStore(true)
)
