import * as PgClient from "@effect/sql-pg/PgClient"
import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import * as DatabaseConnections from "@latchkey/postgres/DatabaseConnections"
import * as DatabaseFacts from "@latchkey/postgres/DatabaseFacts"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { servers } from "@latchkey/test-support/postgres/databases"
import * as Role from "@latchkey/test-support/postgres/role"
import * as ServerDatabase from "@latchkey/test-support/postgres/ServerDatabase"

/** A client with one connection, which stays open until the scope closes. */
const connected = (url: Redacted.Redacted, applicationName: string) =>
  Effect.gen(function* () {
    const layer = PgClient.layer({ url, applicationName, maxConnections: 1, idleTimeout: "1 minute" })
    const context = yield* Layer.build(Layer.fresh(layer))
    yield* Context.get(context, SqlClient)`SELECT 1`
    return Effect.provide(context)
  })

const setting = (name: string) =>
  Effect.map(
    Effect.flatMap(
      SqlClient,
      (sql) => sql<{ value: string | null }>`SELECT coalesce(current_setting(${name}, true), '0') AS value`
    ),
    ([row]) => Number(row?.value)
  )

const find = (limits: ReadonlyArray<DatabaseConnections.Limit>, setBy: DatabaseConnections.Limit["setBy"]) =>
  limits.find((limit) => limit.setBy === setBy)

for (const server of servers()) {
  describe(`DatabaseConnections on ${server.name}`, () => {
    it.scoped("reports the limit of the server, less the connections reserved for administrators", () =>
      Effect.gen(function* () {
        const asLatchkey = yield* connected(yield* ServerDatabase.make(server.url), "latchkey")
        yield* Effect.gen(function* () {
          const reserved = (yield* setting("superuser_reserved_connections")) + (yield* setting("reserved_connections"))
          const limits = yield* DatabaseConnections.limits("latchkey")
          assert.deepStrictEqual(
            limits.map(({ setBy }) => setBy),
            ["max_connections"]
          )
          assert.strictEqual(find(limits, "max_connections")?.limit, (yield* setting("max_connections")) - reserved)
        }).pipe(asLatchkey)
      })
    )

    it.scoped("counts only connections of others, also for a role that sees no details of them", () =>
      Effect.gen(function* () {
        const url = yield* ServerDatabase.make(server.url)
        // A Latchkey of another role does not count as the same app.
        const asAdministrator = yield* connected(url, "latchkey")
        const role = yield* asAdministrator(Role.make(url))
        const asLatchkey = yield* connected(role.url, "latchkey")
        const unlimited = yield* asLatchkey(DatabaseConnections.limits("latchkey"))
        assert.deepStrictEqual(
          unlimited.map(({ setBy }) => setBy),
          ["max_connections"]
        )
        yield* asAdministrator(
          Effect.gen(function* () {
            const sql = yield* SqlClient
            yield* sql.unsafe(`ALTER ROLE ${role.name} CONNECTION LIMIT 5`)
            yield* sql.unsafe(`ALTER DATABASE "${new URL(Redacted.value(url)).pathname.slice(1)}" CONNECTION LIMIT 7`)
          })
        )
        yield* connected(role.url, "latchkey")
        yield* connected(role.url, "psql")
        const limits = yield* asLatchkey(DatabaseConnections.limits("latchkey"))
        assert.deepStrictEqual(find(limits, "role"), { setBy: "role", limit: 5, taken: 1 })
        assert.deepStrictEqual(find(limits, "database"), { setBy: "database", limit: 7, taken: 2 })
        assert.isAtLeast(find(limits, "max_connections")?.taken ?? 0, 2)
      })
    )
  })

  describe(`DatabaseFacts.canCreateTables on ${server.name}`, () => {
    it.scoped("returns true for a role that may create the schema, or tables in an existing schema", () =>
      Effect.gen(function* () {
        const url = yield* ServerDatabase.make(server.url)
        const asAdministrator = yield* connected(url, "test")
        const role = yield* asAdministrator(Role.make(url))
        const asRole = yield* connected(role.url, "latchkey")
        const run = (statement: string) => asAdministrator(Effect.flatMap(SqlClient, (sql) => sql.unsafe(statement)))
        const database = `"${new URL(Redacted.value(url)).pathname.slice(1)}"`
        const allowed = asRole(DatabaseFacts.canCreateTables)

        assert.isFalse(yield* allowed)
        yield* run(`GRANT CREATE ON DATABASE ${database} TO ${role.name}`)
        assert.isTrue(yield* allowed)
        yield* run("CREATE SCHEMA latchkey")
        assert.isFalse(yield* allowed)
        yield* run(`GRANT CREATE ON SCHEMA latchkey TO ${role.name}`)
        assert.isTrue(yield* allowed)
      })
    )
  })
}
