/**
 * What happened to emails: queued ones in the table `queued_emails`, the others in `email_deliveries`.
 * `PostgresEmailOutbox` writes both.
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import { traced } from "@latchkey/domain/core/Tracing"
import { MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { database, discard } from "./internal/database.ts"
import { deleteExpired } from "./internal/deleteExpired.ts"
import { emailDeliveries, selectEmails } from "./internal/emailDeliveries.ts"

/**
 * Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema.
 *
 * @since 0.1.0
 */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  return MailDeliveryLog.of({
    list: Effect.fnUntraced(function* (instanceId, limit) {
      const newest = sql`ORDER BY requested_at DESC, request_id DESC LIMIT ${limit}`
      return yield* emailDeliveries(sql`${selectEmails(db, sql`instance_id = ${instanceId} ${newest}`)} ${newest}`)
    }, traced("PostgresMailDeliveryLog.list")),

    find: Effect.fnUntraced(function* (instanceId, id) {
      const byId = selectEmails(db, sql`instance_id = ${instanceId} AND request_id = ${id}`)
      return Arr.head(yield* emailDeliveries(byId))
    }, traced("PostgresMailDeliveryLog.find")),

    deleteAll: Effect.fnUntraced(function* (instanceId, email) {
      yield* discard(sql`
        DELETE FROM ${tables.emailDeliveries} WHERE instance_id = ${instanceId} AND email = ${email}`)
    }, traced("PostgresMailDeliveryLog.deleteAll")),

    deleteExpired: Effect.fnUntraced(function* (until, limit) {
      return yield* deleteExpired(db, { table: tables.emailDeliveries, expiryColumn: "ended_at", until, limit })
    }, traced("PostgresMailDeliveryLog.deleteExpired"))
  })
})

/** The adapter as a layer. @since 0.1.0 */
export const layer: Layer.Layer<MailDeliveryLog, never, SqlClient> = Layer.effect(MailDeliveryLog, make)
