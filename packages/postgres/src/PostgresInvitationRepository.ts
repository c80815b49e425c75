/** Invitations in the table `invitations`, one row per address. */
import type { SqlClient } from "@effect/sql/SqlClient"
import { traced } from "@latchkey/domain/core/Tracing"
import { InvitationRepository } from "@latchkey/domain/invitation/InvitationRepository"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { time } from "./internal/columns.ts"
import { database, discard, firstRow, rows } from "./internal/database.ts"
import { deleteExpired } from "./internal/deleteExpired.ts"
import { unexpected } from "./internal/failures.ts"
import { InvitationRow, invitationColumns, toInvitation } from "./internal/invitations.ts"

const invitationRow = firstRow(InvitationRow)
const invitationRows = rows(InvitationRow)

const expiryRow = firstRow(Schema.Struct({ isActive: Schema.Boolean }))

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const db = yield* database
  const { sql, tables } = db

  const columns = sql.literal(invitationColumns)

  return InvitationRepository.of({
    put: Effect.fnUntraced(function* (invitation) {
      const stored = yield* invitationRow(sql`
        INSERT INTO ${tables.invitations} AS i (
          instance_id, invitation_id, email, created_by, created_at, expires_at, email_id
        ) VALUES (
          ${invitation.instanceId}, ${invitation.id}, ${invitation.email}, ${invitation.createdBy},
          ${time(invitation.createdAt)}, ${time(invitation.expiresAt)}, ${invitation.emailId}
        )
        ON CONFLICT (instance_id, email) DO UPDATE SET
          invitation_id =
            CASE WHEN i.expires_at > EXCLUDED.created_at THEN i.invitation_id ELSE EXCLUDED.invitation_id END,
          created_by = CASE WHEN i.expires_at > EXCLUDED.created_at THEN i.created_by ELSE EXCLUDED.created_by END,
          created_at = CASE WHEN i.expires_at > EXCLUDED.created_at THEN i.created_at ELSE EXCLUDED.created_at END,
          expires_at = EXCLUDED.expires_at,
          email_id = EXCLUDED.email_id
        RETURNING ${columns}`)
      return yield* Option.match(stored, {
        onNone: () => unexpected("The statement returned no invitation"),
        onSome: (row) => Effect.succeed(toInvitation(row))
      })
    }, traced("PostgresInvitationRepository.put")),

    find: Effect.fnUntraced(function* (instanceId, email, now) {
      const row = yield* invitationRow(sql`
        SELECT ${columns} FROM ${tables.invitations} i
        WHERE i.instance_id = ${instanceId} AND i.email = ${email} AND i.expires_at > ${time(now)}`)
      return Option.map(row, toInvitation)
    }, traced("PostgresInvitationRepository.find")),

    findById: Effect.fnUntraced(function* (instanceId, id, now) {
      const row = yield* invitationRow(sql`
        SELECT ${columns} FROM ${tables.invitations} i
        WHERE i.instance_id = ${instanceId} AND i.invitation_id = ${id} AND i.expires_at > ${time(now)}`)
      return Option.map(row, toInvitation)
    }, traced("PostgresInvitationRepository.findById")),

    list: Effect.fnUntraced(function* ({ before, instanceId, limit, now }) {
      const isBefore = Option.match(before, {
        onNone: () => sql`true`,
        onSome: (id) => sql`i.invitation_id < ${id}`
      })
      const found = yield* invitationRows(sql`
        SELECT ${columns} FROM ${tables.invitations} i
        WHERE i.instance_id = ${instanceId} AND i.expires_at > ${time(now)} AND ${isBefore}
        ORDER BY i.invitation_id DESC
        LIMIT ${limit}`)
      return found.map(toInvitation)
    }, traced("PostgresInvitationRepository.list")),

    consume: Effect.fnUntraced(function* (instanceId, email, now) {
      const consumed = yield* expiryRow(sql`
        DELETE FROM ${tables.invitations} WHERE instance_id = ${instanceId} AND email = ${email}
        RETURNING expires_at > ${time(now)} AS "isActive"`)
      return Option.exists(consumed, ({ isActive }) => isActive)
    }, traced("PostgresInvitationRepository.consume")),

    deleteAll: Effect.fnUntraced(function* (instanceId, emails) {
      // Locks them in the order of `InstanceRemoval.revokeBatch`.
      yield* discard(sql`
        WITH held AS MATERIALIZED (
          SELECT email FROM ${tables.invitations}
          WHERE instance_id = ${instanceId} AND email = ANY(${emails}::text[])
          ORDER BY email
          FOR UPDATE
        )
        DELETE FROM ${tables.invitations} i USING held
        WHERE i.instance_id = ${instanceId} AND i.email = held.email`)
    }, traced("PostgresInvitationRepository.deleteAll")),

    deleteExpired: Effect.fnUntraced(function* (now, limit) {
      return yield* deleteExpired(db, { table: tables.invitations, expiryColumn: "expires_at", until: now, limit })
    }, traced("PostgresInvitationRepository.deleteExpired"))
  })
})

/** The adapter as a layer. */
export const layer: Layer.Layer<InvitationRepository, never, SqlClient> = Layer.effect(InvitationRepository, make)
