import { Email } from "@latchkey/domain/core/Email"
import { ClientId, type InstanceId, SessionId, UserId } from "@latchkey/domain/core/Ids"
import { Language } from "@latchkey/domain/language/Language"
import { AuthenticationMethods } from "@latchkey/domain/session/AuthenticationMethod"
import { ActiveSession, SessionRepository, SessionSummary } from "@latchkey/domain/session/SessionRepository"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { allOf, firstOf, millis, OptionalTime, Time } from "./columns.ts"
import { issue } from "./issueSession.ts"
import { type Connection, SqliteDatabase } from "./SqliteDatabase.ts"

const sharedFields = {
  id: SessionId,
  methods: Schema.parseJson(AuthenticationMethods),
  authenticatedAt: Time,
  lastSeenAt: Time,
  expiresAt: Time
}
const activeRow = firstOf(
  Schema.Struct({
    ...sharedFields,
    userId: UserId,
    email: Email,
    emailVerified: Schema.BooleanFromUnknown,
    claimedAt: OptionalTime,
    language: Schema.OptionFromNullOr(Language)
  })
)
export const summaryRows = allOf(Schema.Struct({ ...sharedFields, userAgent: Schema.String }))

export const sessionColumns = `s.session_id AS "id", s.methods, s.authenticated_at AS "authenticatedAt",
  s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt"`

const countRow = firstOf(Schema.Struct({ count: Schema.Int }))
const clientRows = allOf(Schema.Struct({ id: ClientId }))

/** A condition on the sessions `s`: the user is not disabled, and the session has the user's credential version. */
const isOfCurrentVersion = `EXISTS (
  SELECT 1 FROM users u WHERE u.instance_id = s.instance_id AND u.user_id = s.user_id
    AND u.credential_version = s.credential_version AND u.disabled_at IS NULL
)`

/**
 * Raises the credential version, which revokes all sessions, and moves the kept one to it. Returns the revoked number.
 */
const revokeExcept = (
  { all, run }: Connection,
  instanceId: InstanceId,
  userId: UserId,
  kept: SessionId | null
): number => {
  const { count } = Option.getOrThrow(
    countRow(
      all(
        `SELECT count(*) AS "count" FROM sessions s JOIN users u USING (instance_id, user_id, credential_version)
         WHERE s.instance_id = ? AND s.user_id = ? AND s.session_id IS NOT ?`,
        instanceId,
        userId,
        kept
      )
    )
  )
  run(
    `UPDATE sessions AS s SET credential_version = credential_version + 1
     WHERE s.instance_id = ? AND s.user_id = ? AND s.session_id = ? AND ${isOfCurrentVersion}`,
    instanceId,
    userId,
    kept
  )
  run(
    `UPDATE users SET credential_version = credential_version + 1 WHERE instance_id = ? AND user_id = ?`,
    instanceId,
    userId
  )
  return count
}

export const layer: Layer.Layer<SessionRepository, never, SqliteDatabase> = Layer.effect(
  SessionRepository,
  Effect.map(SqliteDatabase, ({ use }) =>
    SessionRepository.of({
      issue: (grant) => Effect.flatten(use((connection) => issue(connection, grant))),

      findActive: ({ clientHash, idleLifetime, instanceId, now, tokenHash }) =>
        use(({ all }) =>
          Option.map(
            activeRow(
              all(
                `SELECT ${sessionColumns}, u.user_id AS "userId", u.email, u.email_verified_at IS NOT NULL AS "emailVerified",
                   u.claimed_at AS "claimedAt", u.language
                 FROM sessions s
                 JOIN clients c ON c.instance_id = s.instance_id AND c.client_id = s.client_id
                 JOIN users u ON u.instance_id = s.instance_id AND u.user_id = s.user_id
                   AND u.credential_version = s.credential_version AND u.disabled_at IS NULL
                   AND (u.deletion_at IS NULL OR u.deletion_at > ?)
                 WHERE s.instance_id = ? AND s.token_hash = ? AND c.token_hash = ?
                   AND s.ends_at > ? AND s.last_seen_at > ?`,
                millis(now),
                instanceId,
                tokenHash,
                clientHash,
                millis(now),
                millis(DateTime.subtractDuration(now, idleLifetime))
              )
            ),
            (row) => new ActiveSession(row)
          )
        ),

      touch: (instanceId, id, now) =>
        use(({ run }) => {
          run(
            `UPDATE sessions SET last_seen_at = max(last_seen_at, ?) WHERE instance_id = ? AND session_id = ?`,
            millis(now),
            instanceId,
            id
          )
        }),

      revoke: (instanceId, tokenHash) =>
        use(({ run }) => {
          run(`DELETE FROM sessions WHERE instance_id = ? AND token_hash = ?`, instanceId, tokenHash)
        }),

      list: ({ idleLifetime, instanceId, limit, now, userId }) =>
        use(({ all }) =>
          summaryRows(
            all(
              `SELECT ${sessionColumns}, s.user_agent AS "userAgent" FROM sessions s
               WHERE s.instance_id = ? AND s.user_id = ? AND s.ends_at > ? AND s.last_seen_at > ?
                 AND ${isOfCurrentVersion} AND NOT EXISTS (
                   SELECT 1 FROM users u
                   WHERE u.instance_id = s.instance_id AND u.user_id = s.user_id AND u.deletion_at <= ?
                 )
               ORDER BY s.authenticated_at DESC, s.session_id DESC LIMIT ?`,
              instanceId,
              userId,
              millis(now),
              millis(DateTime.subtractDuration(now, idleLifetime)),
              millis(now),
              limit
            )
          ).map((row) => new SessionSummary(row))
        ),

      revokeById: (instanceId, userId, id) =>
        use(
          ({ run }) =>
            run(
              `DELETE FROM sessions AS s
               WHERE s.instance_id = ? AND s.user_id = ? AND s.session_id = ? AND ${isOfCurrentVersion}`,
              instanceId,
              userId,
              id
            ) > 0
        ),

      revokeOthers: (instanceId, userId, kept) =>
        use((connection) => revokeExcept(connection, instanceId, userId, kept)),

      revokeAll: (instanceId, userId) => use((connection) => revokeExcept(connection, instanceId, userId, null)),

      deleteExpired: ({ idleSince, limit, now }) =>
        use(({ run }) => {
          const sessions = run(
            `DELETE FROM sessions WHERE rowid IN (
               SELECT rowid FROM sessions WHERE ends_at <= ? OR last_seen_at <= ? LIMIT ?
             )`,
            millis(now),
            millis(idleSince),
            limit
          )
          const clients = run(
            `DELETE FROM clients WHERE rowid IN (SELECT rowid FROM clients WHERE expires_at <= ? LIMIT ?)`,
            millis(now),
            limit
          )
          return sessions + clients
        }),

      deleteUnusedClients: ({ after, instanceId, limit }) =>
        use(({ all, run }) => {
          const first = Option.getOrElse(after, () => "")
          const examined = clientRows(
            all(
              `SELECT client_id AS "id" FROM clients WHERE instance_id = ? AND client_id > ? ORDER BY client_id LIMIT ?`,
              instanceId,
              first,
              limit
            )
          )
          const last = examined.at(-1)?.id ?? first
          const deleted = run(
            `DELETE FROM clients AS c
             WHERE c.instance_id = ? AND c.client_id > ? AND c.client_id <= ?
               AND NOT EXISTS (
                 SELECT 1 FROM client_users k WHERE k.instance_id = c.instance_id AND k.client_id = c.client_id
               )
               AND NOT EXISTS (
                 SELECT 1 FROM sessions s WHERE s.instance_id = c.instance_id AND s.client_id = c.client_id
               )`,
            instanceId,
            first,
            last
          )
          return { deleted, after: Option.fromNullable(examined[limit - 1]?.id) }
        })
    })
  )
)
