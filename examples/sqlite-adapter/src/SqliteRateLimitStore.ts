/** The port `RateLimitStore` on a SQLite file, which several processes of one machine can share. */
import { PersistenceError } from "@latchkey/domain/core/Errors"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { type Decision, RateLimitStore, type Window } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as SlidingWindow from "@latchkey/domain/rate-limit/SlidingWindow"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import Database from "libsql"

// times: when allowed attempts were made, as a JSON array. expires_at: when the last of them stops counting.
const schema = `
  CREATE TABLE IF NOT EXISTS rate_limits (
    instance_id TEXT NOT NULL,
    key TEXT NOT NULL,
    times TEXT NOT NULL,
    window_seconds INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (instance_id, key)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS rate_limits_expired ON rate_limits (expires_at);`

const Row = Schema.Struct({ times: Schema.parseJson(Schema.Array(Schema.Int)), windowSeconds: Schema.Int })
const decodeRows = Schema.decodeUnknownSync(Schema.Array(Row))

// What the store throws is an outage to its callers, who reply with 503.
const attempt = <A>(work: () => A) => Effect.try({ try: work, catch: (cause) => new PersistenceError({ cause }) })

const open = (path: string): Database.Database => {
  // A process waits this many milliseconds for another that writes, and then fails.
  const database = new Database(path, { timeout: 2000 })
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
  database.exec(schema)
  return database
}

const make = (database: Database.Database) => {
  const find = (instanceId: InstanceId, key: string) =>
    decodeRows(
      database
        .prepare(`SELECT times, window_seconds AS "windowSeconds" FROM rate_limits WHERE instance_id = ? AND key = ?`)
        .all(instanceId, key)
    )

  const store = (instanceId: InstanceId, key: string, times: ReadonlyArray<number>, windowSeconds: number) => {
    const expiresAt = times.length === 0 ? 0 : Math.max(...times) + windowSeconds * 1000
    database
      .prepare(
        `INSERT INTO rate_limits (instance_id, key, times, window_seconds, expires_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (instance_id, key) DO UPDATE
         SET times = excluded.times, window_seconds = excluded.window_seconds, expires_at = excluded.expires_at`
      )
      .run(instanceId, key, JSON.stringify(times), windowSeconds, expiresAt)
  }

  const consume = (instanceId: InstanceId, windows: ReadonlyArray<Window>, now: DateTime.Utc): Decision => {
    const decisions = windows.map((window) => {
      const times = find(instanceId, window.key).flatMap((row) => row.times)
      return { window, decision: SlidingWindow.consume(times, window.rate, DateTime.toEpochMillis(now)) }
    })
    const refusals = decisions.flatMap(({ decision }) => (decision.isAllowed ? [] : [decision.retryAt]))
    // Nothing is written unless all windows have room.
    if (refusals.length > 0) {
      const refusedBy = decisions.findIndex(({ decision }) => !decision.isAllowed)
      return { isAllowed: false, retryAt: DateTime.unsafeMake(Math.max(...refusals)), refusedBy }
    }
    for (const { decision, window } of decisions) {
      store(instanceId, window.key, decision.times, window.rate.windowSeconds)
    }
    return { isAllowed: true }
  }

  // IMMEDIATE waits for other processes before the first read. Otherwise an attempt would fail if another process wrote
  // after that read.
  const exclusively = <A>(work: () => A) => attempt(() => database.transaction(work).immediate())

  return RateLimitStore.of({
    consume: (instanceId, windows, now) => exclusively(() => consume(instanceId, windows, now)),

    refund: (instanceId, key, at) =>
      exclusively(() => {
        for (const { times, windowSeconds } of find(instanceId, key)) {
          store(instanceId, key, SlidingWindow.refund(times, DateTime.toEpochMillis(at)), windowSeconds)
        }
      }),

    deleteAll: (instanceId, keys) =>
      exclusively(() => {
        const statement = database.prepare(`DELETE FROM rate_limits WHERE instance_id = ? AND key = ?`)
        for (const key of keys) statement.run(instanceId, key)
      }),

    deleteExpired: (now, limit) =>
      exclusively(
        () =>
          database
            .prepare(
              `DELETE FROM rate_limits WHERE rowid IN (SELECT rowid FROM rate_limits WHERE expires_at <= ? LIMIT ?)`
            )
            .run(DateTime.toEpochMillis(now), limit).changes
      )
  })
}

/** `path`: a file, or `":memory:"`. */
export const layer = (path: string): Layer.Layer<RateLimitStore, PersistenceError> =>
  Layer.scoped(
    RateLimitStore,
    Effect.map(
      Effect.acquireRelease(
        attempt(() => open(path)),
        (database) => Effect.sync(() => database.close())
      ),
      make
    )
  )
