import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import * as Postgres from "@latchkey/postgres/Postgres"
import { SchemaName } from "@latchkey/postgres/PostgresSchema"
import * as ServerDatabase from "@latchkey/server/database/ServerDatabase"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import { servers } from "../../../../test/support/postgres/databases.ts"
import * as SilentWire from "../support/SilentWire.ts"

const settings = (url: string) => ({ url: Redacted.make(url), schema: SchemaName.make("latchkey"), poolSize: 2 })

for (const { name, url } of servers().slice(0, 1)) {
  describe(`The pool on ${name}`, () => {
    it.live("limits how long a query, a lock and an idle transaction may take", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const names = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout", "application_name"]
        const found = yield* Effect.forEach(
          names,
          (name) => sql<{ value: string }>`SELECT current_setting(${name}) AS value`
        )
        assert.deepStrictEqual(
          found.map((rows) => rows[0]?.value),
          ["5s", "3s", "5s", "latchkey"]
        )
      }).pipe(Effect.provide(ServerDatabase.layer(settings(url))))
    )

    it.live("lets migrations take their time", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const [row] = yield* sql<{ value: string }>`SELECT current_setting('statement_timeout') AS value`
        assert.strictEqual(row?.value, "0")
      }).pipe(Effect.provide(ServerDatabase.layerPatient(settings(url))))
    )

    it.live("logs a connection that is lost while nobody uses it, and goes on", () => {
      const log: Array<unknown> = []
      const logger = Logger.replace(
        Logger.defaultLogger,
        Logger.make(({ message }) => log.push(message))
      )
      return Effect.gen(function* () {
        const sql = yield* SqlClient
        const other = yield* Layer.build(Layer.fresh(ServerDatabase.layerPatient(settings(url))))
        const [row] = yield* sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`
        yield* Effect.provide(
          Effect.flatMap(SqlClient, (sql) => sql`SELECT pg_terminate_backend(${row?.pid}, 5000)`),
          other
        )
        yield* Effect.sleep("200 millis")
        assert.deepStrictEqual(log, [["A database connection was lost", "57P01"]])
        yield* Postgres.ping
      }).pipe(Effect.scoped, Effect.provide(ServerDatabase.layer(settings(url))), Effect.provide(logger))
    })

    it.live("gives up a connection that has gone silent, and makes another", () =>
      Effect.gen(function* () {
        const wire = yield* SilentWire.make(url)
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient
          // Both connections exist before the silence: new ones would work.
          yield* Effect.all([sql`SELECT pg_sleep(0.2)`, sql`SELECT pg_sleep(0.2)`], { concurrency: 2 })
          const silence = yield* Deferred.make<void>()
          // A transaction that fails is rolled back, which must not wait for the same answer once more.
          const work = Effect.zip(wire.silence, Deferred.succeed(silence, undefined))
          const transaction = yield* sql
            .withTransaction(Effect.zipRight(work, sql`SELECT 1`))
            .pipe(Effect.exit, Effect.timed, Effect.fork)
          yield* Deferred.await(silence)
          const [waited, error] = yield* Effect.timed(Effect.flip(Postgres.ping))
          assert.strictEqual(error._tag, "PersistenceError")
          const [held, exit] = yield* Fiber.join(transaction)
          assert.isTrue(Exit.isFailure(exit))
          assert.isBelow(Duration.toSeconds(Duration.max(waited, held)), 9)
          yield* Effect.eventually(Effect.delay(Postgres.ping, "500 millis")).pipe(Effect.timeout("8 seconds"))
        }).pipe(Effect.provide(ServerDatabase.layer(settings(wire.url))))
      }).pipe(Effect.scoped)
    )
  })
}

describe("A URL that no connection can be made with", () => {
  const layers = { layer: ServerDatabase.layer, layerPatient: ServerDatabase.layerPatient }
  const urls = [
    ["postgresql://user:hunter2@localhost/db?sslrootcert=/nowhere", "the file /nowhere that it names cannot be read"],
    ["postgresql://user:hunter2@localhost/db?sslkey=/", "the file that it names cannot be read (EISDIR)"],
    ["postgresql://user:hunter2%E0%A4@localhost/db", "it makes no sense"],
    ["postgresql://user:hunter2@localhost/db?port=none", "it makes no sense"]
  ] as const

  for (const [name, layer] of Object.entries(layers)) {
    it.effect.each(urls)(`is refused before anything connects, without its password: ${name} %s`, ([url, words]) =>
      Effect.gen(function* () {
        const { message } = yield* Effect.flip(Effect.provide(SqlClient, layer(settings(url))))
        assert.include(message, "DATABASE_URL cannot be used")
        assert.include(message, words)
        assert.notInclude(message, "hunter2")
      })
    )
  }
})
