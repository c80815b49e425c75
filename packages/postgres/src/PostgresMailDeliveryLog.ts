/**
 * What happened to emails: queued ones in the table `queued_emails`, the others in `email_deliveries`.
 * `PostgresEmailOutbox` writes both.
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import { Email } from "@latchkey/domain/core/Email"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import { MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { time } from "./internal/columns.ts"
import { database, discard, firstRow } from "./internal/database.ts"
import { deleteExpired } from "./internal/deleteExpired.ts"
import { emailDeliveries, selectEmails } from "./internal/emailDeliveries.ts"

const addressRow = firstRow(Schema.Struct({ email: Email }))
const countRow = firstRow(Schema.Struct({ count: Schema.Int }))
const reportCounts = firstRow(Schema.Struct({ bounce: Schema.Int, complaint: Schema.Int }))

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  const ofInstance = Option.match({
    onNone: () => sql`true`,
    onSome: (id: InstanceId) => sql`instance_id = ${id}`
  })

  /** Which queued emails, and which completed ones, have an outcome. */
  const outcomes = {
    queued: [sql`true`, sql`false`],
    reported: [sql`false`, sql`report IS NOT NULL`],
    sent: [sql`false`, sql`state = 'sent'`],
    unsent: [sql`false`, sql`state <> 'sent'`]
  } as const

  return MailDeliveryLog.of({
    list: Effect.fnUntraced(function* (instanceId, limit, { before, email, outcome } = {}) {
      const newest = sql`ORDER BY requested_at DESC, request_id DESC LIMIT ${limit}`
      const conditions = sql.and([
        sql`instance_id = ${instanceId}`,
        ...(email === undefined ? [] : [sql`email = ${email}`]),
        ...(before === undefined
          ? []
          : [sql`(requested_at, request_id) < (${time(before.requestedAt)}::timestamptz, ${before.id})`])
      ])
      const [ofQueued, ofCompleted] = outcome === undefined ? [sql`true`, sql`true`] : outcomes[outcome]
      return yield* emailDeliveries(
        sql`${selectEmails(db, sql`${conditions} AND ${ofQueued} ${newest}`, sql`${conditions} AND ${ofCompleted} ${newest}`)} ${newest}`
      )
    }, traced("PostgresMailDeliveryLog.list")),

    find: Effect.fnUntraced(function* (instanceId, id) {
      const byId = selectEmails(db, sql`instance_id = ${instanceId} AND request_id = ${id}`)
      return Arr.head(yield* emailDeliveries(byId))
    }, traced("PostgresMailDeliveryLog.find")),

    report: Effect.fnUntraced(function* (instanceId, id, { at, report }) {
      const reported = yield* addressRow(sql`
        UPDATE ${tables.emailDeliveries} SET report = ${report}, reported_at = ${time(at)}
        WHERE instance_id = ${instanceId} AND request_id = ${id} AND report IS NULL
        RETURNING email`)
      return Option.map(reported, ({ email }) => email)
    }, traced("PostgresMailDeliveryLog.report")),

    countReports: Effect.fnUntraced(function* ({ instanceId, since }) {
      // No report came before its email. There is an index by the time of reports.
      const counted = yield* reportCounts(sql`
        SELECT
          (count(*) FILTER (WHERE report = 'bounce'))::integer AS bounce,
          (count(*) FILTER (WHERE report = 'complaint'))::integer AS complaint
        FROM ${tables.emailDeliveries}
        WHERE ${ofInstance(instanceId)} AND reported_at > ${time(since)} AND requested_at > ${time(since)}`)
      return Option.getOrElse(counted, () => ({ bounce: 0, complaint: 0 }))
    }, traced("PostgresMailDeliveryLog.countReports")),

    countSent: Effect.fnUntraced(function* ({ instanceId, limit, since }) {
      // No email ended before it was requested. There is an index by the end, for all instances.
      const isRecent = Option.match(instanceId, {
        onNone: () => sql`ended_at > ${time(since)}`,
        onSome: (id) => sql`instance_id = ${id}`
      })
      const counted = yield* countRow(sql`
        SELECT count(*)::integer AS count FROM (
          SELECT request_id FROM ${tables.emailDeliveries}
          WHERE ${isRecent} AND requested_at > ${time(since)} AND state = 'sent'
          LIMIT ${limit}
        ) AS sent`)
      return Option.match(counted, { onNone: () => 0, onSome: ({ count }) => count })
    }, traced("PostgresMailDeliveryLog.countSent")),

    deleteAll: Effect.fnUntraced(function* (instanceId, email) {
      yield* discard(sql`
        DELETE FROM ${tables.emailDeliveries} WHERE instance_id = ${instanceId} AND email = ${email}`)
    }, traced("PostgresMailDeliveryLog.deleteAll")),

    deleteAllOf: Effect.fnUntraced(function* (instanceId, userId) {
      yield* discard(sql`
        DELETE FROM ${tables.emailDeliveries} WHERE instance_id = ${instanceId} AND user_id = ${userId}`)
    }, traced("PostgresMailDeliveryLog.deleteAllOf")),

    deleteExpired: Effect.fnUntraced(function* (until, limit) {
      return yield* deleteExpired(db, { table: tables.emailDeliveries, expiryColumn: "ended_at", until, limit })
    }, traced("PostgresMailDeliveryLog.deleteExpired"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<MailDeliveryLog, never, SqlClient> = Layer.effect(MailDeliveryLog, make)
