/** Creates an embedded database. */
import { createReadStream, mkdtempSync, renameSync, rmSync } from "node:fs"
import { pipeline } from "node:stream/promises"
import { createGunzip } from "node:zlib"
import * as Effect from "effect/Effect"
import { unpackTar } from "modern-tar/fs"
import type { CommandError } from "../core/CommandError.ts"
import * as DatabaseFailure from "./DatabaseFailure.ts"
import { archive } from "./EmbeddedOptions.ts"

const temporaryFolder = (path: string) =>
  Effect.acquireRelease(
    Effect.try(() => mkdtempSync(`${path}-`)),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )

// Uninterruptible: nothing may write to a folder that is being deleted.
const unpack = (folder: string) =>
  Effect.uninterruptible(
    Effect.tryPromise(() => pipeline(createReadStream(archive), createGunzip(), unpackTar(folder)))
  )

/**
 * Unpacks the empty database of the build in a new folder. If it fails or is interrupted, the folder does not exist.
 */
export const create = (path: string): Effect.Effect<void, CommandError> =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder(path)
    yield* unpack(folder)
    yield* Effect.try(() => renameSync(folder, path))
  }).pipe(
    Effect.scoped,
    Effect.mapError(() => DatabaseFailure.notCreated(path))
  )
