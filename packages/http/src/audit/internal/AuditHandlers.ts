/** The handlers of the audit log. */
import { AuditFeed } from "@latchkey/domain/audit/AuditFeed"
import type { AuditEntry } from "@latchkey/domain/audit/AuditLog"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Implementation from "../../core/Implementation.ts"
import * as Waiting from "../../core/Waiting.ts"
import * as AdminAccess from "../../operator/AdminAccess.ts"
import { AuditApi, type AuditEntryResponse } from "../AuditApi.ts"

const pageSize = 50

const toResponse = ({ action, actor, at, detail, id, ...entry }: AuditEntry): AuditEntryResponse => ({
  id,
  at,
  actor,
  action,
  instanceId: Option.getOrNull(entry.instanceId),
  userId: Option.getOrNull(entry.userId),
  operatorId: Option.getOrNull(entry.operatorId),
  operatorSessionId: Option.getOrNull(entry.operatorSessionId),
  apiKeyId: Option.getOrNull(entry.apiKeyId),
  name: Option.getOrNull(entry.name),
  ipAddress: Option.getOrNull(entry.ipAddress),
  detail
})

/** What responds to the requests of the group. */
export const implementation = Implementation.makeGuarded(
  AuditApi,
  AdminAccess.guard,
  Effect.map(Effect.all([AuditFeed, Waiting.make]), ([{ page }, waiting]) => ({
    listAuditLog: ({ query: { after, limit = pageSize }, request }) =>
      waiting(
        request,
        (wait) => page({ after: Option.fromNullable(after), limit, wait }),
        ({ entries, next }) => ({ entries: entries.map(toResponse), next: Option.getOrNull(next) })
      )
  }))
)
