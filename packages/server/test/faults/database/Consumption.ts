import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs"

/** Resident memory of a process, in MiB. */
export const memory = (pid: number): number =>
  Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024

const socketsOf = (pid: number): ReadonlySet<string> =>
  new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${descriptor}`))?.[1] ?? []
      } catch {
        // It was closed in the meantime.
        return []
      }
    })
  )

/** Only Linux tells which sockets a process has. */
export const canCountSockets = existsSync("/proc/net/tcp")

/** How many sockets of a process lead to a port of this machine, in whatever state they are. */
export const socketsTo = (pid: number, port: number): number => {
  const own = socketsOf(pid)
  const remote = `:${port.toString(16).toUpperCase().padStart(4, "0")}`
  return readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[2]?.endsWith(remote) && own.has(fields[9] ?? "")).length
}
