import { AuditEntry } from "@latchkey/domain/audit/AuditLog"
import { Email } from "@latchkey/domain/core/Email"
import { ClientId } from "@latchkey/domain/core/Ids"
import { Invitation } from "@latchkey/domain/invitation/InvitationRepository"
import { EmailDelivery } from "@latchkey/domain/mail/MailDeliveryLog"
import { PersonalData } from "@latchkey/domain/personal-data/PersonalData"
import { SessionSummary } from "@latchkey/domain/session/SessionRepository"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { allOf, firstOf, Time } from "./columns.ts"
import { entryColumns, entryRows } from "./SqliteAuditLog.ts"
import { SqliteDatabase } from "./SqliteDatabase.ts"
import { suppressionColumns, suppressionsOf } from "./SqliteEmailSuppressions.ts"
import { InvitationRow, invitationColumns } from "./SqliteInvitationRepository.ts"
import { deliveries, deliveryRows } from "./SqliteMailDeliveryLog.ts"
import { sessionColumns, summaryRows } from "./SqliteSessionRepository.ts"

const clientRows = allOf(Schema.Struct({ id: ClientId, knownAt: Time, expiresAt: Time }))
const linkRows = allOf(Schema.Struct({ email: Email, expiresAt: Time }))
const limitRows = allOf(Schema.Struct({ key: Schema.String, countedAt: Schema.parseJson(Schema.Array(Time)) }))
const failuresRow = firstOf(Schema.Struct({ failures: Schema.Int }))

export const layer: Layer.Layer<PersonalData, never, SqliteDatabase> = Layer.effect(
  PersonalData,
  Effect.map(SqliteDatabase, ({ use }) =>
    PersonalData.of({
      read: ({ addresses, limit, user: { email, id, instanceId } }) =>
        use(({ all }) => {
          const ofUser = (sql: string) => all(`${sql} LIMIT ?`, instanceId, id, limit)
          const given = JSON.stringify(addresses)
          const isOfAddress = "email IN (SELECT value FROM json_each(?))"
          const ofAddress = (sql: string) => all(`${sql} LIMIT ?`, instanceId, given, limit)
          const ofBoth = (sql: string) => all(`${sql} LIMIT ?`, instanceId, given, id, limit)
          const failures = all(
            `SELECT failures FROM sign_in_failures WHERE instance_id = ? AND email = ? AND user_id = ?`,
            instanceId,
            email,
            id
          )
          return {
            sessions: summaryRows(
              ofUser(
                `SELECT ${sessionColumns}, s.user_agent AS "userAgent" FROM sessions s
                 WHERE s.instance_id = ? AND s.user_id = ?
                 ORDER BY s.credential_version DESC, s.authenticated_at DESC, s.session_id DESC`
              )
            ).map((row) => new SessionSummary(row)),
            knownClients: clientRows(
              ofUser(
                `SELECT c.client_id AS "id", k.known_at AS "knownAt", c.expires_at AS "expiresAt"
                 FROM client_users k JOIN clients c USING (instance_id, client_id)
                 WHERE k.instance_id = ? AND k.user_id = ? ORDER BY k.known_at DESC`
              )
            ),
            links: linkRows(
              ofBoth(
                `SELECT email, expires_at AS "expiresAt" FROM magic_links
                 WHERE instance_id = ? AND (${isOfAddress} OR user_id = ?)
                 ORDER BY expires_at DESC`
              )
            ),
            invitations: allOf(InvitationRow)(
              ofAddress(`SELECT ${invitationColumns} FROM invitations WHERE instance_id = ? AND ${isOfAddress}`)
            ).map((row) => new Invitation(row)),
            emails: deliveryRows(
              ofBoth(
                `${deliveries} WHERE instance_id = ? AND (${isOfAddress} OR user_id = ?)
                 ORDER BY requested_at DESC, request_id DESC`
              )
            ).map((row) => new EmailDelivery(row)),
            suppressions: suppressionsOf(
              ofAddress(`SELECT ${suppressionColumns} FROM email_suppressions WHERE instance_id = ? AND ${isOfAddress}`)
            ),
            failedSignIns: Option.match(failuresRow(failures), { onNone: () => 0, onSome: (row) => row.failures }),
            auditLog: entryRows(
              ofUser(
                `SELECT ${entryColumns} FROM audit_log WHERE instance_id = ? AND user_id = ? ORDER BY audit_id DESC`
              )
            ).map((row) => new AuditEntry(row))
          }
        }),

      readLimits: ({ instanceId, keys }) =>
        use(({ all }) =>
          limitRows(
            all(
              `SELECT key, times AS "countedAt" FROM rate_limits
               WHERE instance_id = ? AND key IN (SELECT value FROM json_each(?)) ORDER BY key`,
              instanceId,
              JSON.stringify(keys)
            )
          )
        )
    })
  )
)
