import * as HashingCheck from "@latchkey/server/password/HashingCheck"

/** The longest that a shutdown takes after its delay. */
export const shutdownSeconds = 25

/** Returns what `latchkey doctor` reports for that many hashing threads and a memory limit in bytes. */
export const memoryFor = (threads: unknown, limit: number) =>
  HashingCheck.judgeMemory(Number(threads), { limit, free: 0, setBy: "cgroup" }).result
