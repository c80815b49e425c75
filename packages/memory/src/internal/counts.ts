import type { AuditEntry, AuditId } from "@latchkey/domain/audit/AuditLog"
import * as Option from "effect/Option"
import { type MemoryState, Table } from "./MemoryState.ts"

/** An entry, and its place in the feed. */
export interface StoredAuditEntry {
  readonly entry: AuditEntry
  readonly position: number
}

export const auditLog = new Table<AuditId, StoredAuditEntry>("audit_log")

/** The last place that any entry got. */
const auditClock = new Table<"last", number>("audit_clock")

/** Stores an entry. */
export const appendAudit = (state: MemoryState, entry: AuditEntry): MemoryState => {
  const position = Option.getOrElse(auditClock.get(state, "last"), () => 0) + 1
  return auditLog.set(auditClock.set(state, "last", position), entry.id, { entry, position })
}

/** Returns all entries. */
export const auditEntries = (state: MemoryState): ReadonlyArray<AuditEntry> =>
  auditLog.values(state).map(({ entry }) => entry)

/** The allowed attempts of one window, in milliseconds since 1970, and the length that the window last had. */
export interface StoredWindow {
  readonly times: ReadonlyArray<number>
  readonly windowSeconds: number
}

/** By the key of the window. */
export const rateLimits = new Table<string, StoredWindow>("rate_limits")
