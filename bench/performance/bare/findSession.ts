import Pg from "pg"
import { columns, joins, type Key } from "./sessionRequests.ts"

const text = `
  SELECT ${columns}
  FROM "latchkey"."sessions" s ${joins}
  WHERE s.instance_id = $1 AND s.token_hash = $2 AND c.token_hash = $3 AND s.ends_at > $4 AND s.last_seen_at > $5`

/** The connections, as many as Latchkey has. */
export const pool = new Pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 })

/** Finds a session with the query of `PostgresSessionRepository.findActive`, as a prepared statement. */
export const findSession = async ({ clientHash, idleSince, instanceId, now, tokenHash }: Key): Promise<unknown> => {
  const { rows } = await pool.query({
    name: "session",
    text,
    values: [instanceId, tokenHash, clientHash, now, idleSince]
  })
  return rows[0]
}
