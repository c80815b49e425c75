import type { SqlError } from "@effect/sql/SqlError"
import type { SqlClient } from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import { PGlite } from "@electric-sql/pglite"
import { createPgConfig } from "@electric-sql/pglite/node-postgres"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Pg from "pg"

const freshFiles = async () => {
  const database = await PGlite.create()
  const files = await database.dumpDataDir("none")
  await database.close()
  return files
}

// Creating a cluster takes a second or two; loading one is much faster.
let files: ReturnType<typeof freshFiles> | undefined

const open = async () => {
  files ??= freshFiles()
  const database = await PGlite.create({ loadDataDir: await files })
  // PGlite has a single connection.
  return { database, pool: new Pg.Pool({ ...createPgConfig(database), max: 1 }) }
}

const acquire = Effect.acquireRelease(Effect.promise(open), ({ database, pool }) =>
  Effect.promise(async () => {
    await pool.end()
    await database.close()
  })
)

/** A new, empty database in the memory of this process. */
export const layer: Layer.Layer<SqlClient | PgClient.PgClient, SqlError> = PgClient.layerFromPool({
  acquire: Effect.map(acquire, ({ pool }) => pool)
})
