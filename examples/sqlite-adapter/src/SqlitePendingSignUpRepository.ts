import { PasswordHash } from "@latchkey/domain/account/UserRepository"
import type { Email } from "@latchkey/domain/core/Email"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import {
  maxPerEmail,
  PendingSignUp,
  PendingSignUpRepository
} from "@latchkey/domain/pending-sign-up/PendingSignUpRepository"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { allOf, millis, Time } from "./columns.ts"
import { type Connection, SqliteDatabase } from "./SqliteDatabase.ts"

const pendingRows = allOf(Schema.Struct({ ...PendingSignUp.fields, passwordHash: PasswordHash, expiresAt: Time }))

const list = ({ all }: Connection, instanceId: InstanceId, email: Email, now: DateTime.Utc) =>
  pendingRows(
    all(
      `SELECT instance_id AS "instanceId", email, client_hash AS "clientHash", password_hash AS "passwordHash",
         expires_at AS "expiresAt"
       FROM pending_sign_ups WHERE instance_id = ? AND email = ? AND expires_at > ?`,
      instanceId,
      email,
      millis(now)
    )
  ).map((row) => new PendingSignUp(row))

export const layer: Layer.Layer<PendingSignUpRepository, never, SqliteDatabase> = Layer.effect(
  PendingSignUpRepository,
  Effect.map(SqliteDatabase, ({ use }) =>
    PendingSignUpRepository.of({
      put: ({ clientHash, email, expiresAt, instanceId, passwordHash }) =>
        use(({ run }) => {
          run(
            `INSERT OR REPLACE INTO pending_sign_ups (instance_id, email, client_hash, password_hash, expires_at)
             VALUES (?, ?, ?, ?, ?)`,
            instanceId,
            email,
            clientHash,
            Redacted.value(passwordHash),
            millis(expiresAt)
          )
          run(
            `DELETE FROM pending_sign_ups WHERE rowid IN (
               SELECT rowid FROM pending_sign_ups WHERE instance_id = ? AND email = ? AND client_hash <> ?
               ORDER BY expires_at DESC LIMIT -1 OFFSET ?
             )`,
            instanceId,
            email,
            clientHash,
            maxPerEmail - 1
          )
        }),

      list: (instanceId, email, now) => use((connection) => list(connection, instanceId, email, now)),

      consumeAll: (instanceId, email, now) =>
        use((connection) => {
          const active = list(connection, instanceId, email, now)
          connection.run(`DELETE FROM pending_sign_ups WHERE instance_id = ? AND email = ?`, instanceId, email)
          return active
        }),

      deleteAll: (instanceId, emails) =>
        use(({ run }) => {
          for (const email of emails) {
            run(`DELETE FROM pending_sign_ups WHERE instance_id = ? AND email = ?`, instanceId, email)
          }
        }),

      deleteExpired: (now, limit) =>
        use(({ run }) =>
          run(
            `DELETE FROM pending_sign_ups
             WHERE rowid IN (SELECT rowid FROM pending_sign_ups WHERE expires_at <= ? LIMIT ?)`,
            millis(now),
            limit
          )
        )
    })
  )
)
