/** Creates an embedded database. */
import { type ChildProcess, fork } from "node:child_process"
import { mkdtempSync, renameSync, rmSync } from "node:fs"
import * as Effect from "effect/Effect"
import type { CommandError } from "../core/CommandError.ts"
import * as DatabaseFailure from "./DatabaseFailure.ts"
import { withoutOptimizing } from "./EmbeddedOptions.ts"

const exitOf = (child: ChildProcess) =>
  Effect.async<number | null, Error>((resume) => {
    child.once("error", (error) => resume(Effect.fail(error)))
    child.once("exit", (code) => resume(Effect.succeed(code)))
  })

const kill = (child: ChildProcess) =>
  Effect.suspend(() => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return Effect.void
    const exit = Effect.ignore(exitOf(child))
    return Effect.zipRight(
      Effect.sync(() => child.kill("SIGKILL")),
      exit
    )
  })

// Detached: Ctrl-C in a terminal does not reach it, and this process decides what happens.
const start = (path: string) =>
  Effect.acquireRelease(
    Effect.sync(() =>
      fork(new URL("./createDatabase.js", import.meta.url), [path], {
        detached: true,
        execArgv: [withoutOptimizing],
        stdio: "ignore"
      })
    ),
    kill
  )

const temporaryFolder = (path: string) =>
  Effect.acquireRelease(
    Effect.try(() => mkdtempSync(`${path}-`)),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )

/**
 * Creates a database in a new folder. A separate process does it: creating one takes 600 MB, which a process returns
 * only when it ends. If it fails or is interrupted, the folder does not exist.
 */
export const create = (path: string): Effect.Effect<void, CommandError> =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder(path)
    const code = yield* Effect.flatMap(start(folder), exitOf)
    if (code !== 0) return yield* Effect.fail(`exit code ${code}`)
    yield* Effect.try(() => renameSync(folder, path))
  }).pipe(
    Effect.scoped,
    Effect.mapError(() => DatabaseFailure.notCreated(path))
  )
