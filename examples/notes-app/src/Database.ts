/** The app's own `SqlClient`. Here it is PostgreSQL inside this process; with a server it is `PgClient.layer({ url })`. */
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

// PGlite has one session, so there is one connection to it.
const pool = (pglite: PGlite) =>
  Effect.acquireRelease(
    Effect.sync(() => new Pg.Pool({ ...createPgConfig(pglite), max: 1 })),
    (pool) => Effect.promise(() => pool.end())
  )

export const layer = Layer.unwrapScoped(
  Effect.map(pglite, (pglite) =>
    PgClient.layerFromPool({
      acquire: pool(pglite),
      // This app likes camel case in its code. Latchkey's queries are not touched by it.
      transformQueryNames: String.camelToSnake,
      transformResultNames: String.snakeToCamel
    })
  )
)
