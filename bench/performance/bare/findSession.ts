import Pg from "pg"
import { query } from "../../shared/sessionQuery.ts"
import type { Key } from "./sessionRequests.ts"

/** The connections, as many as Latchkey has. */
export const pool = new Pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 })

/** Finds a session with the query of `PostgresSessionRepository.findActive`, as a prepared statement. */
export const findSession = async ({ clientHash, idleSince, instanceId, now, tokenHash }: Key): Promise<unknown> => {
  const { rows } = await pool.query({
    name: "session",
    text: query,
    values: [instanceId, tokenHash, clientHash, now, idleSince]
  })
  return rows[0]
}
