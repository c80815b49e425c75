import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as DataFolderLock from "../../src/database/DataFolderLock.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"

const lockOf = (folder: string) => join(folder, "lock")

const leaveLock = (folder: string, holder: { readonly pid: number; readonly startedAt: string }) =>
  writeFileSync(lockOf(folder), JSON.stringify(holder))

const holderOf = (folder: string): { readonly pid: number; readonly startedAt: string } =>
  JSON.parse(readFileSync(lockOf(folder), "utf8"))

/** Returns the id of a process that has ended. */
const deadProcess = (): number => spawnSync(process.execPath, ["--version"]).pid

const hold = (folder: string) => Effect.scoped(DataFolderLock.hold(folder))

describe("The lock of a data folder", () => {
  it.scoped("names the process that holds it, and is removed when the scope closes", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* Effect.scoped(
        Effect.map(DataFolderLock.hold(folder), () => assert.strictEqual(holderOf(folder).pid, process.pid))
      )
      assert.isFalse(existsSync(lockOf(folder)))
    })
  )

  it.scoped("cannot be acquired while it is held, and the error names the holder", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* DataFolderLock.hold(folder)
      const error = yield* Effect.flip(hold(folder))
      assert.include(error.message, `already running in this folder (process ${process.pid})`)
      assert.strictEqual(holderOf(folder).pid, process.pid)
    })
  )

  it.live("is taken over from a process that died", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      leaveLock(folder, { pid: deadProcess(), startedAt: "1" })
      yield* DataFolderLock.hold(folder)
      assert.strictEqual(holderOf(folder).pid, process.pid)
    }).pipe(Effect.scoped)
  )

  it.scoped("is not removed when the scope closes if another process has taken it over", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      yield* Effect.scoped(
        Effect.map(DataFolderLock.hold(folder), () => leaveLock(folder, { pid: process.ppid, startedAt: "" }))
      )
      assert.strictEqual(holderOf(folder).pid, process.ppid)
    })
  )

  it.live.skipIf(process.platform !== "linux")(
    "is taken over from a process that died if another process has its id now",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        leaveLock(folder, { pid: process.pid, startedAt: "1" })
        yield* DataFolderLock.hold(folder)
        assert.notStrictEqual(holderOf(folder).startedAt, "1")
      }).pipe(Effect.scoped)
  )

  it.scoped("cannot be acquired if only an id is known and a process has it", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      leaveLock(folder, { pid: process.ppid, startedAt: "" })
      assert.include((yield* Effect.flip(hold(folder))).message, `(process ${process.ppid})`)
    })
  )

  it.live("is taken over from a process that died while it wrote the lock", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      writeFileSync(lockOf(folder), "")
      yield* DataFolderLock.hold(folder)
      assert.strictEqual(holderOf(folder).pid, process.pid)
    }).pipe(Effect.scoped)
  )

  it.live("belongs to the last of several processes that take it over concurrently", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      leaveLock(folder, { pid: deadProcess(), startedAt: "1" })
      const fiber = yield* Effect.fork(Effect.flip(hold(folder)))
      yield* Effect.sleep("50 millis")
      leaveLock(folder, { pid: process.ppid, startedAt: "" })
      assert.include((yield* Fiber.join(fiber)).message, `(process ${process.ppid})`)
      assert.strictEqual(holderOf(folder).pid, process.ppid)
    }).pipe(Effect.scoped)
  )
})
