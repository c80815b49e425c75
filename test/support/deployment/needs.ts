import * as HashingCheck from "@latchkey/server/password/HashingCheck"

/** A shutdown may take that long, and then the process ends. */
export const shutdownSeconds = 25

/** What `latchkey doctor` says of so many hashing threads and so much memory, in bytes. */
export const memoryFor = (threads: unknown, limit: number) =>
  HashingCheck.judgeMemory(Number(threads), { limit, free: 0, setBy: "cgroup" }).result
