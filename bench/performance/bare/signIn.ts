// The minimum of sign-ins and session checks in one process, with Latchkey's tables: the same limits, look-up and session,
// with Node's HTTP server, `pg` and the same hashing threads. No fairness, dummy hash, refunds, origins, metrics or log,
// and no limit on sessions.
import { hash, randomBytes, randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { findSession, pool } from "./findSession.ts"
import { listen } from "./listen.ts"
import { readJson } from "./readJson.ts"
import { keyOf, reply } from "./sessionRequests.ts"
import { verify } from "./verify.ts"

const limit = 30

// As Latchkey's counts, it does not wait for the disk: the session does.
const consume = (key: string, now: Date) =>
  pool.query({
    name: "consume",
    text: `
      INSERT INTO latchkey.rate_limits AS w (instance_id, key, consumed_at, expires_at)
      VALUES ('default', $1, ARRAY[$2::timestamptz], $2::timestamptz + interval '1 second')
      ON CONFLICT (instance_id, key) DO UPDATE SET
        consumed_at = ARRAY(
          SELECT at FROM (
            SELECT at FROM unnest(w.consumed_at || excluded.consumed_at) AS at ORDER BY at DESC LIMIT $3
          ) AS newest ORDER BY at
        ),
        expires_at = excluded.expires_at
      WHERE (SELECT count(*) FROM unnest(w.consumed_at) AS at WHERE at > $2::timestamptz - interval '1 second') < $3
      RETURNING set_config('synchronous_commit', 'off', true)`,
    values: [key, now, limit]
  })

const find = (email: string) =>
  pool.query({
    name: "find",
    text: `
      SELECT u.user_id AS "userId", u.password_hash AS "passwordHash", u.credential_version AS version
      FROM latchkey.users u
      LEFT JOIN latchkey.sign_in_failures f ON f.instance_id = u.instance_id AND f.email = u.email
      WHERE u.instance_id = 'default' AND u.email = $1 AND u.disabled_at IS NULL`,
    values: [email]
  })

const digest = (token: string): Buffer => Buffer.from(hash("sha256", token, "hex"), "hex")

const issue = (userId: string, version: number, session: string, client: string, now: Date) => {
  const sessionId = `sess_${randomUUID()}`
  return pool.query({
    name: "issue",
    text: `
      WITH created AS (
        INSERT INTO latchkey.clients (instance_id, client_id, token_hash, expires_at)
        VALUES ('default', $1, $2, $3::timestamptz + interval '400 days')
      ), known AS (
        INSERT INTO latchkey.client_users (instance_id, user_id, client_id, known_at) VALUES ('default', $4, $1, $3)
      )
      INSERT INTO latchkey.sessions (
        instance_id, session_id, user_id, client_id, token_hash, method, credential_version, user_agent,
        authenticated_at, last_seen_at, expires_at, ends_at
      ) VALUES (
        'default', $5, $4, $1, $6, 'password', $7, '', $3, $3, $3::timestamptz + interval '30 days',
        $3::timestamptz + interval '30 days'
      )
      RETURNING session_id AS "sessionId"`,
    values: [`client_${randomUUID()}`, digest(client), now, userId, sessionId, digest(session), version]
  })
}

const signIn = async (request: IncomingMessage) => {
  const { email, password } = await readJson(request)
  const now = new Date()
  const { rowCount } = await consume(`ip:${request.headers["x-forwarded-for"]}`, now)
  const {
    rows: [user]
  } = await find(email)
  const account = await consume(`email:${email}`, now)
  if (rowCount === 0 || account.rowCount === 0) return undefined
  if (user === undefined || !(await verify(password, user.passwordHash))) return undefined
  const [session, client] = [randomBytes(32).toString("base64url"), randomBytes(32).toString("base64url")]
  const { rows } = await issue(user.userId, user.version, session, client, now)
  return { reply: { userId: user.userId, sessionId: rows[0]?.sessionId }, session, client }
}

const replyIssued = (response: ServerResponse, issued: Awaited<ReturnType<typeof signIn>>): void => {
  const body = JSON.stringify(issued?.reply ?? {})
  response
    .writeHead(issued === undefined ? 401 : 200, {
      "content-type": "application/json",
      "content-length": body.length,
      "set-cookie": [`__session=${issued?.session}; HttpOnly`, `__client=${issued?.client}; HttpOnly`]
    })
    .end(body)
}

listen(
  createServer((request, response) => {
    if (request.method === "GET") void findSession(keyOf(request)).then((session) => reply(response, session))
    else void signIn(request).then((issued) => replyIssued(response, issued))
  })
)
