/** Custom emails in the table `custom_emails`, one row per kind and language of an instance. */
import type { SqlClient } from "@effect/sql/SqlClient"
import { traced } from "@latchkey/domain/core/Tracing"
import { CustomEmail, type CustomEmailKey, CustomEmailRepository } from "@latchkey/domain/mail/CustomEmailRepository"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Time, time } from "./internal/columns.ts"
import { database, discard, firstRow, hasRow, rows } from "./internal/database.ts"

const CustomEmailRow = Schema.Struct({ ...CustomEmail.fields, updatedAt: Time })

const customEmailRow = firstRow(CustomEmailRow)
const summaryRows = rows(CustomEmailRow.pick("kind", "language", "subject", "updatedAt"))

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const { sql, tables } = yield* database

  const of = ({ instanceId, kind, language }: CustomEmailKey) =>
    sql`c.instance_id = ${instanceId} AND c.kind = ${kind} AND c.language = ${language}`

  return CustomEmailRepository.of({
    put: Effect.fnUntraced(function* ({ html, instanceId, kind, language, subject, text, updatedAt }) {
      yield* discard(sql`
        INSERT INTO ${tables.customEmails} (instance_id, kind, language, subject, text, html, updated_at)
        VALUES (${instanceId}, ${kind}, ${language}, ${subject}, ${text}, ${html}, ${time(updatedAt)})
        ON CONFLICT (instance_id, kind, language) DO UPDATE SET
          subject = EXCLUDED.subject,
          text = EXCLUDED.text,
          html = EXCLUDED.html,
          updated_at = EXCLUDED.updated_at`)
    }, traced("PostgresCustomEmailRepository.put")),

    find: Effect.fnUntraced(function* (key) {
      const row = yield* customEmailRow(sql`
        SELECT
          c.instance_id AS "instanceId", c.kind, c.language, c.subject, c.text, c.html, c.updated_at AS "updatedAt"
        FROM ${tables.customEmails} c WHERE ${of(key)}`)
      return Option.map(row, (fields) => new CustomEmail(fields))
    }, traced("PostgresCustomEmailRepository.find")),

    list: (instanceId) =>
      summaryRows(sql`
        SELECT c.kind, c.language, c.subject, c.updated_at AS "updatedAt"
        FROM ${tables.customEmails} c WHERE c.instance_id = ${instanceId}
        ORDER BY c.kind, c.language`).pipe(traced("PostgresCustomEmailRepository.list")),

    delete: (key) =>
      hasRow(sql`DELETE FROM ${tables.customEmails} c WHERE ${of(key)} RETURNING 1`).pipe(
        traced("PostgresCustomEmailRepository.delete")
      )
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<CustomEmailRepository, never, SqlClient> = Layer.effect(CustomEmailRepository, make)
