import { hash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"

/** What a session check compares: the hashes of both cookies, and two times. */
export interface Key {
  readonly instanceId: string
  readonly tokenHash: Buffer
  readonly clientHash: Buffer
  readonly now: string
  readonly idleSince: string
}

const idleMillis = 7 * 24 * 3600 * 1000

const hashOf = (request: IncomingMessage, cookie: string): Buffer => {
  const value = new RegExp(`(?:^|; )${cookie}=([^;]*)`).exec(request.headers.cookie ?? "")?.[1] ?? ""
  return Buffer.from(hash("sha256", value, "hex"), "hex")
}

export const keyOf = (request: IncomingMessage): Key => {
  const now = Date.now()
  return {
    instanceId: "default",
    tokenHash: hashOf(request, "__session"),
    clientHash: hashOf(request, "__client"),
    now: new Date(now).toISOString(),
    idleSince: new Date(now - idleMillis).toISOString()
  }
}

/** The columns that the reply has. */
export const columns = `
  s.session_id AS "id", s.method, s.user_id AS "userId", u.email, u.email_verified_at IS NOT NULL AS "emailVerified",
  s.authenticated_at AS "authenticatedAt", s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt"`

/** The tables that a check reads: client and user of the session, unless revoked by its version or disabled. */
export const joins = `
  JOIN "latchkey"."clients" c ON c.instance_id = s.instance_id AND c.client_id = s.client_id
  JOIN "latchkey"."users" u
    ON u.instance_id = s.instance_id AND u.user_id = s.user_id AND u.credential_version = s.credential_version
      AND u.disabled_at IS NULL`

/** Sends the session, or 401 without one. */
export const reply = (response: ServerResponse, session: unknown): void => {
  const body = JSON.stringify(session ?? null)
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) }
  response.writeHead(session === undefined ? 401 : 200, headers).end(body)
}
