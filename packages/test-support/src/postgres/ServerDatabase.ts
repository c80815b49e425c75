import type { SqlError } from "@effect/sql/SqlError"
import { SqlClient } from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import { randomBytes } from "node:crypto"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as GlobalValue from "effect/GlobalValue"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

export type Url = Redacted.Redacted

/** A server of this run, and the name of the database that `makeMigrated` copies. */
export interface Server {
  readonly name: string
  readonly url: string
  readonly template: string
}

const withDatabase = (url: string, database: string): Url => {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return Redacted.make(changed.href)
}

const newName = (): string => `latchkey_test_${randomBytes(8).toString("hex")}`

const administrator = (url: string) =>
  Effect.map(Layer.build(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })), Context.get(SqlClient))

// Without fsync, copying files takes a quarter of the time of the default, which writes them to the log.
const create = (sql: SqlClient, name: string, template: string) =>
  sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(template)} STRATEGY file_copy`

/** Creates an empty database on the server at `url` and returns its URL. Drops it when the scope closes. */
export const make = Effect.fnUntraced(function* (url: string, name = newName(), template = "template1") {
  const sql = yield* administrator(url)
  yield* Effect.acquireRelease(create(sql, name, template), () =>
    Effect.orDie(sql`DROP DATABASE IF EXISTS ${sql(name)} WITH (FORCE)`)
  )
  return withDatabase(url, name)
})

/** Any number, the same in every process. */
const lock = 7_120_411

/** Creates the template with Latchkey's tables, unless a process of this run has. */
const makeTemplate = ({ template, url }: Server) =>
  Effect.gen(function* () {
    const sql = yield* administrator(url)
    yield* sql`SELECT pg_advisory_lock(${lock})`
    const [exists] = yield* sql`SELECT 1 FROM pg_database WHERE datname = ${template}`
    if (exists !== undefined) return
    const unfinished = newName()
    yield* Migrations.apply.pipe(Effect.provide(PgClient.layer({ url: yield* make(url, unfinished) })))
    yield* sql`ALTER DATABASE ${sql(unfinished)} RENAME TO ${sql(template)}`
  }).pipe(Effect.scoped)

const templates = GlobalValue.globalValue("latchkey/test-support/templates", () => new Map<string, Promise<void>>())

/** As `make`, with Latchkey's tables: a copy of a database that the migrations were applied to once. */
export const makeMigrated = (server: Server) =>
  Effect.zipRight(
    Effect.promise(() => {
      const made = templates.get(server.url) ?? Effect.runPromise(makeTemplate(server))
      templates.set(server.url, made)
      return made
    }),
    make(server.url, newName(), server.template)
  )

const client = (url: Url, poolSize = 10) =>
  PgClient.layer({ url, maxConnections: poolSize, connectTimeout: "10 seconds" })

/** A new, empty database on a real server. */
export const layer = (url: string, poolSize?: number): Layer.Layer<SqlClient | PgClient.PgClient, SqlError> =>
  Layer.unwrapScoped(Effect.map(make(url), (database) => client(database, poolSize)))

/** A new database on a real server, with Latchkey's tables. */
export const layerMigrated = (
  server: Server,
  poolSize?: number
): Layer.Layer<SqlClient | PgClient.PgClient, SqlError> =>
  Layer.unwrapScoped(Effect.map(makeMigrated(server), (database) => client(database, poolSize)))
