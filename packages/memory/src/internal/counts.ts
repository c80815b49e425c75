import type { AuditEntry, AuditId } from "@latchkey/domain/audit/AuditLog"
import { Table } from "./MemoryState.ts"

export const auditLog = new Table<AuditId, AuditEntry>("audit_log")

/** The allowed attempts of one window, in milliseconds since 1970, and the length that the window last had. */
export interface StoredWindow {
  readonly times: ReadonlyArray<number>
  readonly windowSeconds: number
}

/** By the key of the window. */
export const rateLimits = new Table<string, StoredWindow>("rate_limits")
