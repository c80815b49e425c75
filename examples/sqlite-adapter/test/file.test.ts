/** What the contract does not cover: that the store is a file, which several processes share. */
import { assert, describe, it } from "@effect/vitest"
import { InstanceId } from "@latchkey/domain/core/Ids"
import { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as SqliteRateLimitStore from "../src/SqliteRateLimitStore.ts"

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "latchkey-sqlite-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

const temporaryFile = Effect.map(temporaryFolder, (folder) => join(folder, "latchkey.db"))

/** Counts an attempt in one window, which allows one. */
const consume = (file: string) =>
  Effect.gen(function* () {
    const { consume } = yield* RateLimitStore
    const window = { key: "sample", rate: { limit: 1, windowSeconds: 60 } }
    const { isAllowed } = yield* consume(InstanceId.make("default"), [window], yield* DateTime.now)
    return isAllowed
  }).pipe(Effect.provide(SqliteRateLimitStore.layer(file)))

/** Starts another process that writes, and returns as soon as it holds the lock. */
const writeElsewhere = (file: string) =>
  Effect.promise(async () => {
    const script = `
      import Database from "libsql"
      const database = new Database(${JSON.stringify(file)})
      database.exec("BEGIN IMMEDIATE; DELETE FROM rate_limits")
      console.log("locked")
      setTimeout(() => database.exec("COMMIT"), 300)`
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    await once(child.stdout, "data")
  })

describe("The file", () => {
  it.scoped("keeps its counts after a restart", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      assert.deepStrictEqual([yield* consume(file), yield* consume(file)], [true, false])
    })
  )

  it.scoped("is shared: an attempt waits for the write of another process, and sees it", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      assert.isTrue(yield* consume(file))
      yield* writeElsewhere(file)
      // The other process has removed the first attempt.
      assert.isTrue(yield* consume(file))
    })
  )

  it.scoped("fails with PersistenceError if it cannot be opened", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(consume(yield* temporaryFolder))
      assert.strictEqual(error._tag, "PersistenceError")
    })
  )
})
