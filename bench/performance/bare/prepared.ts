// The minimum of a session check with a separate query: that of `PostgresSessionRepository.findActive` as a prepared
// statement, with Node's HTTP server and `pg`. No instances, IP addresses, timeouts, metrics or logs.
import { createServer } from "node:http"
import Pg from "pg"
import { listen } from "./listen.ts"
import { columns, joins, type Key, keyOf, reply } from "./sessionRequests.ts"

const pool = new Pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 })

const text = `
  SELECT ${columns}
  FROM "latchkey"."sessions" s ${joins}
  WHERE s.instance_id = $1 AND s.token_hash = $2 AND c.token_hash = $3 AND s.ends_at > $4 AND s.last_seen_at > $5`

const find = async ({ clientHash, idleSince, instanceId, now, tokenHash }: Key): Promise<unknown> => {
  const { rows } = await pool.query({
    name: "session",
    text,
    values: [instanceId, tokenHash, clientHash, now, idleSince]
  })
  return rows[0]
}

listen(
  createServer((request, response) => {
    void find(keyOf(request)).then((session) => reply(response, session))
  })
)
