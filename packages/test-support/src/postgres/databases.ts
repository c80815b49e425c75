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
import * as CitusDatabase from "./CitusDatabase.ts"
import * as PgliteDatabase from "./PgliteDatabase.ts"
import * as ServerDatabase from "./ServerDatabase.ts"

export interface TestDatabase {
  readonly name: string
  /** A new database each time it is built. */
  readonly empty: Layer.Layer<SqlClient | PgClient, SqlError>
  /** A new database with Latchkey's tables each time it is built. */
  readonly migrated: Layer.Layer<SqlClient | PgClient, SqlError | MigrationError>
}

/** Builds what makes the tables over a database, without its log. */
const withTables = (
  database: TestDatabase["empty"],
  tables: Layer.Layer<never, SqlError | MigrationError, SqlClient> = Migrations.layer
): TestDatabase["migrated"] =>
  Layer.provideMerge(Layer.locally(tables, FiberRef.currentMinimumLogLevel, LogLevel.None), database)

/** Returns the PostgreSQL servers of this run, newest first: for a file that only `test:full` runs. */
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

const withCitus = (servers: ReadonlyArray<ServerDatabase.Server>, poolSize?: number): ReadonlyArray<TestDatabase> => {
  const citus = onCitus(poolSize)
  const others = servers.map((server) => onServer(server, poolSize))
  return citus === undefined ? others : [...others, citus]
}

/** As `servers`, each with a new database, and in `test:full` the Citus cluster too, if there is one. */
export const serversWithCitus = (): ReadonlyArray<TestDatabase> => withCitus(servers())

/** As `everyServer`, each with a new database, and the Citus cluster too, if there is one. */
export const everyServerWithCitus = (poolSize?: number): ReadonlyArray<TestDatabase> =>
  withCitus(everyServer(), poolSize)

/** A database on a real server. */
export const onServer = (server: ServerDatabase.Server, poolSize?: number): TestDatabase => ({
  name: server.name,
  empty: ServerDatabase.layer(server.url, poolSize),
  migrated: withTables(ServerDatabase.layerMigrated(server, poolSize))
})

/** A database in this process. */
export const onPglite: TestDatabase = {
  name: "PGlite",
  empty: PgliteDatabase.layer,
  migrated: withTables(PgliteDatabase.layer)
}

/** What a test says that is skipped without Citus. */
export const noCitus = "No PostgreSQL on this machine has Citus"

/** Returns the database on the Citus cluster of this run, if this machine has Citus. */
export const onCitus = (poolSize?: number): TestDatabase | undefined => {
  const nodes = inject("citusCluster")
  if (nodes === null) return undefined
  const empty = CitusDatabase.layer(nodes, poolSize)
  return { name: "Citus", empty, migrated: withTables(empty, CitusDatabase.layerDistributed) }
}

/** As `databases`, and in `test:full` the Citus cluster too, if there is one. */
export const databasesWithCitus = (): ReadonlyArray<TestDatabase> => {
  const citus = onCitus()
  return citus === undefined ? databases() : [...databases(), citus]
}

/**
 * Returns the databases that a rule of the adapter is proved on: the newest server in `npm test`, all others in
 * `test:full`.
 */
export const databases = (): ReadonlyArray<TestDatabase> => [
  ...servers().map((server) => onServer(server)),
  ...(isFull() ? [onPglite] : [])
]
