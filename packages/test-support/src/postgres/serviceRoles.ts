import * as PgClient from "@effect/sql-pg/PgClient"
import { SqlClient } from "@effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { read } from "../files.ts"
import * as ServerDatabase from "./ServerDatabase.ts"

/** Returns the script as psql sends it: with the values of its variables, and without psql's own commands. */
const script = (variables: Readonly<Record<string, string>>): string =>
  read("deploy/roles.sql")
    .replace(/^(\\|--).*$/gm, "")
    .replace(/:(["'])(\w+)\1/g, (_, quote: string, name: string) => `${quote}${variables[name]}${quote}`)

const as = (database: ServerDatabase.Url, username: string, password: string): ServerDatabase.Url => {
  const url = new URL(Redacted.value(database))
  url.username = username
  url.password = password
  return Redacted.make(url.href)
}

const client = (url: ServerDatabase.Url) => PgClient.layer({ url, maxConnections: 5, connectTimeout: "10 seconds" })

/**
 * Makes a new database with the roles of deploy/roles.sql, applies the migrations as their role, and returns the URLs
 * of the administrator and of both roles. Drops all of it when the scope closes.
 */
export const make = Effect.fnUntraced(function* (server: string) {
  const suffix = randomBytes(8).toString("hex")
  const [service, migrations] = [`latchkey_test_service_${suffix}`, `latchkey_test_migrations_${suffix}`]
  const password = randomBytes(16).toString("hex")
  const administrator = yield* Layer.build(client(Redacted.make(server)))
  // Released after the database, which holds what the roles own.
  yield* Effect.addFinalizer(() =>
    Effect.orDie(
      Effect.provide(
        Effect.flatMap(SqlClient, (sql) => sql.unsafe(`DROP ROLE IF EXISTS ${service}, ${migrations}`)),
        administrator
      )
    )
  )
  const database = yield* ServerDatabase.make(server)
  const variables = {
    service,
    migrations,
    service_password: password,
    migrations_password: password,
    DBNAME: new URL(Redacted.value(database)).pathname.slice(1)
  }
  yield* Effect.flatMap(SqlClient, (sql) => sql.unsafe(script(variables))).pipe(Effect.provide(client(database)))
  const urls = {
    administrator: database,
    migrations: as(database, migrations, password),
    service: as(database, service, password)
  }
  yield* Migrations.apply.pipe(Effect.provide(client(urls.migrations)))
  return urls
})

/** A new, migrated database, used with the role of the service. */
export const layer = (server: string) => Layer.unwrapScoped(Effect.map(make(server), ({ service }) => client(service)))
