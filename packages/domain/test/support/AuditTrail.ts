/** The audit log in the tests. */
import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** Returns every entry, oldest first. */
export const auditLog = Effect.flatMap(AuditLog, ({ list }) =>
  Effect.map(list({ before: Option.none(), limit: 1000 }), (entries) => [...entries].reverse())
)

/** Returns actor, action and detail of every entry, oldest first. */
export const auditLines = Effect.map(auditLog, (entries) =>
  entries.map(({ action, actor, detail }) => `${actor} ${action} ${detail}`.trim())
)
