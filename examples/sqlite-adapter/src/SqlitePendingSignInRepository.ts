import { CredentialsChanged } from "@latchkey/domain/session/SessionErrors"
import { AuthenticationMethods } from "@latchkey/domain/session/AuthenticationMethod"
import {
  type PendingSignInKey,
  PendingSignInRepository,
  StoredPendingSignIn
} from "@latchkey/domain/session/PendingSignInRepository"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { firstOf, millis, Time } from "./columns.ts"
import { type Connection, SqliteDatabase } from "./SqliteDatabase.ts"

const pendingRow = firstOf(
  Schema.Struct({ ...StoredPendingSignIn.fields, methods: Schema.parseJson(AuthenticationMethods), expiresAt: Time })
)

const find = ({ all }: Connection, { clientHash, instanceId, now, tokenHash }: PendingSignInKey) =>
  Option.map(
    pendingRow(
      all(
        `SELECT p.instance_id AS "instanceId", p.client_hash AS "clientHash", p.token_hash AS "tokenHash",
           p.user_id AS "userId", p.methods, p.credential_version AS "credentialVersion", p.expires_at AS "expiresAt"
         FROM pending_sign_ins p JOIN users u USING (instance_id, user_id, credential_version)
         WHERE p.instance_id = ? AND p.client_hash = ? AND p.token_hash = ? AND p.expires_at > ?`,
        instanceId,
        clientHash,
        tokenHash,
        millis(now)
      )
    ),
    (row) => new StoredPendingSignIn(row)
  )

export const layer: Layer.Layer<PendingSignInRepository, never, SqliteDatabase> = Layer.effect(
  PendingSignInRepository,
  Effect.map(SqliteDatabase, ({ use }) =>
    PendingSignInRepository.of({
      put: ({ clientHash, credentialVersion, expiresAt, instanceId, methods, tokenHash, userId }, now) =>
        Effect.flatten(
          use(({ run }) => {
            const stored = run(
              `INSERT OR REPLACE INTO pending_sign_ins (
                 instance_id, client_hash, token_hash, user_id, methods, credential_version, expires_at
               )
               SELECT instance_id, ?, ?, user_id, ?, credential_version, ? FROM users
               WHERE instance_id = ? AND user_id = ? AND credential_version = ? AND disabled_at IS NULL
                 AND (deletion_at IS NULL OR deletion_at > ?)`,
              clientHash,
              tokenHash,
              JSON.stringify(methods),
              millis(expiresAt),
              instanceId,
              userId,
              credentialVersion,
              millis(now)
            )
            return stored > 0 ? Either.void : Either.left(new CredentialsChanged())
          })
        ),

      find: (key) => use((connection) => find(connection, key)),

      consume: (key) =>
        use((connection) => {
          const found = find(connection, key)
          if (Option.isSome(found)) {
            connection.run(
              `DELETE FROM pending_sign_ins WHERE instance_id = ? AND client_hash = ?`,
              key.instanceId,
              key.clientHash
            )
          }
          return found
        }),

      deleteExpired: (now, limit) =>
        use(({ run }) =>
          run(
            `DELETE FROM pending_sign_ins WHERE rowid IN (
               SELECT rowid FROM pending_sign_ins WHERE expires_at <= ? LIMIT ?
             )`,
            millis(now),
            limit
          )
        )
    })
  )
)
