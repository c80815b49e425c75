/** Former addresses in the table `former_emails`, one row per address. */
import type { SqlClient } from "@effect/sql/SqlClient"
import { FormerEmail, FormerEmails } from "@latchkey/domain/account/FormerEmails"
import { traced } from "@latchkey/domain/core/Tracing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Time, time } from "./internal/columns.ts"
import { database, discard, firstRow, rows } from "./internal/database.ts"
import { deleteExpired } from "./internal/deleteExpired.ts"

const FormerRow = Schema.Struct({ ...FormerEmail.fields, expiresAt: Time })

const formerRow = firstRow(FormerRow)
const formerRows = rows(FormerRow)
const toFormer = (row: typeof FormerRow.Type): FormerEmail => new FormerEmail(row)

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  const columns = sql.literal(`
    f.instance_id AS "instanceId", f.email, f.user_id AS "userId", f.credential_version AS "credentialVersion",
    f.restorations, f.expires_at AS "expiresAt"`)

  return FormerEmails.of({
    put: Effect.fnUntraced(function* (former) {
      yield* discard(sql`
        INSERT INTO ${tables.formerEmails} (instance_id, email, user_id, credential_version, restorations, expires_at)
        VALUES (
          ${former.instanceId}, ${former.email}, ${former.userId}, ${former.credentialVersion}, ${former.restorations},
          ${time(former.expiresAt)}
        )
        ON CONFLICT (instance_id, email) DO UPDATE SET
          user_id = EXCLUDED.user_id,
          credential_version = EXCLUDED.credential_version,
          restorations = EXCLUDED.restorations,
          expires_at = EXCLUDED.expires_at`)
    }, traced("PostgresFormerEmails.put")),

    find: Effect.fnUntraced(function* (instanceId, email, now) {
      const row = yield* formerRow(sql`
        SELECT ${columns} FROM ${tables.formerEmails} f
        WHERE f.instance_id = ${instanceId} AND f.email = ${email} AND f.expires_at > ${time(now)}`)
      return Option.map(row, toFormer)
    }, traced("PostgresFormerEmails.find")),

    findAll: Effect.fnUntraced(function* (instanceId, emails, now) {
      const found = yield* formerRows(sql`
        SELECT ${columns} FROM ${tables.formerEmails} f
        WHERE f.instance_id = ${instanceId} AND f.email = ANY(${emails}::text[]) AND f.expires_at > ${time(now)}`)
      return found.map(toFormer)
    }, traced("PostgresFormerEmails.findAll")),

    list: Effect.fnUntraced(function* (instanceId, userId) {
      const found = yield* formerRows(sql`
        SELECT ${columns} FROM ${tables.formerEmails} f
        WHERE f.instance_id = ${instanceId} AND f.user_id = ${userId}
        ORDER BY f.credential_version DESC`)
      return found.map(toFormer)
    }, traced("PostgresFormerEmails.list")),

    release: Effect.fnUntraced(function* (instanceId, userId, from) {
      yield* discard(sql`
        DELETE FROM ${tables.formerEmails}
        WHERE instance_id = ${instanceId} AND user_id = ${userId} AND credential_version >= ${from}`)
    }, traced("PostgresFormerEmails.release")),

    deleteExpired: Effect.fnUntraced(function* (now, limit) {
      return yield* deleteExpired(db, { table: tables.formerEmails, expiryColumn: "expires_at", until: now, limit })
    }, traced("PostgresFormerEmails.deleteExpired"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<FormerEmails, never, SqlClient> = Layer.effect(FormerEmails, make)
