// The minimum of a session check: the query of `PostgresSessionRepository.findActive` with Node's HTTP server and `pg`. No
// instances, IP addresses, timeouts, metrics or logs. With a name, PostgreSQL plans the query once per connection, as for
// Latchkey. Without one, which is common with `pg`, it plans the query every time.
import { hash } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import Pg from "pg"
import { listen } from "./listen.ts"

const name = process.env["STATEMENT_NAME"]
const pool = new Pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 })

const query = `
  SELECT
    s.session_id AS "id", s.method, s.user_id AS "userId", u.email, u.email_verified_at IS NOT NULL AS "emailVerified",
    s.authenticated_at AS "authenticatedAt", s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt"
  FROM "latchkey"."sessions" s
  JOIN "latchkey"."clients" c ON c.instance_id = s.instance_id AND c.client_id = s.client_id
  JOIN "latchkey"."users" u ON u.instance_id = s.instance_id AND u.user_id = s.user_id
  WHERE s.instance_id = $1 AND s.token_hash = $2
    AND c.token_hash = $3
    AND s.ends_at > $4 AND s.last_seen_at > $5`

const idleMillis = 7 * 24 * 3600 * 1000

const hashOf = (request: IncomingMessage, cookie: string): Buffer => {
  const value = new RegExp(`(?:^|; )${cookie}=([^;]*)`).exec(request.headers.cookie ?? "")?.[1] ?? ""
  return Buffer.from(hash("sha256", value, "hex"), "hex")
}

const find = async (request: IncomingMessage): Promise<unknown> => {
  const now = Date.now()
  const times = [new Date(now).toISOString(), new Date(now - idleMillis).toISOString()]
  const values = ["default", hashOf(request, "__session"), hashOf(request, "__client"), ...times]
  const { rows } = await pool.query({ ...(name === undefined ? {} : { name }), text: query, values })
  return rows[0]
}

listen(
  createServer((request, response) => {
    void find(request).then((session) => {
      const body = JSON.stringify(session ?? null)
      const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) }
      response.writeHead(session === undefined ? 401 : 200, headers).end(body)
    })
  })
)
