/** How long a session lasts without a visit. */
export const idleMillis = 7 * 24 * 3600 * 1000

/** The columns that a session check reads, as `PostgresSessionRepository.findActive` does. */
export const columns = `
  s.session_id AS "id", s.method, s.further_methods AS "furtherMethods", s.user_id AS "userId", u.email,
  u.email_verified_at IS NOT NULL AS "emailVerified", u.claimed_at AS "claimedAt", u.language,
  s.authenticated_at AS "authenticatedAt", s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt"`

/**
 * Returns the tables that a check reads: client and user of the session, unless it is revoked by its version, or the user
 * is disabled or deleted. `now`: an expression of SQL.
 */
export const joins = (now: string): string => `
  JOIN "latchkey"."clients" c ON c.instance_id = s.instance_id AND c.client_id = s.client_id
  JOIN "latchkey"."users" u
    ON u.instance_id = s.instance_id AND u.user_id = s.user_id AND u.credential_version = s.credential_version
      AND u.disabled_at IS NULL AND (u.deletion_at IS NULL OR u.deletion_at > ${now})`

/** The query of a single check. */
export const query = `
  SELECT ${columns}
  FROM "latchkey"."sessions" s ${joins("$4")}
  WHERE s.instance_id = $1 AND s.token_hash = $2 AND c.token_hash = $3 AND s.ends_at > $4 AND s.last_seen_at > $5`
