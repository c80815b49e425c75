import * as Reactivity from "@effect/experimental/Reactivity"
import { make as makeClient, SqlClient } from "@effect/sql/SqlClient"
import { makeCompiler } from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { SchemaName } from "@latchkey/postgres/PostgresSchema"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"
import Pg from "pg"
import { servers } from "@latchkey/test-support/postgres/databases"
import * as SilentWire from "../support/SilentWire.ts"
import * as PooledStatements from "../../src/database/PooledStatements.ts"
import * as ServerDatabase from "../../src/database/ServerDatabase.ts"

const backend = Effect.gen(function* () {
  const sql = yield* SqlClient
  const [row] = yield* sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`
  return row?.pid
})

/** A tracer that makes spans as effect's own does, and collects their names. */
const collecting = (names: Array<string>): Tracer.Tracer =>
  Tracer.make({
    span: (name, parent, context, links, startTime, kind) => {
      names.push(name)
      return Effect.runSync(
        Effect.map(Effect.tracer, (tracer) => tracer.span(name, parent, context, links, startTime, kind))
      )
    },
    context: (run) => run()
  })

const makeLayer = (url: string) =>
  ServerDatabase.layer({ url: Redacted.make(url), schema: SchemaName.make("latchkey"), poolSize: 1 })

for (const { name, url } of servers()) {
  const layer = makeLayer(url)

  describe(`Statements of a pool of one on ${name}`, () => {
    it.live("run directly: the client that built them makes no connection", () =>
      Effect.gen(function* () {
        const pool = yield* Effect.acquireRelease(
          Effect.sync(() => new Pg.Pool({ connectionString: url })),
          (one) => Effect.promise(() => one.end())
        )
        const acquirer = Effect.dieMessage("The client makes a connection")
        const client = yield* makeClient({ acquirer, compiler: makeCompiler(), spanAttributes: [] })
        const sql = PooledStatements.make(client, pool)
        assert.deepStrictEqual(yield* sql`SELECT ${1}::int AS number`, [{ number: 1 }])
        assert.deepStrictEqual(yield* sql.unsafe("SELECT $1::int AS number", [2]), [{ number: 2 }])
      }).pipe(Effect.scoped, Effect.provide(Reactivity.layer))
    )

    it.live("return the rows of each, if there are several in one text", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const both = yield* sql`SELECT 1 AS number; SELECT 2 AS number`
        assert.deepStrictEqual<unknown>(both, [[{ number: 1 }], [{ number: 2 }]])
      }).pipe(Effect.provide(layer))
    )

    it.live("run on the connection of their transaction, and are rolled back with it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* sql`CREATE TEMPORARY TABLE written (number int)`
        const write = Effect.zipRight(sql`INSERT INTO written VALUES (${1})`, Effect.fail("rolled back"))
        assert.strictEqual(yield* Effect.flip(sql.withTransaction(write)), "rolled back")
        assert.deepStrictEqual(yield* sql`SELECT number FROM written`, [])
      }).pipe(Effect.provide(layer))
    )

    it.live("give the connection back when their caller is interrupted, with the result", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const before = yield* backend
        const fiber = yield* Effect.fork(sql`SELECT pg_sleep(0.2)`)
        yield* Effect.sleep("50 millis")
        yield* Fiber.interrupt(fiber)
        assert.strictEqual(yield* backend, before)
      }).pipe(Effect.provide(layer))
    )

    it.live("keep the connection when they fail, with the cause of the driver", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const before = yield* backend
        const { cause } = yield* Effect.flip(sql`SELECT 1 / ${0}::int`)
        assert.propertyVal(cause, "code", "22012")
        assert.strictEqual(yield* backend, before)
      }).pipe(Effect.provide(layer))
    )

    it.live("fail when the server ends their connection, and the next one opens another", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const before = yield* backend
        const { cause } = yield* Effect.flip(sql`SELECT pg_terminate_backend(pg_backend_pid())`)
        assert.propertyVal(cause, "code", "57P01")
        assert.notStrictEqual(yield* Effect.retry(backend, { times: 3 }), before)
      }).pipe(Effect.provide(layer))
    )

    it.live("fail when the network closes their connection, and the next one opens another", () =>
      Effect.gen(function* () {
        const wire = yield* SilentWire.make(url)
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient
          const before = yield* backend
          const fiber = yield* Effect.fork(Effect.flip(sql`SELECT pg_sleep(5)`))
          yield* Effect.sleep("50 millis")
          yield* wire.cut
          assert.strictEqual((yield* Fiber.join(fiber))._tag, "SqlError")
          assert.notStrictEqual(yield* backend, before)
        }).pipe(Effect.provide(makeLayer(wire.url)))
      }).pipe(Effect.scoped)
    )

    it.live("have spans where the app has set a tracer", () => {
      const names: Array<string> = []
      return Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* Effect.withTracer(sql`SELECT ${1}::int AS number`, collecting(names))
        yield* Effect.withTracer(sql.withTransaction(sql`SELECT ${1}::int AS number`), collecting(names))
        assert.deepStrictEqual(names, ["sql.execute", "sql.transaction", "sql.execute"])
      }).pipe(Effect.provide(layer))
    })
  })
}
