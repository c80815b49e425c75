import type { RotatedSession, SessionRepository, SessionRotation } from "@latchkey/domain/session/SessionRepository"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { digest, time } from "./columns.ts"
import { type Database, hasRow, undecodedRows } from "./database.ts"
import { activeColumns, type Row, toActiveSession } from "./findActiveSession.ts"

interface FoundRow extends Row {
  readonly isRepeated: boolean
}

/**
 * Makes `SessionRepository.rotate`: one statement replaces the token, and another one finds the session. On Citus, the
 * first one cannot return times as numbers.
 */
export const rotateSession = ({ sql, tables }: Database): SessionRepository["Type"]["rotate"] => {
  const columns = sql.literal(activeColumns)

  const isActive = ({ clientHash, idleLifetime, instanceId, now }: SessionRotation) => sql`
    s.instance_id = ${instanceId} AND s.rotated_at IS NOT NULL
      AND c.instance_id = ${instanceId} AND c.client_id = s.client_id AND c.token_hash = ${digest(clientHash)}
      AND u.instance_id = ${instanceId} AND u.user_id = s.user_id AND u.credential_version = s.credential_version
      AND u.disabled_at IS NULL AND (u.deletion_at IS NULL OR u.deletion_at > ${time(now)})
      AND s.ends_at > ${time(now)} AND s.last_seen_at > ${time(DateTime.subtractDuration(now, idleLifetime))}`

  const rotated = (rotation: SessionRotation) =>
    hasRow(sql`
      UPDATE ${tables.sessions} s SET
        token_hash = ${digest(rotation.nextHash)}, former_token_hash = s.token_hash, rotated_at = ${time(rotation.now)},
        last_seen_at = greatest(s.last_seen_at, ${time(rotation.now)})
      FROM ${tables.clients} c, ${tables.users} u
      WHERE s.token_hash = ${digest(rotation.tokenHash)} AND ${isActive(rotation)}
      RETURNING s.session_id`)

  // A separate statement, whose snapshot has what a concurrent call has done.
  const found = (rotation: SessionRotation) =>
    undecodedRows<FoundRow>(sql`
      SELECT
        ${columns},
        coalesce(s.former_token_hash = ${digest(rotation.tokenHash)}, false)
          AND s.rotated_at >= ${time(rotation.repeatableSince)} AS "isRepeated"
      FROM ${tables.sessions} s, ${tables.clients} c, ${tables.users} u
      WHERE ${isActive(rotation)}`)

  return Effect.fnUntraced(function* (rotation) {
    const isRotated = yield* rotated(rotation)
    const [row] = yield* found(rotation)
    return Option.map(Option.fromNullable(row), (row): RotatedSession => {
      const session = toActiveSession(row)
      if (isRotated) return { outcome: "rotated", session }
      return { outcome: row.isRepeated ? "repeated" : "replayed", session }
    })
  })
}
