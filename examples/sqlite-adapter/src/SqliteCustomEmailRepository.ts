import { CustomEmail, CustomEmailRepository } from "@latchkey/domain/mail/CustomEmailRepository"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { allOf, firstOf, millis, Time } from "./columns.ts"
import { SqliteDatabase } from "./SqliteDatabase.ts"

const CustomEmailRow = Schema.Struct({ ...CustomEmail.fields, updatedAt: Time })
const SummaryRow = CustomEmailRow.pick("kind", "language", "subject", "updatedAt")

const summaryColumns = `kind, language, subject, updated_at AS "updatedAt"`
const ofKey = `WHERE instance_id = ? AND kind = ? AND language = ?`

export const layer: Layer.Layer<CustomEmailRepository, never, SqliteDatabase> = Layer.effect(
  CustomEmailRepository,
  Effect.map(SqliteDatabase, ({ use }) =>
    CustomEmailRepository.of({
      put: ({ html, instanceId, kind, language, subject, text, updatedAt }) =>
        use(({ run }) => {
          run(
            `INSERT OR REPLACE INTO custom_emails (instance_id, kind, language, subject, text, html, updated_at)
             VALUES (?, ?, ?, ?, ?, ?, ?)`,
            instanceId,
            kind,
            language,
            subject,
            text,
            html,
            millis(updatedAt)
          )
        }),

      find: ({ instanceId, kind, language }) =>
        use(({ all }) => {
          const rows = all(
            `SELECT instance_id AS "instanceId", text, html, ${summaryColumns} FROM custom_emails ${ofKey}`,
            instanceId,
            kind,
            language
          )
          return Option.map(firstOf(CustomEmailRow)(rows), (row) => new CustomEmail(row))
        }),

      list: (instanceId) =>
        use(({ all }) =>
          allOf(SummaryRow)(
            all(`SELECT ${summaryColumns} FROM custom_emails WHERE instance_id = ? ORDER BY kind, language`, instanceId)
          )
        ),

      delete: ({ instanceId, kind, language }) =>
        use(({ run }) => run(`DELETE FROM custom_emails ${ofKey}`, instanceId, kind, language) > 0)
    })
  )
)
