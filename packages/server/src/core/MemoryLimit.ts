/** How much memory this process may use: the limit of its container or systemd unit, otherwise the machine's memory. */
import { readFileSync } from "node:fs"
import * as Os from "node:os"
import { dirname, join } from "node:path"

/** In bytes. `free` is how much of the limit is unused now. */
export interface Memory {
  readonly limit: number
  readonly free: number
  readonly setBy: "cgroup" | "machine"
}

/** Where one version of Linux's control groups keeps its memory figures. */
interface Controller {
  readonly folder: string
  readonly limit: string
  readonly used: string
  /** Matches its line in `/proc/self/cgroup`. The first group is the path. */
  readonly line: RegExp
}

const controllers: ReadonlyArray<Controller> = [
  { folder: "sys/fs/cgroup", limit: "memory.max", used: "memory.current", line: /^0::(.*)$/m },
  {
    folder: "sys/fs/cgroup/memory",
    limit: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    line: /^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/m
  }
]

const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8").trim()
  } catch {
    return ""
  }
}

const readNumber = (path: string): number => {
  const text = read(path)
  return /^\d+$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY
}

/**
 * Returns the folder and all its parents. Inside a container the path of the process may be that of the host, and the
 * container's limit is in the topmost folder.
 */
const withAncestors = (path: string): ReadonlyArray<string> =>
  path === "/" || path === "." ? [path] : [path, ...withAncestors(dirname(path))]

// The page cache of files that no process reads any more counts as used, but the kernel reclaims it when needed.
const reclaimable = (folder: string): number =>
  Number(/^(?:total_)?inactive_file (\d+)$/m.exec(read(join(folder, "memory.stat")))?.[1] ?? 0)

const limitsOf = (root: string, { folder, limit, line, used }: Controller): ReadonlyArray<Memory> => {
  const path = line.exec(read(join(root, "proc/self/cgroup")))?.[1]
  if (path === undefined) return []
  return withAncestors(path).map((group) => {
    const files = join(root, folder, group)
    const max = readNumber(join(files, limit))
    const inUse = readNumber(join(files, used)) - reclaimable(files)
    return { limit: max, free: Number.isFinite(inUse) ? max - inUse : max, setBy: "cgroup" as const }
  })
}

const machine = (): Memory => ({ limit: Os.totalmem(), free: Os.freemem(), setBy: "machine" })

/** Returns the tightest limit. `root` is where the file system of the machine begins. */
export const make = (root = "/", whole = machine()): Memory => {
  const groups = controllers.flatMap((controller) => limitsOf(root, controller))
  // Version 1 writes "no limit" as a number larger than the memory of any machine.
  const tightest = [...groups, whole].reduce((least, next) => (next.limit < least.limit ? next : least), whole)
  return { ...tightest, free: Math.min(whole.free, ...groups.map(({ free }) => free)) }
}
