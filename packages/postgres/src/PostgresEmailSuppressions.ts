/** Suppressed addresses in the table `email_suppressions`, one row per address. */
import type { SqlClient } from "@effect/sql/SqlClient"
import { traced } from "@latchkey/domain/core/Tracing"
import { EmailSuppressions } from "@latchkey/domain/mail/EmailSuppressions"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { time } from "./internal/columns.ts"
import { database, discard, hasRow } from "./internal/database.ts"
import { deleteExpired } from "./internal/deleteExpired.ts"
import { emailSuppressions, suppressionColumns } from "./internal/emailSuppressions.ts"

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  const columns = sql.literal(suppressionColumns)

  return EmailSuppressions.of({
    put: Effect.fnUntraced(function* (suppression) {
      yield* discard(sql`
        INSERT INTO ${tables.emailSuppressions} (instance_id, email, email_id, reason, detail, suppressed_at)
        VALUES (
          ${suppression.instanceId}, ${suppression.email}, ${suppression.emailId}, ${suppression.reason},
          ${suppression.detail}, ${time(suppression.suppressedAt)}
        )
        ON CONFLICT DO NOTHING`)
    }, traced("PostgresEmailSuppressions.put")),

    find: Effect.fnUntraced(function* (instanceId, email) {
      const found = yield* emailSuppressions(sql`
        SELECT ${columns} FROM ${tables.emailSuppressions} WHERE instance_id = ${instanceId} AND email = ${email}`)
      return Arr.head(found)
    }, traced("PostgresEmailSuppressions.find")),

    list: Effect.fnUntraced(function* ({ before, instanceId, limit }) {
      const isBefore = Option.match(before, { onNone: () => sql`true`, onSome: (id) => sql`email_id < ${id}` })
      return yield* emailSuppressions(sql`
        SELECT ${columns} FROM ${tables.emailSuppressions}
        WHERE instance_id = ${instanceId} AND ${isBefore}
        ORDER BY email_id DESC
        LIMIT ${limit}`)
    }, traced("PostgresEmailSuppressions.list")),

    lift: Effect.fnUntraced(function* (instanceId, emailId) {
      return yield* hasRow(sql`
        DELETE FROM ${tables.emailSuppressions} WHERE instance_id = ${instanceId} AND email_id = ${emailId}
        RETURNING 1`)
    }, traced("PostgresEmailSuppressions.lift")),

    delete: Effect.fnUntraced(function* (instanceId, email) {
      yield* discard(sql`
        DELETE FROM ${tables.emailSuppressions} WHERE instance_id = ${instanceId} AND email = ${email}`)
    }, traced("PostgresEmailSuppressions.delete")),

    deleteExpired: Effect.fnUntraced(function* (until, limit) {
      return yield* deleteExpired(db, { table: tables.emailSuppressions, expiryColumn: "suppressed_at", until, limit })
    }, traced("PostgresEmailSuppressions.deleteExpired"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<EmailSuppressions, never, SqlClient> = Layer.effect(EmailSuppressions, make)
