import type { InstanceId } from "@latchkey/domain/core/Ids"
import { type Decision, RateLimitStore, type Window } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as SlidingWindow from "@latchkey/domain/rate-limit/SlidingWindow"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { firstOf, millis } from "./columns.ts"
import { type Connection, SqliteDatabase } from "./SqliteDatabase.ts"

const windowRow = firstOf(
  Schema.Struct({ times: Schema.parseJson(Schema.Array(Schema.Int)), windowSeconds: Schema.Int })
)

const find = ({ all }: Connection, instanceId: InstanceId, key: string) =>
  windowRow(
    all(
      `SELECT times, window_seconds AS "windowSeconds" FROM rate_limits WHERE instance_id = ? AND key = ?`,
      instanceId,
      key
    )
  )

const store = (
  { run }: Connection,
  instanceId: InstanceId,
  key: string,
  times: ReadonlyArray<number>,
  windowSeconds: number
) =>
  run(
    `INSERT INTO rate_limits (instance_id, key, times, window_seconds, expires_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (instance_id, key) DO UPDATE
     SET times = excluded.times, window_seconds = excluded.window_seconds, expires_at = excluded.expires_at`,
    instanceId,
    key,
    JSON.stringify(times),
    windowSeconds,
    times.length === 0 ? 0 : Math.max(...times) + windowSeconds * 1000
  )

const consume = (
  connection: Connection,
  instanceId: InstanceId,
  windows: ReadonlyArray<Window>,
  now: DateTime.Utc
): Decision => {
  const decisions = windows.map((window) => {
    const stored = find(connection, instanceId, window.key)
    const times = Option.match(stored, { onNone: () => [], onSome: (row) => row.times })
    return { window, decision: SlidingWindow.consume(times, window.rate, millis(now)) }
  })
  const refusals = decisions.flatMap(({ decision }) => (decision.isAllowed ? [] : [decision.retryAt]))
  // Nothing is written unless all windows have room.
  if (refusals.length > 0) {
    const refusedBy = decisions.findIndex(({ decision }) => !decision.isAllowed)
    return { isAllowed: false, retryAt: DateTime.unsafeMake(Math.max(...refusals)), refusedBy }
  }
  for (const { decision, window } of decisions) {
    store(connection, instanceId, window.key, decision.times, window.rate.windowSeconds)
  }
  return { isAllowed: true }
}

export const layer: Layer.Layer<RateLimitStore, never, SqliteDatabase> = Layer.effect(
  RateLimitStore,
  Effect.map(SqliteDatabase, ({ use }) =>
    RateLimitStore.of({
      consume: (instanceId, windows, now) => use((connection) => consume(connection, instanceId, windows, now)),

      refund: (instanceId, key, at) =>
        use((connection) => {
          for (const { times, windowSeconds } of Option.toArray(find(connection, instanceId, key))) {
            store(connection, instanceId, key, SlidingWindow.refund(times, millis(at)), windowSeconds)
          }
        }),

      deleteAll: (instanceId, keys) =>
        use(({ run }) => {
          for (const key of keys) run(`DELETE FROM rate_limits WHERE instance_id = ? AND key = ?`, instanceId, key)
        }),

      deleteExpired: (now, limit) =>
        use(({ run }) =>
          run(
            `DELETE FROM rate_limits WHERE rowid IN (SELECT rowid FROM rate_limits WHERE expires_at <= ? LIMIT ?)`,
            millis(now),
            limit
          )
        )
    })
  )
)
