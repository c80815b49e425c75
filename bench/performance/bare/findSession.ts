import { query } from "../../shared/sessionQuery.ts"
import { pool } from "./pool.ts"
import type { Key } from "./sessionRequests.ts"

/** Finds a session with the query of `PostgresSessionRepository.findActive`, as a prepared statement. */
export const findSession = async ({ clientHash, idleSince, instanceId, now, tokenHash }: Key): Promise<unknown> => {
  const { rows } = await pool.query({
    name: "session",
    text: query,
    values: [instanceId, tokenHash, clientHash, now, idleSince]
  })
  return rows[0]
}
