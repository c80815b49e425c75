import type { SqlError } from "@effect/sql/SqlError"
import { SqlClient } from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import { randomBytes } from "node:crypto"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

export type Url = Redacted.Redacted

const withDatabase = (url: string, database: string): Url => {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return Redacted.make(changed.href)
}

/** Creates an empty database on the server at `url` and returns its URL. Drops it when the scope closes. */
export const make = Effect.fnUntraced(function* (
  url: string,
  database = `latchkey_test_${randomBytes(8).toString("hex")}`
) {
  const administrator = yield* PgClient.layer({ url: Redacted.make(url), maxConnections: 1 }).pipe(Layer.build)
  const sql = Context.get(administrator, SqlClient)
  yield* Effect.acquireRelease(sql`CREATE DATABASE ${sql(database)}`, () =>
    Effect.orDie(sql`DROP DATABASE ${sql(database)} WITH (FORCE)`)
  )
  return withDatabase(url, database)
})

/** A new, empty database on a real server. */
export const layer = (url: string, poolSize = 10): Layer.Layer<SqlClient | PgClient.PgClient, SqlError> =>
  Layer.unwrapScoped(
    Effect.map(make(url), (database) =>
      PgClient.layer({ url: database, maxConnections: poolSize, connectTimeout: "10 seconds" })
    )
  )
