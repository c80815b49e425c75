import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { SchemaName } from "@latchkey/postgres/PostgresSchema"
import { servers } from "@latchkey/test-support/postgres/databases"
import * as TestDatabase from "@latchkey/test-support/postgres/ServerDatabase"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { SqlError } from "@effect/sql/SqlError"
import * as ServerDatabase from "../../src/database/ServerDatabase.ts"

const codeOf = ({ cause }: SqlError) => (cause as { readonly code?: string }).code

/** Runs a statement on the database, on its own connection. */
const administer = (url: Redacted.Redacted, statement: string) =>
  Effect.flatMap(SqlClient, (sql) => sql.unsafe(statement)).pipe(
    Effect.provide(ServerDatabase.layerWithoutTimeouts({ url }))
  )

const pidOf = (sql: SqlClient) =>
  Effect.map(sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`, ([row]) => row?.pid ?? 0)

const pool = (url: Redacted.Redacted) => ServerDatabase.layer({ url, schema: SchemaName.make("latchkey"), poolSize: 1 })

for (const server of servers()) {
  describe(`A connection to ${server.name}`, () => {
    it.live("is refused while the database is read-only, and accepted as soon as it is not", () =>
      Effect.gen(function* () {
        const url = yield* TestDatabase.make(server.url)
        const setting = `DATABASE "${new URL(Redacted.value(url)).pathname.slice(1)}" SET default_transaction_read_only`
        yield* administer(url, `ALTER ${setting} = on`)
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient
          // It would answer a read.
          assert.strictEqual(codeOf(yield* Effect.flip(sql`SELECT 1`)), "25006")
          yield* administer(url, `BEGIN READ WRITE; ALTER ${setting} = off; COMMIT`)
          yield* sql`CREATE TABLE written ()`
        }).pipe(Effect.provide(pool(url)))
      }).pipe(Effect.scoped)
    )

    it.live("is closed when its server refuses a write because it has become read-only", () =>
      Effect.gen(function* () {
        const url = yield* TestDatabase.make(server.url)
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient
          const before = yield* pidOf(sql)
          yield* sql`SET default_transaction_read_only = on`
          assert.strictEqual(codeOf(yield* Effect.flip(sql`CREATE TABLE written ()`)), "25006")
          yield* sql`CREATE TABLE written ()`
          assert.notStrictEqual(yield* pidOf(sql), before)
        }).pipe(Effect.provide(pool(url)))
      }).pipe(Effect.scoped)
    )

    it.live("is closed also when the write belongs to a transaction, of which nothing remains", () =>
      Effect.gen(function* () {
        const url = yield* TestDatabase.make(server.url)
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient
          yield* sql`CREATE TABLE written (value int)`
          const work = Effect.all([
            sql`INSERT INTO written VALUES (1)`,
            sql`SET transaction_read_only = on`,
            sql`INSERT INTO written VALUES (2)`
          ])
          const before = yield* pidOf(sql)
          assert.strictEqual((yield* Effect.exit(sql.withTransaction(work)))._tag, "Failure")
          assert.notStrictEqual(yield* pidOf(sql), before)
          assert.deepStrictEqual(yield* sql`SELECT value FROM written`, [])
        }).pipe(Effect.provide(pool(url)))
      }).pipe(Effect.scoped)
    )
  })
}
