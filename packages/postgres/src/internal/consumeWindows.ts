import type { Fragment, Statement } from "@effect/sql/Statement"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import type { Window } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import { time } from "./columns.ts"
import { type Commit, commitCondition } from "./commitCondition.ts"
import { type AddParameter, compiledStatement } from "./compiledStatement.ts"
import type { Database } from "./database.ts"
import { plusSeconds } from "./plusSeconds.ts"

/** An attempt that consumes windows, in their order. */
export interface Attempt extends Commit {
  readonly instanceId: InstanceId
  readonly windows: Arr.NonEmptyReadonlyArray<Window>
  readonly now: DateTime.Utc
}

export interface WindowRow {
  readonly key: string
  readonly consumedAt: ReadonlyArray<Date>
}

/** A row without a key for each window that was consumed; and unless all were, the windows as they were before. */
export type ConsumptionRow = WindowRow | { readonly key: null }

const parametersOf = (parameter: AddParameter<Attempt>, index: number) => {
  const windowOf = ({ windows }: Attempt) => Arr.unsafeGet(windows, index)
  const secondsOf = (attempt: Attempt) => windowOf(attempt).rate.windowSeconds
  return {
    key: parameter("text", (attempt) => windowOf(attempt).key),
    limit: parameter("integer", (attempt) => windowOf(attempt).rate.limit),
    seconds: parameter("double precision", secondsOf),
    start: parameter("timestamptz", (attempt) => time(DateTime.subtract(attempt.now, { seconds: secondsOf(attempt) }))),
    expiresAt: parameter("timestamptz", (attempt) => time(DateTime.add(attempt.now, { seconds: secondsOf(attempt) })))
  }
}

/** Selects windows by their keys. */
export const selectWindows = ({ sql, tables }: Database, instanceId: Fragment, keys: ReadonlyArray<Fragment>) =>
  sql<WindowRow>`
    SELECT key, consumed_at AS "consumedAt" FROM ${tables.rateLimits}
    WHERE instance_id = ${instanceId} AND key IN (${sql.csv(keys)})`

/** Compiles the statement for so many windows. It consumes each if it has room, and if the one before was consumed. */
const compileFor = (db: Database, count: number) => {
  const { addToWindow, sql, tables } = db
  return compiledStatement<Attempt, ConsumptionRow>(sql, (parameter) => {
    const instanceId = parameter("text", (attempt) => attempt.instanceId)
    const now = parameter("timestamptz", (attempt) => time(attempt.now))
    const windows = Arr.makeBy(count, (index) => parametersOf(parameter, index))

    const steps = windows.map(({ expiresAt, key, limit, seconds, start }, index) => {
      const previous = index === 0 ? sql`` : sql.literal(` FROM window_${index - 1}`)
      return sql`${sql.literal(`window_${index}`)} AS (
        INSERT INTO ${tables.rateLimits} AS w (instance_id, key, consumed_at, expires_at)
        SELECT ${instanceId}, ${key}, ARRAY[${now}], ${expiresAt}${previous}
        ON CONFLICT (instance_id, key) DO UPDATE SET
          consumed_at = ${addToWindow}(w.consumed_at, excluded.consumed_at[1], ${limit}),
          expires_at = greatest(
            excluded.expires_at, ${plusSeconds(sql, sql`w.consumed_at[cardinality(w.consumed_at)]`, seconds)}
          )
        WHERE cardinality(w.consumed_at) - width_bucket(${start}, w.consumed_at) < ${limit}
        RETURNING 1
      )`
    })
    const keys = windows.map(({ key }) => key)
    const condition = commitCondition(db, parameter)
    const consumed = windows.map(
      (_, index) => sql`SELECT NULL, NULL FROM ${sql.literal(`window_${index}`)} WHERE ${condition}`
    )
    return sql`
      WITH ${sql.csv(steps)} ${selectWindows(db, instanceId, keys)}
        ${sql.literal(`AND NOT EXISTS (SELECT FROM window_${count - 1})`)}
      UNION ALL ${sql.join(" UNION ALL ", false)(consumed)}`
  })
}

/**
 * Makes a function that makes the statement of an attempt: an atomic upsert of each window, in one statement. It is
 * compiled once for each number of windows.
 */
export const consumeWindows = (db: Database): ((attempt: Attempt) => Statement<ConsumptionRow>) => {
  const compiled = new Map<number, ReturnType<typeof compileFor>>()
  return (attempt) => {
    const count = attempt.windows.length
    const statement = compiled.get(count) ?? compileFor(db, count)
    compiled.set(count, statement)
    return statement(attempt)
  }
}
