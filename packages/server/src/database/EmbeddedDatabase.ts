/**
 * PostgreSQL inside this process (PGlite), for development. It is one connection, and the whole process waits while it
 * works.
 *
 * @since 0.1.0
 */
import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as PgClient from "@effect/sql-pg/PgClient"
import { PGlite } from "@electric-sql/pglite"
import { createPgConfig } from "@electric-sql/pglite/node-postgres"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import Pg from "pg"
import type { CommandError } from "../core/CommandError.ts"
import * as DatabaseFailure from "./DatabaseFailure.ts"
import type { DataFolder } from "./DataFolder.ts"
import * as DataFolderLock from "./DataFolderLock.ts"

const open = (path: string) =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () => PGlite.create(path),
      catch: () => DatabaseFailure.broken(path)
    }),
    (pglite) => Effect.promise(() => pglite.close())
  )

// A second connection would share PGlite's one session, and so its transaction.
const pool = (pglite: PGlite) =>
  Effect.acquireRelease(
    Effect.sync(() => new Pg.Pool({ ...createPgConfig(pglite), max: 1 })),
    (pool) => Effect.promise(() => pool.end())
  )

/**
 * The database of a data folder, made on first use. Holds the folder's lock for as long as it is open.
 *
 * @since 0.1.0
 */
export const layer = (
  folder: DataFolder
): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, CommandError | SqlError> =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      yield* DataFolderLock.hold(folder.path)
      const pglite = yield* open(folder.database)
      return PgClient.layerFromPool({ acquire: pool(pglite) })
    })
  )
