import { randomBytes, randomUUID } from "node:crypto"
import type { Account } from "./account.ts"
import { pool } from "./pool.ts"
import { digest } from "./sessionRequests.ts"

export interface Issued {
  readonly userId: string
  readonly sessionId: string
  readonly session: string
  readonly client: string
}

const newToken = () => randomBytes(32).toString("base64url")

/**
 * Stores a session on a new client, if the account still has these credentials. The account keeps its newest 100
 * sessions and 20 clients.
 */
export const issueSession = async ({ userId, version }: Account, now: Date): Promise<Issued | undefined> => {
  const [session, client, sessionId] = [newToken(), newToken(), `sess_${randomUUID()}`]
  const { rowCount } = await pool.query({
    name: "issue",
    text: `
      WITH owner AS (
        SELECT user_id FROM latchkey.users
        WHERE instance_id = 'default' AND user_id = $4 AND credential_version = $7 AND disabled_at IS NULL
          AND (deletion_at IS NULL OR deletion_at > $3::timestamptz)
        FOR SHARE
      ), created AS (
        INSERT INTO latchkey.clients (instance_id, client_id, token_hash, expires_at)
        SELECT 'default', $1, $2, $3::timestamptz + interval '400 days' FROM owner
      ), known AS (
        INSERT INTO latchkey.client_users (instance_id, user_id, client_id, known_at)
        SELECT 'default', $4, $1, $3 FROM owner
      ), fewer_sessions AS (
        DELETE FROM latchkey.sessions WHERE instance_id = 'default' AND session_id = ANY (ARRAY(
          SELECT session_id FROM latchkey.sessions WHERE instance_id = 'default' AND user_id = $4
          ORDER BY credential_version DESC, authenticated_at DESC, session_id DESC OFFSET 99
        ))
      ), fewer_clients AS (
        DELETE FROM latchkey.client_users
        WHERE instance_id = 'default' AND user_id = $4 AND client_id = ANY (ARRAY(
          SELECT client_id FROM latchkey.client_users WHERE instance_id = 'default' AND user_id = $4
          ORDER BY known_at DESC, client_id DESC OFFSET 19
        ))
      )
      INSERT INTO latchkey.sessions (
        instance_id, session_id, user_id, client_id, token_hash, method, credential_version, user_agent,
        authenticated_at, last_seen_at, expires_at, ends_at
      )
      SELECT 'default', $5, $4, $1, $6, 'password', $7, '', $3::timestamptz, $3, $3::timestamptz + interval '30 days',
        $3::timestamptz + interval '30 days'
      FROM owner`,
    values: [`client_${randomUUID()}`, digest(client), now, userId, sessionId, digest(session), version]
  })
  return rowCount === 1 ? { userId, sessionId, session, client } : undefined
}
