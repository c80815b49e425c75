import { maxFailures, noticeInterval, SignInFailures, unknownLifetime } from "@latchkey/domain/account/SignInFailures"
import { InstanceId, UserId } from "@latchkey/domain/core/Ids"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { allOf, firstOf, millis } from "./columns.ts"
import { SqliteDatabase } from "./SqliteDatabase.ts"

const countRow = firstOf(Schema.Struct({ failures: Schema.Int }))
const noticeRows = allOf(Schema.Struct({ instanceId: InstanceId, userId: UserId }))
const interval = Duration.toMillis(noticeInterval)

export const layer: Layer.Layer<SignInFailures, never, SqliteDatabase> = Layer.effect(
  SignInFailures,
  Effect.map(SqliteDatabase, ({ use }) =>
    SignInFailures.of({
      record: ({ email, instanceId, now }) =>
        use(({ run }) => {
          // Of another account, or of none: it starts at zero.
          run(
            `DELETE FROM sign_in_failures WHERE instance_id = ?1 AND email = ?2
               AND user_id IS NOT (SELECT user_id FROM users WHERE instance_id = ?1 AND email = ?2)`,
            instanceId,
            email
          )
          run(
            `INSERT INTO sign_in_failures (instance_id, email, user_id, failures, expires_at)
             SELECT ?1, ?2, u.user_id, 1, iif(u.user_id IS NULL, ?3, NULL)
             FROM (SELECT 0) LEFT JOIN users u ON u.instance_id = ?1 AND u.email = ?2 WHERE true
             ON CONFLICT (instance_id, email) DO UPDATE SET
               failures = failures + 1,
               notice_due_at = iif(
                 user_id IS NOT NULL AND failures + 1 >= ?4,
                 coalesce(notice_due_at, max(?5, coalesce(notified_at + ?6, 0))), NULL
               ),
               expires_at = iif(user_id IS NULL, expires_at, NULL)`,
            instanceId,
            email,
            millis(now) + Duration.toMillis(unknownLifetime),
            maxFailures,
            millis(now),
            interval
          )
        }),

      reset: (instanceId, email) =>
        use(({ run }) => {
          run(
            `UPDATE sign_in_failures
             SET failures = 0, notice_due_at = NULL, expires_at = coalesce(notified_at + ?, 0)
             WHERE instance_id = ? AND email = ?`,
            interval,
            instanceId,
            email
          )
        }),

      delete: (instanceId, email) =>
        Effect.asVoid(
          use(({ run }) => run(`DELETE FROM sign_in_failures WHERE instance_id = ? AND email = ?`, instanceId, email))
        ),

      count: ({ email, id, instanceId }) =>
        use(({ all }) => {
          const row = countRow(
            all(
              `SELECT failures FROM sign_in_failures WHERE instance_id = ? AND email = ? AND user_id = ?`,
              instanceId,
              email,
              id
            )
          )
          return Option.match(row, { onNone: () => 0, onSome: ({ failures }) => failures })
        }),

      takeNotices: (now, limit) =>
        use(({ all }) =>
          noticeRows(
            all(
              `UPDATE sign_in_failures SET notice_due_at = NULL, notified_at = ?
               WHERE rowid IN (SELECT rowid FROM sign_in_failures WHERE notice_due_at <= ? LIMIT ?)
               RETURNING instance_id AS "instanceId", user_id AS "userId"`,
              millis(now),
              millis(now),
              limit
            )
          )
        ),

      deleteExpired: (until, limit) =>
        use(({ run }) =>
          run(
            `DELETE FROM sign_in_failures WHERE rowid IN (SELECT rowid FROM sign_in_failures WHERE expires_at <= ? LIMIT ?)`,
            millis(until),
            limit
          )
        )
    })
  )
)
