import type { Email } from "@latchkey/domain/core/Email"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { Invitation, InvitationRepository } from "@latchkey/domain/invitation/InvitationRepository"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { allOf, firstOf, millis, Time } from "./columns.ts"
import { type Connection, SqliteDatabase } from "./SqliteDatabase.ts"

export const InvitationRow = Schema.Struct({ ...Invitation.fields, createdAt: Time, expiresAt: Time })

const invitationOf = (rows: ReadonlyArray<unknown>) =>
  Option.map(firstOf(InvitationRow)(rows), (row) => new Invitation(row))

export const invitationColumns = `instance_id AS "instanceId", invitation_id AS "id", email, created_by AS "createdBy",
  created_at AS "createdAt", expires_at AS "expiresAt", email_id AS "emailId"`

const find = ({ all }: Connection, instanceId: InstanceId, email: Email, now: DateTime.Utc) =>
  invitationOf(
    all(
      `SELECT ${invitationColumns} FROM invitations WHERE instance_id = ? AND email = ? AND expires_at > ?`,
      instanceId,
      email,
      millis(now)
    )
  )

const remove = ({ run }: Connection, { email, instanceId }: Pick<Invitation, "email" | "instanceId">) =>
  run(`DELETE FROM invitations WHERE instance_id = ? AND email = ?`, instanceId, email)

export const layer: Layer.Layer<InvitationRepository, never, SqliteDatabase> = Layer.effect(
  InvitationRepository,
  Effect.map(SqliteDatabase, ({ use }) =>
    InvitationRepository.of({
      put: (invitation) =>
        use((connection) => {
          const { createdAt, email, emailId, expiresAt, instanceId } = invitation
          const former = find(connection, instanceId, email, createdAt)
          const stored = Option.match(former, {
            onNone: () => invitation,
            onSome: (kept) => new Invitation({ ...kept, emailId, expiresAt })
          })
          remove(connection, stored)
          connection.run(
            `INSERT INTO invitations (instance_id, invitation_id, email, created_by, created_at, expires_at, email_id)
             VALUES (?, ?, ?, ?, ?, ?, ?)`,
            stored.instanceId,
            stored.id,
            stored.email,
            stored.createdBy,
            millis(stored.createdAt),
            millis(stored.expiresAt),
            stored.emailId
          )
          return stored
        }),

      find: (instanceId, email, now) => use((connection) => find(connection, instanceId, email, now)),

      findById: (instanceId, id, now) =>
        use(({ all }) =>
          invitationOf(
            all(
              `SELECT ${invitationColumns} FROM invitations WHERE instance_id = ? AND invitation_id = ? AND expires_at > ?`,
              instanceId,
              id,
              millis(now)
            )
          )
        ),

      list: ({ before, instanceId, limit, now }) =>
        use(({ all }) => {
          // Greater than every id.
          const end = Option.getOrElse(before, () => "inv_~")
          const rows = all(
            `SELECT ${invitationColumns} FROM invitations WHERE instance_id = ? AND expires_at > ? AND invitation_id < ?
             ORDER BY invitation_id DESC LIMIT ?`,
            instanceId,
            millis(now),
            end,
            limit
          )
          return allOf(InvitationRow)(rows).map((row) => new Invitation(row))
        }),

      consume: (instanceId, email, now) =>
        use((connection) => {
          const isActive = Option.isSome(find(connection, instanceId, email, now))
          remove(connection, { instanceId, email })
          return isActive
        }),

      deleteAll: (instanceId, emails) =>
        use((connection) => {
          for (const email of emails) remove(connection, { email, instanceId })
        }),

      deleteExpired: (now, limit) =>
        use(({ run }) =>
          run(
            `DELETE FROM invitations WHERE rowid IN (SELECT rowid FROM invitations WHERE expires_at <= ? LIMIT ?)`,
            millis(now),
            limit
          )
        )
    })
  )
)
