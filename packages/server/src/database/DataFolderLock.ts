/**
 * Keeps a second process out of a data folder. PGlite does not: two processes on one database overwrite each other's
 * writes without an error. The lock is a file that names the process that holds it.
 *
 * A lock that must be refreshed in time would not work: while PGlite runs a query, no timer of the process fires.
 */
import { readFileSync, unlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { CommandError } from "../core/CommandError.ts"

/** `startedAt` distinguishes the process from a later one with the same id; `""` if the system does not provide it. */
const Holder = Schema.parseJson(Schema.Struct({ pid: Schema.Int, startedAt: Schema.String }))
type Holder = typeof Holder.Type

const codeOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "code" in error ? error.code : undefined

/** When a process started, in clock ticks since boot: field 22 of `/proc/<pid>/stat` (proc(5)), on Linux only. */
const startOf = (pid: number): string => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1")
    // The second field is a name in parentheses, which may itself contain spaces and parentheses.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? ""
  } catch {
    return ""
  }
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === "EPERM"
  }
}

const isAlive = ({ pid, startedAt }: Holder): boolean =>
  isRunning(pid) && (startedAt === "" || startOf(pid) === startedAt)

const readHolder = (path: string): Option.Option<Holder> => {
  try {
    return Schema.decodeOption(Holder)(readFileSync(path, "utf8"))
  } catch {
    return Option.none()
  }
}

const writeHolder = (path: string, holder: Holder): boolean => {
  try {
    writeFileSync(path, Schema.encodeSync(Holder)(holder), { flag: "wx", mode: 0o600 })
    return true
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false
    throw error
  }
}

const remove = (path: string) => {
  try {
    unlinkSync(path)
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error
  }
}

const isHolder = (path: string, holder: Holder): boolean =>
  Option.exists(readHolder(path), ({ pid, startedAt }) => pid === holder.pid && startedAt === holder.startedAt)

const locked = (path: string, holder: Option.Option<Holder>) =>
  new CommandError({
    message: Option.match(holder, {
      onNone: () => `Another process is starting in this folder (lock file ${path}).`,
      onSome: ({ pid }) =>
        `Latchkey is already running in this folder (process ${pid}). Stop it first, or start in another folder.`
    })
  })

const acquire = Effect.fnUntraced(function* (path: string, holder: Holder) {
  if (writeHolder(path, holder)) return
  // An empty lock is being written at this moment, or its process died while it wrote.
  if (Option.isNone(readHolder(path))) yield* Effect.sleep("200 millis")
  const found = readHolder(path)
  if (Option.exists(found, isAlive)) return yield* locked(path, found)
  // The lock is stale. If several processes take it over concurrently, the last to write it wins.
  remove(path)
  const written = writeHolder(path, holder)
  yield* Effect.sleep("200 millis")
  if (!written || !isHolder(path, holder)) return yield* locked(path, readHolder(path))
})

/**
 * Holds the lock until the scope closes. Fails immediately if a running process holds it. Takes over the lock of a
 * process that died.
 */
export const hold = (folder: string): Effect.Effect<void, CommandError, Scope.Scope> => {
  const path = join(folder, "lock")
  const holder: Holder = { pid: process.pid, startedAt: startOf(process.pid) }
  return Effect.acquireRelease(acquire(path, holder), () =>
    Effect.sync(() => {
      if (isHolder(path, holder)) remove(path)
    })
  )
}
