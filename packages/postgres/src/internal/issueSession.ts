import type { PersistenceError } from "@latchkey/domain/core/Errors"
import type { SessionGrant } from "@latchkey/domain/session/SessionRepository"
import * as Effect from "effect/Effect"
import { digest, optionalDigest, time } from "./columns.ts"
import { countRows, type Database } from "./database.ts"

/**
 * Issues the session of a grant in one statement. Returns `true` if it was issued.
 *
 * - `owner` waits for transactions that change the user's credentials or disable the user, and checks the user again.
 * - `held` locks the sessions of the client before the client itself: the order in which every statement locks.
 * - `rotated` does the same for the client's token: of concurrent grants that present one token, only the first finds it.
 *   For all others, `created` adds a new client.
 */
export const issueSession = (
  { sql, tables }: Database,
  { session, presentedClient, newClientId, clientHash, clientExpiresAt }: SessionGrant
): Effect.Effect<boolean, PersistenceError> => {
  const { instanceId, userId } = session
  const now = time(session.authenticatedAt)
  const expiresAt = time(session.expiresAt)
  const clientEnd = time(clientExpiresAt)
  const issued = digest(clientHash)
  const presented = optionalDigest(presentedClient)
  const statement = sql`
    WITH owner AS MATERIALIZED (
      SELECT user_id FROM ${tables.users}
      WHERE instance_id = ${instanceId} AND user_id = ${userId} AND credential_version = ${session.credentialVersion}
        AND disabled_at IS NULL
      FOR SHARE
    ), held AS MATERIALIZED (
      SELECT s.session_id
      FROM owner
      JOIN ${tables.clients} c ON c.instance_id = ${instanceId} AND c.token_hash = ${presented} AND c.expires_at > ${now}
      JOIN ${tables.sessions} s ON s.instance_id = ${instanceId} AND s.client_id = c.client_id
      ORDER BY s.session_id
      FOR UPDATE OF s
    ), rotated AS (
      UPDATE ${tables.clients} c SET token_hash = ${issued}, expires_at = ${clientEnd}
      FROM owner, (SELECT count(*) FROM held) AS sessions_first
      WHERE c.instance_id = ${instanceId} AND c.token_hash = ${presented} AND c.expires_at > ${now}
      RETURNING c.client_id
    ), created AS (
      INSERT INTO ${tables.clients} (instance_id, client_id, token_hash, expires_at)
      SELECT ${instanceId}, ${newClientId}, ${issued}::bytea, ${clientEnd}::timestamptz
      FROM owner WHERE NOT EXISTS (SELECT FROM rotated)
      RETURNING client_id
    ), client AS (
      SELECT client_id FROM rotated UNION ALL SELECT client_id FROM created
    ), revoked AS (
      DELETE FROM ${tables.sessions} s USING rotated r WHERE s.instance_id = ${instanceId} AND s.client_id = r.client_id
    ), known AS (
      INSERT INTO ${tables.clientUsers} (instance_id, user_id, client_id)
      SELECT ${instanceId}, ${userId}, client_id FROM client
      ON CONFLICT DO NOTHING
    )
    INSERT INTO ${tables.sessions} (
      instance_id, session_id, user_id, client_id, token_hash, method, credential_version, user_agent,
      authenticated_at, last_seen_at, expires_at, ends_at
    )
    SELECT
      ${instanceId}, ${session.id}, ${userId}, client_id, ${digest(session.tokenHash)}::bytea, ${session.method},
      ${session.credentialVersion}::integer, ${session.userAgent}, ${now}::timestamptz, ${now}::timestamptz,
      ${expiresAt}::timestamptz,
      least(${expiresAt}::timestamptz, ${clientEnd}::timestamptz)
    FROM client
    RETURNING session_id`
  return Effect.map(countRows(statement), (count) => count > 0)
}
