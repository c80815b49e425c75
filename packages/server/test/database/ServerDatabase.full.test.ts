import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import * as Postgres from "@latchkey/postgres/Postgres"
import { SchemaName } from "@latchkey/postgres/PostgresSchema"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import { servers } from "@latchkey/test-support/postgres/databases"
import * as ServerDatabase from "../../src/database/ServerDatabase.ts"
import * as SilentWire from "../support/SilentWire.ts"

const settings = (url: string) => ({ url: Redacted.make(url), schema: SchemaName.make("latchkey"), poolSize: 2 })

for (const { name, url } of servers()) {
  describe(`The pool on ${name}`, () => {
    it.live("limits how long queries, locks and idle transactions may take", () =>
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

    it.live("does not limit migrations", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const [row] = yield* sql<{ value: string }>`SELECT current_setting('statement_timeout') AS value`
        assert.strictEqual(row?.value, "0")
      }).pipe(Effect.provide(ServerDatabase.layerWithoutTimeouts(settings(url))))
    )

    it.live("logs an idle connection that is lost, and opens another", () => {
      const log: Array<unknown> = []
      const logger = Logger.replace(
        Logger.defaultLogger,
        Logger.make(({ message }) => log.push(message))
      )
      return Effect.gen(function* () {
        const sql = yield* SqlClient
        const other = yield* Layer.build(Layer.fresh(ServerDatabase.layerWithoutTimeouts(settings(url))))
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

    it.live("closes a connection that has gone silent, and opens another", () =>
      Effect.gen(function* () {
        const wire = yield* SilentWire.make(url)
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient
          // Open both connections before the silence: new ones would work.
          yield* Effect.all([sql`SELECT pg_sleep(0.2)`, sql`SELECT pg_sleep(0.2)`], { concurrency: 2 })
          const silence = yield* Deferred.make<void>()
          // The rollback of a failed transaction must not wait for the same timeout again.
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

describe("A DATABASE_URL that pg cannot use", () => {
  const layers = { layer: ServerDatabase.layer, layerWithoutTimeouts: ServerDatabase.layerWithoutTimeouts }
  const urls = [
    ["postgresql://user:hunter2@localhost/db?sslrootcert=/nowhere", "cannot read the file /nowhere (ENOENT)"],
    ["postgresql://user:hunter2@localhost/db?sslkey=/", "cannot read a file that it names (EISDIR)"],
    ["postgresql://user:hunter2%E0%A4@localhost/db", "not a valid URL"],
    ["postgresql://user:hunter2@localhost/db?port=none", "not a valid URL"]
  ] as const

  for (const [name, layer] of Object.entries(layers)) {
    it.effect.each(urls)(`fails before connecting, without its password in the message: ${name} %s`, ([url, words]) =>
      Effect.gen(function* () {
        const { message } = yield* Effect.flip(Effect.provide(SqlClient, layer(settings(url))))
        assert.include(message, "Cannot use DATABASE_URL: ")
        assert.include(message, words)
        assert.notInclude(message, "hunter2")
      })
    )
  }
})
