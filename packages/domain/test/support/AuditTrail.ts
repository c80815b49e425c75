/** The audit log, as tests look at it. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { AuditLog } from "@latchkey/domain/audit/AuditLog"

/** Every line, the oldest first. */
export const auditLog = Effect.flatMap(AuditLog, ({ list }) =>
  Effect.map(list({ before: Option.none(), limit: 1000 }), (lines) => [...lines].reverse())
)

/** Every line as who did what, the oldest first, with its detail. */
export const deeds = Effect.map(auditLog, (lines) =>
  lines.map(({ action, actor, detail }) => `${actor} ${action} ${detail}`.trim())
)
