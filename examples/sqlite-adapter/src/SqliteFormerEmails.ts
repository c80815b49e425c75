import { FormerEmail, FormerEmails } from "@latchkey/domain/account/FormerEmails"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { allOf, firstOf, millis, Time } from "./columns.ts"
import { SqliteDatabase } from "./SqliteDatabase.ts"

const FormerRow = Schema.Struct({ ...FormerEmail.fields, expiresAt: Time })

const columns = `instance_id AS "instanceId", email, user_id AS "userId", credential_version AS "credentialVersion",
  restorations, expires_at AS "expiresAt"`

export const layer: Layer.Layer<FormerEmails, never, SqliteDatabase> = Layer.effect(
  FormerEmails,
  Effect.map(SqliteDatabase, ({ use }) =>
    FormerEmails.of({
      put: ({ credentialVersion, email, expiresAt, instanceId, restorations, userId }) =>
        use(({ run }) => {
          run(
            `INSERT OR REPLACE INTO former_emails
               (instance_id, email, user_id, credential_version, restorations, expires_at)
             VALUES (?, ?, ?, ?, ?, ?)`,
            instanceId,
            email,
            userId,
            credentialVersion,
            restorations,
            millis(expiresAt)
          )
        }),

      find: (instanceId, email, now) =>
        use(({ all }) => {
          const rows = all(
            `SELECT ${columns} FROM former_emails WHERE instance_id = ? AND email = ? AND expires_at > ?`,
            instanceId,
            email,
            millis(now)
          )
          return Option.map(firstOf(FormerRow)(rows), (row) => new FormerEmail(row))
        }),

      findAll: (instanceId, emails, now) =>
        use(({ all }) => {
          const rows = all(
            `SELECT ${columns} FROM former_emails
             WHERE instance_id = ? AND email IN (SELECT value FROM json_each(?)) AND expires_at > ?`,
            instanceId,
            JSON.stringify(emails),
            millis(now)
          )
          return allOf(FormerRow)(rows).map((row) => new FormerEmail(row))
        }),

      list: (instanceId, userId) =>
        use(({ all }) => {
          const rows = all(
            `SELECT ${columns} FROM former_emails WHERE instance_id = ? AND user_id = ?
             ORDER BY credential_version DESC`,
            instanceId,
            userId
          )
          return allOf(FormerRow)(rows).map((row) => new FormerEmail(row))
        }),

      release: (instanceId, userId, from) =>
        use(({ run }) => {
          run(
            `DELETE FROM former_emails WHERE instance_id = ? AND user_id = ? AND credential_version >= ?`,
            instanceId,
            userId,
            from
          )
        }),

      deleteExpired: (now, limit) =>
        use(({ run }) =>
          run(
            `DELETE FROM former_emails WHERE rowid IN (SELECT rowid FROM former_emails WHERE expires_at <= ? LIMIT ?)`,
            millis(now),
            limit
          )
        )
    })
  )
)
