/**
 * PostgreSQL inside this process (PGlite), for development. It has one connection, and each query blocks the event
 * loop.
 */
import { setFlagsFromString } from "node:v8"
import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as PgClient from "@effect/sql-pg/PgClient"
import { PGlite } from "@electric-sql/pglite"
import { createPgConfig } from "@electric-sql/pglite/node-postgres"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import Pg from "pg"
import type { CommandError } from "../core/CommandError.ts"
import type { DataFolder } from "../development/DataFolder.ts"
import * as DatabaseFailure from "./DatabaseFailure.ts"
import * as DataFolderLock from "./DataFolderLock.ts"
import { smallBuffers, withoutOptimizing } from "./EmbeddedOptions.ts"
import * as NewDatabase from "./NewDatabase.ts"

const startParams = [...PGlite.defaultStartParams, ...smallBuffers]

const open = (path: string) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () => PGlite.create(path, { startParams }),
      catch: () => DatabaseFailure.corrupt(path)
    }),
    (pglite) => Effect.promise(() => pglite.close())
  )

// PGlite has one session. A second connection would share it, and so its transaction.
const makePool = (pglite: PGlite) =>
  Effect.acquireRelease(
    Effect.sync(() => new Pg.Pool({ ...createPgConfig(pglite), max: 1 })),
    (pool) => Effect.promise(() => pool.end())
  )

/** The database of a data folder, created on first use. Holds the lock of the folder while it is open. */
export const layer = (
  folder: DataFolder
): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, CommandError | SqlError> =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      yield* DataFolderLock.hold(folder.path)
      if (folder.isNew) {
        yield* Console.log(`latchkey: creating a database in ${folder.path} (once)`)
        yield* NewDatabase.create(folder.database)
      }
      // Before V8 sees any WebAssembly.
      yield* Effect.sync(() => setFlagsFromString(withoutOptimizing))
      const pglite = yield* open(folder.database)
      return PgClient.layerFromPool({ acquire: makePool(pglite) })
    })
  )
