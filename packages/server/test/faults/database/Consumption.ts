import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs"

/** Returns the resident memory of a process, in MiB. */
export const memory = (pid: number): number =>
  Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024

const socketsOf = (pid: number): ReadonlySet<string> =>
  new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${descriptor}`))?.[1] ?? []
      } catch {
        // The descriptor was closed meanwhile.
        return []
      }
    })
  )

/** Whether this system tells which sockets a process has: only Linux does. */
export const canCountSockets = existsSync("/proc/net/tcp")

/** Counts the sockets of a process to a port of this machine, in any state. */
export const socketsTo = (pid: number, port: number): number => {
  const own = socketsOf(pid)
  const remote = `:${port.toString(16).toUpperCase().padStart(4, "0")}`
  return readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[2]?.endsWith(remote) && own.has(fields[9] ?? "")).length
}
