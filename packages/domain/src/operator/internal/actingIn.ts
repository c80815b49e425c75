import * as Option from "effect/Option"
import type { ActingOperator } from "../../audit/AuditLog.ts"
import type { OperatorId, OperatorSessionId } from "../../core/Ids.ts"
import type { OperatorSignInMethod } from "../OperatorRepository.ts"

/** The parts of a session that say who acts. */
interface ActingSession {
  readonly id: OperatorSessionId
  readonly method: OperatorSignInMethod
  readonly operator: Option.Option<{ readonly id: OperatorId; readonly name: string }>
}

/** The name of a caller with the admin key, in the audit log: that of the setting. */
const adminKeyName = "ADMIN_API_KEY"

/** Returns how the audit log names who acts in a session. */
export const actingIn = (
  { id, method, operator }: ActingSession,
  ipAddress: string
): ActingOperator & { readonly operatorSessionId: OperatorSessionId } => ({
  actor: "dashboard",
  operatorSessionId: id,
  ipAddress,
  ...Option.match(operator, {
    onNone: () => (method === "admin_key" ? { name: adminKeyName } : {}),
    onSome: (found) => ({ operatorId: found.id, name: found.name })
  })
})
