import { Invitation } from "@latchkey/domain/invitation/InvitationRepository"
import * as Schema from "effect/Schema"
import { Time } from "./columns.ts"

/** A row of `invitationColumns`. */
export const InvitationRow = Schema.Struct({ ...Invitation.fields, createdAt: Time, expiresAt: Time })

/** Makes the invitation of a row. */
export const toInvitation = (row: typeof InvitationRow.Type): Invitation => new Invitation(row)

/** The columns of an invitation. */
export const invitationColumns = `
  i.instance_id AS "instanceId", i.invitation_id AS "id", i.email, i.created_by AS "createdBy",
  i.created_at AS "createdAt", i.expires_at AS "expiresAt", i.email_id AS "emailId"`
