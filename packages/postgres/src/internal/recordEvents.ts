/** The SQL that records events, for `PostgresEventLog` and for statements that store an event with their change. */
import type { Fragment } from "@effect/sql/Statement"
import type { Database } from "./database.ts"

const iso = (column: string) => `to_char(u.${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The user of a row `u` of `users` as `EventUser` encodes it. */
export const userData = `jsonb_build_object(
  'id', u.user_id,
  'email', u.email,
  'emailVerified', u.email_verified_at IS NOT NULL,
  'externalId', u.external_id,
  'disabled', u.disabled_at IS NOT NULL,
  'hasPassword', u.password_hash IS NOT NULL,
  'createdAt', ${iso("created_at")},
  'secondFactorAt', ${iso("second_factor_at")},
  'deletionAt', ${iso("deletion_at")},
  'language', u.language,
  'name', u.name,
  'metadata', u.metadata::jsonb,
  'userMetadata', u.user_metadata::jsonb
)`

/**
 * CTEs that record the rows of a CTE: `counted` takes the next versions of their users, and `recorded` stores the
 * events. The rows have the columns `user_id`, `event_id`, `type`, `occurred_at`, `actor`, `details` and `user_data`,
 * `rank` and `total`: which of how many events of the user it is.
 *
 * A version is counted on a locked row: the snapshot of a statement does not show what others have committed while it
 * waited. The place is the id of the transaction, or that of the user's event before, if that is greater. A transaction
 * with a smaller id may have waited for the one with a greater id. `entered` reads no table: on a Citus cluster the id
 * is that of the coordinator, whatever node the rest runs on.
 */
export const recording = ({ sql, tables }: Database, instanceId: Fragment, source: string): Fragment => {
  const rows = sql.literal(source)
  return sql`
    entered AS MATERIALIZED (
      SELECT pg_current_xact_id()::text::bigint AS id
    ), counted AS (
      INSERT INTO ${tables.eventVersions} AS v (instance_id, user_id, version, position)
      SELECT
        ${instanceId}, r.user_id, r.total,
        (SELECT id FROM entered) + (SELECT position_offset FROM ${tables.eventClock})
      FROM ${rows} r WHERE r.rank = 1
      ORDER BY r.user_id
      ON CONFLICT (instance_id, user_id) DO UPDATE SET
        version = v.version + excluded.version, position = greatest(v.position, excluded.position)
      RETURNING user_id, version, position
    ), recorded AS (
      INSERT INTO ${tables.events} (
        instance_id, user_id, version, event_id, type, occurred_at, actor, position, user_data, details
      )
      SELECT
        ${instanceId}, c.user_id, c.version - r.total + r.rank, r.event_id, r.type, r.occurred_at, r.actor, c.position,
        CASE WHEN r.type <> 'user.deleted' THEN r.user_data END, r.details
      FROM counted c JOIN ${rows} r ON r.user_id = c.user_id
      RETURNING instance_id, user_id, version, event_id, type, occurred_at, actor, user_data, details
    )`
}

/** An event of a row as `Event` encodes it. */
export const eventJson = `jsonb_build_object(
  'id', event_id,
  'type', type,
  'occurredAt', to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'instanceId', instance_id,
  'userId', user_id,
  'version', version,
  'actor', actor,
  'data', jsonb_build_object('user', user_data) || details
)`
