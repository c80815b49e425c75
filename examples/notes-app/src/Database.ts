/** The app's `SqlClient`: PostgreSQL inside this process. Use `PgClient.layer({ url })` for a PostgreSQL server. */
import * as PgClient from "@effect/sql-pg/PgClient"
import { PGlite } from "@electric-sql/pglite"
import { createPgConfig } from "@electric-sql/pglite/node-postgres"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as String from "effect/String"
import Pg from "pg"

const pglite = Effect.acquireRelease(
  Effect.promise(() => PGlite.create()),
  (pglite) => Effect.promise(() => pglite.close())
)

// PGlite has a single connection.
const pool = (pglite: PGlite) =>
  Effect.acquireRelease(
    Effect.sync(() => new Pg.Pool({ ...createPgConfig(pglite), max: 1 })),
    (pool) => Effect.promise(() => pool.end())
  )

export const layer = Layer.unwrapScoped(
  Effect.map(pglite, (pglite) =>
    PgClient.layerFromPool({
      acquire: pool(pglite),
      // The app's own choice. It does not affect the queries of Latchkey.
      transformQueryNames: String.camelToSnake,
      transformResultNames: String.snakeToCamel
    })
  )
)
