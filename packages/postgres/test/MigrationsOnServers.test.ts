import { SqlClient } from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Migrations from "@latchkey/postgres/Migrations"
import { onServer, servers } from "../../../test/support/postgres/databases.ts"
import * as ServerDatabase from "../../../test/support/postgres/ServerDatabase.ts"

const all = [
  { id: 1, name: "initial" },
  { id: 2, name: "pages" }
]

for (const server of servers()) {
  /** Another process that migrates the same database. */
  const process = (url: ServerDatabase.Url) =>
    Effect.provide(Migrations.apply, PgClient.layer({ url, maxConnections: 1 }))

  describe(`Migrations on ${server.name}`, () => {
    it.scoped("are applied by one of four processes that start at once", () =>
      Effect.forEach(Arr.range(1, 5), () =>
        Effect.gen(function* () {
          const url = yield* ServerDatabase.make(server.url)
          const applied = yield* Effect.forEach(Arr.range(1, 4), () => process(url), { concurrency: 4 })
          assert.deepStrictEqual(applied.flat(), all)
        })
      )
    )

    it.effect("need not be allowed to make the schema when somebody has made it for them", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const restricted = sql.withTransaction(Effect.zipRight(sql`SET LOCAL ROLE restricted`, Migrations.apply))
        yield* sql`CREATE ROLE restricted`
        yield* Effect.gen(function* () {
          const error = yield* Effect.flip(restricted)
          assert.include(error.message, "permission denied for database")
          yield* sql`CREATE SCHEMA latchkey AUTHORIZATION restricted`
          assert.deepStrictEqual(yield* restricted, all)
        }).pipe(
          Effect.ensuring(Effect.orDie(Effect.zipRight(sql`DROP OWNED BY restricted`, sql`DROP ROLE restricted`)))
        )
      }).pipe(Effect.provide(onServer(server, 1).empty))
    )

    it.live("wait for their turn longer than a request may", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* sql`SET statement_timeout = 100`
        yield* sql`SET lock_timeout = 100`
        const url = (yield* PgClient.PgClient).config.url
        assert.isDefined(url)
        const other = Effect.gen(function* () {
          const sql = yield* SqlClient
          yield* sql.withTransaction(
            Effect.zipRight(
              sql`SELECT pg_advisory_xact_lock(hashtextextended('latchkey.migrations', 0))`,
              Effect.sleep("500 millis")
            )
          )
        }).pipe(Effect.provide(PgClient.layer({ url, maxConnections: 1 })))
        const waiting = yield* Effect.fork(other)
        yield* Effect.sleep("200 millis")
        assert.deepStrictEqual(yield* Migrations.apply, all)
        yield* Fiber.join(waiting)
        assert.deepStrictEqual(yield* sql`SHOW statement_timeout`, [{ statement_timeout: "100ms" }])
      }).pipe(Effect.provide(onServer(server, 1).empty))
    )
  })
}
