// The least that a session check can be: the query of `PostgresSessionRepository.findActive` between Node's HTTP server
// and `pg`. No instance, no address, no limits on time, no metrics, no log. With a name PostgreSQL plans it once for
// each connection, as it does Latchkey's; without, as `pg` is usually written, each time.
import { hash } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import Pg from "pg"
import { listen } from "./listen.ts"

const name = process.env["STATEMENT_NAME"]
const pool = new Pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 })

const query = `
  SELECT
    s.session_id AS "id", s.user_id AS "userId", u.email, u.email_verified_at IS NOT NULL AS "emailVerified",
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
