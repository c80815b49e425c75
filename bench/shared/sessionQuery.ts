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

/** The query of `PostgresSessionRepository.findActive` for one session. */
export const text = `
  SELECT ${columns}
  FROM "latchkey"."sessions" s ${joins}
  WHERE s.instance_id = $1 AND s.token_hash = $2 AND c.token_hash = $3 AND s.ends_at > $4 AND s.last_seen_at > $5`
