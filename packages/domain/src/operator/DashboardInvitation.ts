import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import { Actor } from "../audit/AuditLog.ts"
import { idOf } from "../core/Id.ts"
import { UserId } from "../core/Ids.ts"

/** The id of an invitation to the dashboard: `opinv_…`. It may be shown and logged. */
export const DashboardInvitationId = idOf("DashboardInvitationId", "opinv")
export type DashboardInvitationId = typeof DashboardInvitationId.Type

/** One day: how long the invitation of an operator is valid. */
export const invitationLifetime = Duration.days(1)

/** One hour: how long an invitation that names no operator is valid. */
export const unnamedInvitationLifetime = Duration.hours(1)

/**
 * An invitation in a list.
 *
 * - `operatorId`: the operator whom it signs in; none if it signs in without a name, with the role `admin`.
 * - `createdBy`: the interface that it was created through.
 */
export class DashboardInvitation extends Schema.Class<DashboardInvitation>("@latchkey/domain/DashboardInvitation")({
  id: DashboardInvitationId,
  operatorId: Schema.OptionFromSelf(UserId),
  createdBy: Actor,
  createdAt: Schema.DateTimeUtcFromSelf,
  expiresAt: Schema.DateTimeUtcFromSelf
}) {}
