/** `SessionRepository.issue` as one transaction. */
import { CredentialsChanged } from "@latchkey/domain/session/SessionErrors"
import { ClientId } from "@latchkey/domain/core/Ids"
import { maxKnownClients, maxSessions, type SessionGrant } from "@latchkey/domain/session/SessionRepository"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { firstOf, millis, optionalHash } from "./columns.ts"
import type { Connection } from "./SqliteDatabase.ts"

const clientRow = firstOf(Schema.Struct({ id: ClientId }))

/** Gives the presenting client its new token, and revokes its sessions. Stores a new client if that one is unknown. */
const grantClient = ({ all, run }: Connection, grant: SessionGrant): ClientId => {
  const { clientExpiresAt, clientHash, newClientId, now, presentedClient, session } = grant
  const { instanceId } = session
  const presented = clientRow(
    all(
      `SELECT client_id AS "id" FROM clients WHERE instance_id = ? AND token_hash = ? AND expires_at > ?`,
      instanceId,
      optionalHash(presentedClient),
      millis(now)
    )
  )
  const id = Option.match(presented, { onNone: () => newClientId, onSome: (client) => client.id })
  run(`DELETE FROM sessions WHERE instance_id = ? AND client_id = ?`, instanceId, id)
  run(
    `INSERT INTO clients (instance_id, client_id, token_hash, expires_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (instance_id, client_id) DO UPDATE
     SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    instanceId,
    id,
    clientHash,
    millis(clientExpiresAt)
  )
  run(
    `INSERT INTO client_users (instance_id, client_id, user_id, known_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (instance_id, user_id, client_id) DO UPDATE SET known_at = excluded.known_at`,
    instanceId,
    id,
    session.userId,
    millis(now)
  )
  return id
}

/** Deletes all but the newest sessions and known clients of the user. The new ones, of `clientId`, stay in any case. */
const trim = ({ run }: Connection, { session: { instanceId, userId } }: SessionGrant, clientId: ClientId): void => {
  run(
    `DELETE FROM sessions WHERE rowid IN (
       SELECT rowid FROM sessions WHERE instance_id = ? AND user_id = ? AND client_id <> ?
       ORDER BY credential_version DESC, authenticated_at DESC, session_id DESC LIMIT 500 OFFSET ?
     )`,
    instanceId,
    userId,
    clientId,
    maxSessions - 1
  )
  run(
    `DELETE FROM client_users WHERE rowid IN (
       SELECT rowid FROM client_users WHERE instance_id = ? AND user_id = ? AND client_id <> ?
       ORDER BY known_at DESC, client_id DESC LIMIT 500 OFFSET ?
     )`,
    instanceId,
    userId,
    clientId,
    maxKnownClients - 1
  )
}

/** Stores the session, unless the credentials have changed. */
export const issue = (connection: Connection, grant: SessionGrant): Either.Either<void, CredentialsChanged> => {
  const { authenticatedAt, credentialVersion, expiresAt, id, instanceId, methods, tokenHash, userAgent, userId } =
    grant.session
  const users = connection.all(
    `SELECT 1 FROM users WHERE instance_id = ? AND user_id = ? AND credential_version = ? AND disabled_at IS NULL
       AND (deletion_at IS NULL OR deletion_at > ?)`,
    instanceId,
    userId,
    credentialVersion,
    millis(grant.now)
  )
  if (users.length === 0) return Either.left(new CredentialsChanged())
  const clientId = grantClient(connection, grant)
  connection.run(
    `INSERT INTO sessions (
       instance_id, session_id, token_hash, user_id, client_id, methods, credential_version, user_agent,
       authenticated_at, last_seen_at, expires_at, ends_at
     ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    instanceId,
    id,
    tokenHash,
    userId,
    clientId,
    JSON.stringify(methods),
    credentialVersion,
    userAgent,
    millis(authenticatedAt),
    millis(grant.now),
    millis(expiresAt),
    Math.min(millis(expiresAt), millis(grant.clientExpiresAt))
  )
  trim(connection, grant, clientId)
  return Either.void
}
