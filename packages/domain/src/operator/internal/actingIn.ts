import * as Option from "effect/Option"
import type { ActingOperator } from "../../audit/AuditLog.ts"
import type { SessionId } from "../../core/Ids.ts"
import type { OperatorSession } from "../OperatorSession.ts"

/** A session of the dashboard. `isWithKey`: whether it was signed in with the admin key. */
interface ActingSession extends Pick<OperatorSession, "id" | "operator"> {
  readonly isWithKey: boolean
}

/** The name of a caller with the admin key, in the audit log: that of the setting. */
const adminKeyName = "ADMIN_API_KEY"

/** Returns how the audit log names who acts in a session. */
export const actingIn = (
  { id, isWithKey, operator }: ActingSession,
  ipAddress: string
): ActingOperator & { readonly operatorSessionId: SessionId } => ({
  actor: "dashboard",
  operatorSessionId: id,
  ipAddress,
  ...Option.match(operator, {
    onNone: () => (isWithKey ? { name: adminKeyName } : {}),
    onSome: (found) => ({ operatorId: found.id, name: found.name })
  })
})
