import type { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { time } from "./columns.ts"
import { type Database, discard, outsideTransactions, undecodedRows } from "./database.ts"

type Visit = Parameters<SessionRepository["Type"]["touch"]>

/**
 * Makes `SessionRepository.touch`, which records concurrent visits in one statement. That statement waits for no lock:
 * a session that another transaction holds delays no visit of another one. Visits that it did not record go alone, and
 * on Citus all of them, so that a node that is down concerns its instances only.
 */
export const recordVisit = ({ isDistributed, sql, tables }: Database): SessionRepository["Type"]["touch"] => {
  const recordAlone = ([instanceId, id, now]: Visit) =>
    discard(sql`
      UPDATE ${tables.sessions} SET last_seen_at = ${time(now)}
      WHERE instance_id = ${instanceId} AND session_id = ${id} AND last_seen_at < ${time(now)}`)

  /** Returns for each visit whether it was recorded. */
  const record = (visits: Arr.NonEmptyReadonlyArray<Visit>) => {
    const recorded = undecodedRows(sql<{ readonly indexes: ReadonlyArray<number> }>`
      WITH visits AS (
        SELECT v.instance_id, v.session_id, max(v.now) AS now, array_agg(v.index::integer) AS indexes
        FROM unnest(
          ${Arr.map(visits, ([instanceId]) => instanceId)}::text[], ${Arr.map(visits, ([, id]) => id)}::text[],
          ${Arr.map(visits, ([, , now]) => time(now))}::timestamptz[]
        ) WITH ORDINALITY AS v (instance_id, session_id, now, index)
        GROUP BY v.instance_id, v.session_id
      ), held AS MATERIALIZED (
        SELECT s.ctid, v.now, v.indexes FROM visits v
        CROSS JOIN LATERAL (
          SELECT s.ctid FROM ${tables.sessions} s
          WHERE s.instance_id = v.instance_id AND s.session_id = v.session_id AND s.last_seen_at < v.now
          FOR NO KEY UPDATE SKIP LOCKED
        ) AS s
      )
      UPDATE ${tables.sessions} s SET last_seen_at = held.now FROM held WHERE s.ctid = held.ctid
      RETURNING held.indexes`)
    return Effect.map(recorded, (rows) => {
      const isRecorded = Arr.map(visits, () => false)
      for (const index of rows.flatMap(({ indexes }) => indexes)) isRecorded[index - 1] = true
      return isRecorded
    })
  }
  if (isDistributed) return (...visit) => Effect.uninterruptible(recordAlone(visit))

  const recordTogether = outsideTransactions({ span: "PostgresSessionRepository.touch.batch", run: record })

  return (...visit) =>
    // Interrupting the call does not leave its visit out.
    Effect.uninterruptible(
      Effect.flatMap(recordTogether(visit), (isRecorded) => (isRecorded ? Effect.void : recordAlone(visit)))
    )
}
