import { Email } from "@latchkey/domain/Email"
import { CredentialsChanged } from "@latchkey/domain/Errors"
import { ClientId, SessionId, UserId } from "@latchkey/domain/Ids"
import { LiveSession } from "@latchkey/domain/Session"
import { type SessionGrant, SessionRepository } from "@latchkey/domain/SessionRepository"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { firstOf, millis, optionalHash, Time } from "./columns.ts"
import { type Connection, SqliteDatabase } from "./SqliteDatabase.ts"

const clientRow = firstOf(Schema.Struct({ id: ClientId }))

const liveRow = firstOf(
  Schema.Struct({
    id: SessionId,
    userId: UserId,
    email: Email,
    emailVerified: Schema.BooleanFromUnknown,
    authenticatedAt: Time,
    lastSeenAt: Time,
    expiresAt: Time
  })
)

/** The presenting browser under its new secret, without its sessions; a new one if the instance does not know it. */
const grantClient = ({ all, run }: Connection, grant: SessionGrant): ClientId => {
  const { clientExpiresAt, clientHash, newClientId, presentedClient, session } = grant
  const { authenticatedAt, instanceId } = session
  const presented = clientRow(
    all(
      `SELECT client_id AS "id" FROM clients WHERE instance_id = ? AND secret_hash = ? AND expires_at > ?`,
      instanceId,
      optionalHash(presentedClient),
      millis(authenticatedAt)
    )
  )
  const id = Option.match(presented, { onNone: () => newClientId, onSome: (client) => client.id })
  run(`DELETE FROM sessions WHERE instance_id = ? AND client_id = ?`, instanceId, id)
  run(
    `INSERT INTO clients (instance_id, client_id, secret_hash, expires_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (instance_id, client_id) DO UPDATE
     SET secret_hash = excluded.secret_hash, expires_at = excluded.expires_at`,
    instanceId,
    id,
    clientHash,
    millis(clientExpiresAt)
  )
  run(
    `INSERT INTO client_users (instance_id, client_id, user_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
    instanceId,
    id,
    session.userId
  )
  return id
}

const issue = (connection: Connection, grant: SessionGrant): Either.Either<void, CredentialsChanged> => {
  const { authenticatedAt, credentialEpoch, expiresAt, id, instanceId, method, secretHash, userId } = grant.session
  const users = connection.all(
    `SELECT 1 FROM users WHERE instance_id = ? AND user_id = ? AND credential_epoch = ?`,
    instanceId,
    userId,
    credentialEpoch
  )
  if (users.length === 0) return Either.left(new CredentialsChanged())
  const clientId = grantClient(connection, grant)
  connection.run(
    `INSERT INTO sessions (
       instance_id, session_id, secret_hash, user_id, client_id, method,
       authenticated_at, last_seen_at, expires_at, ends_at
     ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    instanceId,
    id,
    secretHash,
    userId,
    clientId,
    method,
    millis(authenticatedAt),
    millis(authenticatedAt),
    millis(expiresAt),
    Math.min(millis(expiresAt), millis(grant.clientExpiresAt))
  )
  return Either.void
}

export const layer: Layer.Layer<SessionRepository, never, SqliteDatabase> = Layer.effect(
  SessionRepository,
  Effect.map(SqliteDatabase, ({ use }) =>
    SessionRepository.of({
      issue: (grant) => Effect.flatten(use((connection) => issue(connection, grant))),

      findLive: ({ clientHash, idleLifetime, instanceId, now, secretHash }) =>
        use(({ all }) =>
          Option.map(
            liveRow(
              all(
                `SELECT s.session_id AS "id", u.user_id AS "userId", u.email,
                   u.email_verified_at IS NOT NULL AS "emailVerified", s.authenticated_at AS "authenticatedAt",
                   s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt"
                 FROM sessions s
                 JOIN clients c ON c.instance_id = s.instance_id AND c.client_id = s.client_id
                 JOIN users u ON u.instance_id = s.instance_id AND u.user_id = s.user_id
                 WHERE s.instance_id = ? AND s.secret_hash = ? AND c.secret_hash = ?
                   AND s.ends_at > ? AND s.last_seen_at > ?`,
                instanceId,
                secretHash,
                clientHash,
                millis(now),
                millis(DateTime.subtractDuration(now, idleLifetime))
              )
            ),
            (row) => new LiveSession(row)
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

      end: (instanceId, secretHash) =>
        use(({ run }) => {
          run(`DELETE FROM sessions WHERE instance_id = ? AND secret_hash = ?`, instanceId, secretHash)
        }),

      endAll: (instanceId, userId) =>
        use(({ run }) => run(`DELETE FROM sessions WHERE instance_id = ? AND user_id = ?`, instanceId, userId)),

      sweep: ({ idleSince, limit, now }) =>
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
        })
    })
  )
)
