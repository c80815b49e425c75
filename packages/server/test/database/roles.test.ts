import { SqlClient } from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { CleanupJob } from "@latchkey/domain/CleanupJob"
import { SchemaName } from "@latchkey/postgres/PostgresSchema"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { asAdmin, newEmail, password, requestLink, session, signIn, signUp } from "@latchkey/test-support/contract"
import { start } from "@latchkey/test-support/HttpService"
import { signedIn } from "@latchkey/test-support/operator"
import { servers } from "@latchkey/test-support/postgres/databases"
import * as ServiceRoles from "@latchkey/test-support/postgres/serviceRoles"
import * as Database from "../../src/database/Database.ts"

const forbidden = [
  "CREATE TABLE latchkey.planted (id integer)",
  "CREATE TABLE public.planted (id integer)",
  "CREATE TEMPORARY TABLE planted (id integer)",
  "CREATE SCHEMA planted",
  "CREATE ROLE planted",
  "ALTER TABLE latchkey.users ADD COLUMN planted integer",
  "DROP TABLE latchkey.sessions",
  "TRUNCATE latchkey.users",
  "DROP SCHEMA latchkey CASCADE",
  "SELECT * FROM app.secrets",
  "INSERT INTO app.secrets VALUES (2)",
  "SELECT * FROM pg_authid",
  "COPY latchkey.users TO PROGRAM 'cat'"
]

for (const { name, url: server } of servers()) {
  describe(`The roles of deploy/roles.sql on ${name}`, () => {
    it.scopedLive("let the service work on rows, and on nothing else", () =>
      Effect.gen(function* () {
        const urls = yield* ServiceRoles.make(server)
        const client = PgClient.layer({ url: urls.service, maxConnections: 5 })
        const service = yield* Effect.acquireRelease(
          Effect.promise(() => start({ storage: Layer.provide(Postgres.layer, client) })),
          ({ stop }) => Effect.promise(stop)
        )
        const statuses = yield* Effect.promise(async () => {
          const email = newEmail()
          const browser = service.browser()
          const replies = [await browser.post(signUp, { email, password })]
          replies.push(await browser.post(signIn, { email, password: "not this one" }))
          replies.push(await browser.post(requestLink, { email }))
          replies.push(await browser.get(await service.lastLink(email)))
          replies.push(await browser.get(session))
          replies.push(await browser.post("/v1/admin/instances", { name: "Acme" }, asAdmin))
          const operator = await signedIn(service)
          replies.push(await operator.get("/dashboard/instances/default/users"))
          await service.run(Effect.flatMap(CleanupJob, ({ run }) => run))
          return replies.map(({ status }) => status)
        })
        assert.deepStrictEqual(statuses, [200, 401, 200, 200, 200, 201, 200])

        const asAdministrator = PgClient.layer({ url: urls.administrator, maxConnections: 1 })
        yield* Effect.flatMap(SqlClient, (sql) =>
          sql.unsafe("CREATE SCHEMA app; CREATE TABLE app.secrets (id integer); INSERT INTO app.secrets VALUES (1)")
        ).pipe(Effect.provide(asAdministrator))
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient
          for (const statement of forbidden) {
            const { cause } = yield* Effect.flip(sql.unsafe(statement))
            // 42501: insufficient privilege.
            assert.strictEqual((cause as { code?: string }).code, "42501", statement)
          }
        }).pipe(Effect.provide(client))
      })
    )

    it.scopedLive("let serve start with the service's role after the migrations, and not before them", () =>
      Effect.gen(function* () {
        const urls = yield* ServiceRoles.make(server)
        const settings = { url: urls.service, schema: SchemaName.make("latchkey"), poolSize: 1 }
        yield* Effect.scoped(Layer.build(Database.layerServer(settings, false)))
        yield* Effect.flatMap(SqlClient, (sql) => sql.unsafe("DELETE FROM latchkey.migrations")).pipe(
          Effect.provide(PgClient.layer({ url: urls.migrations, maxConnections: 1 }))
        )
        const { message } = yield* Effect.flip(Effect.scoped(Layer.build(Database.layerServer(settings, false))))
        assert.include(message, "pending migrations: 0001_initial")
      })
    )
  })
}
