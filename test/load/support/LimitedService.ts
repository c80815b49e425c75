import { readFileSync } from "node:fs"
import { database } from "@latchkey/test-support/postgres/database"
import type { CleanUp } from "@latchkey/test-support/process/latchkey"
import { type Replica, startReplica } from "@latchkey/test-support/process/Replica"

/** How many passwords the service hashes concurrently. */
export const permits = 2

/** The most memory in MiB that the service may use beyond what it used before the load: 19 for each hash, and 200. */
export const memoryAllowance = 19 * permits + 200

/** Starts a service on a new database, which hashes `permits` passwords concurrently. */
export const startLimited = async (cleanUp: CleanUp): Promise<Replica> =>
  startReplica({ database: await database(cleanUp), environment: { HASH_CONCURRENCY: String(permits) } }, cleanUp)

/**
 * Returns the memory of a service in MiB from /proc: now (`VmRSS`), or at most so far (`VmHWM`). Returns 0 where there
 * is no /proc, on anything but Linux.
 */
export const memoryOf = ({ pid }: Replica, which: "VmHWM" | "VmRSS"): number => {
  if (process.platform !== "linux") return 0
  const status = readFileSync(`/proc/${pid}/status`, "utf8")
  return Number(new RegExp(`^${which}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024
}
