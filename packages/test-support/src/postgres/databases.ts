import type { SqlError } from "@effect/sql/SqlError"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { PgClient } from "@effect/sql-pg/PgClient"
import type { MigrationError } from "@latchkey/postgres/MigrationError"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import * as LogLevel from "effect/LogLevel"
import { inject } from "vitest"
import { isFull } from "../suite.ts"
import * as PgliteDatabase from "./PgliteDatabase.ts"
import * as ServerDatabase from "./ServerDatabase.ts"

export interface TestDatabase {
  readonly name: string
  /** A new database each time it is built. */
  readonly empty: Layer.Layer<SqlClient | PgClient, SqlError>
  /** A new database with Latchkey's tables each time it is built. */
  readonly migrated: Layer.Layer<SqlClient | PgClient, SqlError | MigrationError>
}

const testDatabase = (name: string, empty: TestDatabase["empty"]): TestDatabase => ({
  name,
  empty,
  migrated: Layer.provideMerge(Layer.locally(Migrations.layer, FiberRef.currentMinimumLogLevel, LogLevel.None), empty)
})

/** Returns the PostgreSQL servers of this run, newest first. */
export const everyServer = () => inject("postgresServers")

/** Returns the newest PostgreSQL server of this run. */
export const newestServer = () => {
  const [newest] = everyServer()
  if (newest === undefined) throw new Error("There is no PostgreSQL server")
  return newest
}

/**
 * Returns the servers that a rule of the database is proved on: the newest in `npm test`, the others in `test:full`.
 */
export const servers = () => {
  const [newest = newestServer(), ...others] = everyServer()
  return isFull() && others.length > 0 ? others : [newest]
}

/** A database on a real server. */
export const onServer = (server: { readonly name: string; readonly url: string }, poolSize?: number): TestDatabase =>
  testDatabase(server.name, ServerDatabase.layer(server.url, poolSize))

/** A database in this process. */
export const onPglite: TestDatabase = testDatabase("PGlite", PgliteDatabase.layer)

/**
 * Returns the databases that a rule of the adapter is proved on: the newest server in `npm test`, all others in
 * `test:full`.
 */
export const databases = (): ReadonlyArray<TestDatabase> => [
  ...servers().map((server) => onServer(server)),
  ...(isFull() ? [onPglite] : [])
]
