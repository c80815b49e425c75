/**
 * How much memory this process may use: what a container or a systemd unit allows, else what the machine has.
 *
 * @since 0.1.0
 */
import { readFileSync } from "node:fs"
import * as Os from "node:os"
import { dirname, join } from "node:path"

/** In bytes. - `free`: what is left of it now. @since 0.1.0 */
export interface Memory {
  readonly limit: number
  readonly free: number
  readonly setBy: "cgroup" | "machine"
}

/** The files of one version of Linux's control groups that count memory. */
interface Controller {
  readonly folder: string
  readonly limit: string
  readonly used: string
  /** Of a line of `/proc/self/cgroup`; its path is the first group. */
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

const numberIn = (path: string): number => {
  const text = read(path)
  return /^\d+$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY
}

/** The folder and every one above it. Inside a container the process's own path is that of the machine, and the
 * container's limit is in the topmost folder. */
const withAncestors = (path: string): ReadonlyArray<string> =>
  path === "/" || path === "." ? [path] : [path, ...withAncestors(dirname(path))]

// The page cache of files that nobody reads any more counts as used, and is given back when it is needed.
const reclaimable = (folder: string): number =>
  Number(/^(?:total_)?inactive_file (\d+)$/m.exec(read(join(folder, "memory.stat")))?.[1] ?? 0)

const limitsOf = (root: string, { folder, limit, line, used }: Controller): ReadonlyArray<Memory> => {
  const path = line.exec(read(join(root, "proc/self/cgroup")))?.[1]
  if (path === undefined) return []
  return withAncestors(path).map((group) => {
    const files = join(root, folder, group)
    const max = numberIn(join(files, limit))
    const taken = numberIn(join(files, used)) - reclaimable(files)
    return { limit: max, free: Number.isFinite(taken) ? max - taken : max, setBy: "cgroup" as const }
  })
}

const machine = (): Memory => ({ limit: Os.totalmem(), free: Os.freemem(), setBy: "machine" })

/** `root` is where the machine's file system begins. @since 0.1.0 */
export const make = (root = "/", whole = machine()): Memory => {
  const groups = controllers.flatMap((controller) => limitsOf(root, controller))
  // Version 1 writes "no limit" as a number beyond any machine.
  const tightest = [...groups, whole].reduce((least, next) => (next.limit < least.limit ? next : least), whole)
  return { ...tightest, free: Math.min(whole.free, ...groups.map(({ free }) => free)) }
}
