/** What the tables hold about a user. Each query is bounded, and finds its rows by an index. */
import type { SqlClient } from "@effect/sql/SqlClient"
import { Email } from "@latchkey/domain/core/Email"
import { ClientId } from "@latchkey/domain/core/Ids"
import { traced } from "@latchkey/domain/core/Tracing"
import { PersonalData } from "@latchkey/domain/personal-data/PersonalData"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { auditColumns, auditEntries } from "./internal/auditEntries.ts"
import { Time } from "./internal/columns.ts"
import { database, firstRow, rows } from "./internal/database.ts"
import { emailDeliveries, selectEmails } from "./internal/emailDeliveries.ts"
import { emailSuppressions, suppressionColumns } from "./internal/emailSuppressions.ts"
import { InvitationRow, invitationColumns, toInvitation } from "./internal/invitations.ts"
import { sessionSummaries, summaryColumns } from "./internal/sessionSummaries.ts"

const clientRows = rows(Schema.Struct({ id: ClientId, knownAt: Time, expiresAt: Time }))
const linkRows = rows(Schema.Struct({ email: Email, expiresAt: Time }))
const invitationRows = rows(InvitationRow)
const limitRows = rows(Schema.Struct({ key: Schema.String, countedAt: Schema.Array(Time) }))
const failuresRow = firstRow(Schema.Struct({ failures: Schema.Int }))

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  return PersonalData.of({
    read: Effect.fnUntraced(function* ({ addresses, limit, user: { email, id, instanceId } }) {
      const ofUser = sql`instance_id = ${instanceId} AND user_id = ${id}`
      const isOfAddress = sql`email = ANY (${[...addresses]}::text[])`
      const ofAddress = sql`instance_id = ${instanceId} AND ${isOfAddress}`
      const ofBoth = sql`instance_id = ${instanceId} AND (${isOfAddress} OR user_id = ${id})`
      const newestEmails = sql`ORDER BY requested_at DESC, request_id DESC LIMIT ${limit}`
      const failures = yield* failuresRow(sql`
        SELECT failures FROM ${tables.signInFailures} WHERE ${ofUser} AND email = ${email}`)
      return {
        sessions: yield* sessionSummaries(sql`
          SELECT ${summaryColumns(db, instanceId)} FROM ${tables.sessions} s WHERE ${ofUser}
          ORDER BY s.credential_version DESC, s.authenticated_at DESC, s.session_id DESC
          LIMIT ${limit}`),
        knownClients: yield* clientRows(sql`
          SELECT k.client_id AS "id", k.known_at AS "knownAt", c.expires_at AS "expiresAt"
          FROM ${tables.clientUsers} k
          JOIN ${tables.clients} c ON c.instance_id = k.instance_id AND c.client_id = k.client_id
          WHERE k.instance_id = ${instanceId} AND k.user_id = ${id}
          ORDER BY k.known_at DESC
          LIMIT ${limit}`),
        links: yield* linkRows(sql`
          SELECT email, expires_at AS "expiresAt" FROM ${tables.magicLinks} WHERE ${ofBoth}
          ORDER BY expires_at DESC LIMIT ${limit}`),
        invitations: (yield* invitationRows(sql`
          SELECT ${sql.literal(invitationColumns)} FROM ${tables.invitations} i
          WHERE ${ofAddress} LIMIT ${limit}`)).map(toInvitation),
        emails: yield* emailDeliveries(sql`
          ${selectEmails(db, sql`${ofBoth} ${newestEmails}`)} ${newestEmails}`),
        suppressions: yield* emailSuppressions(sql`
          SELECT ${sql.literal(suppressionColumns)} FROM ${tables.emailSuppressions} WHERE ${ofAddress}`),
        failedSignIns: Option.match(failures, { onNone: () => 0, onSome: (row) => row.failures }),
        auditLog: yield* auditEntries(sql`
          SELECT ${sql.literal(auditColumns)} FROM ${tables.auditLog} WHERE ${ofUser}
          ORDER BY audit_id DESC LIMIT ${limit}`)
      }
    }, traced("PostgresPersonalData.read")),

    readLimits: Effect.fnUntraced(function* ({ instanceId, keys }) {
      return yield* limitRows(sql`
        SELECT l.key, l.consumed_at AS "countedAt" FROM unnest(${[...keys]}::text[]) AS k (key)
        CROSS JOIN LATERAL (
          SELECT key, consumed_at FROM ${tables.rateLimits}
          WHERE instance_id = ${instanceId} AND key = k.key LIMIT 1
        ) AS l
        ORDER BY l.key`)
    }, traced("PostgresPersonalData.readLimits"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<PersonalData, never, SqlClient> = Layer.effect(PersonalData, make)
