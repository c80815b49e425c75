import type { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { time } from "./columns.ts"
import { type Database, discard, outsideTransactions, undecodedRows } from "./database.ts"

type Visit = Parameters<SessionRepository["Type"]["touch"]>

/**
 * Makes `SessionRepository.touch`, which records concurrent visits in one statement. That statement waits for no lock: a
 * session that another transaction holds delays no visit of another one, and its own visit is recorded alone afterwards.
 */
export const recordVisit = ({ sql, tables }: Database): SessionRepository["Type"]["touch"] => {
  const recordAlone = ([instanceId, id, now]: Visit) =>
    discard(sql`
      UPDATE ${tables.sessions} SET last_seen_at = ${time(now)}
      WHERE instance_id = ${instanceId} AND session_id = ${id} AND last_seen_at < ${time(now)}`)

  /** Returns for each visit whether it was recorded, unless there is nothing to record. */
  const record = (visits: Arr.NonEmptyReadonlyArray<Visit>) => {
    const locked = undecodedRows(sql<{ readonly indexes: ReadonlyArray<number> }>`
      WITH visits AS MATERIALIZED (
        SELECT v.instance_id, v.session_id, max(v.now) AS now, array_agg(v.index::integer) AS indexes
        FROM unnest(
          ${Arr.map(visits, ([instanceId]) => instanceId)}::text[], ${Arr.map(visits, ([, id]) => id)}::text[],
          ${Arr.map(visits, ([, , now]) => time(now))}::timestamptz[]
        ) WITH ORDINALITY AS v (instance_id, session_id, now, index)
        GROUP BY v.instance_id, v.session_id
      ), held AS MATERIALIZED (
        SELECT s.instance_id, s.session_id, v.now FROM visits v
        JOIN ${tables.sessions} s
          ON s.instance_id = v.instance_id AND s.session_id = v.session_id AND s.last_seen_at < v.now
        FOR NO KEY UPDATE OF s SKIP LOCKED
      ), recorded AS (
        UPDATE ${tables.sessions} s SET last_seen_at = held.now FROM held
        WHERE s.instance_id = held.instance_id AND s.session_id = held.session_id
      )
      SELECT v.indexes FROM visits v
      JOIN ${tables.sessions} s
        ON s.instance_id = v.instance_id AND s.session_id = v.session_id AND s.last_seen_at < v.now
      WHERE NOT EXISTS (SELECT FROM held WHERE held.instance_id = v.instance_id AND held.session_id = v.session_id)`)
    return Effect.map(locked, (rows) => {
      const isRecorded = Arr.map(visits, () => true)
      for (const index of rows.flatMap(({ indexes }) => indexes)) isRecorded[index - 1] = false
      return isRecorded
    })
  }
  const recordTogether = outsideTransactions({ span: "PostgresSessionRepository.touch.batch", run: record })

  return (...visit) =>
    // Interrupting the call does not leave its visit out.
    Effect.uninterruptible(
      Effect.flatMap(recordTogether(visit), (isRecorded) => (isRecorded ? Effect.void : recordAlone(visit)))
    )
}
