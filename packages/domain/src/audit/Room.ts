/** What the room of the audit log and the counts of attempts consists of. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Expiring } from "../core/Cleanup.ts"
import { AttemptCounts } from "./AttemptCounts.ts"
import * as AttemptStatistics from "./AttemptStatistics.ts"
import * as AuditFeed from "./AuditFeed.ts"
import { AuditLog } from "./AuditLog.ts"

/** 400 days: how long the audit log is kept, so that it covers more than a year. */
export const auditLifetime = Duration.days(400)

/** 62 days: how long the numbers of attempts are kept. The dashboard compares thirty days with those before. */
export const attemptCountLifetime = Duration.days(62)

/** The ports that store data. */
export const storage = [AttemptCounts, AuditLog] as const

/** What counts attempts, which the use cases of all rooms record. */
export const adapters = { AttemptStatistics }

/** The use cases. Each may use those before it. */
export const useCases = { AuditFeed }

/** What the cleanup job deletes. */
export const expiring = Effect.gen(function* () {
  const attemptCounts = yield* AttemptCounts
  const auditLog = yield* AuditLog
  return [
    { kind: "attempt_counts", keptFor: attemptCountLifetime, deleteExpired: attemptCounts.deleteExpired },
    { kind: "audit_log", keptFor: auditLifetime, deleteExpired: auditLog.deleteExpired }
  ] satisfies ReadonlyArray<Expiring>
})
