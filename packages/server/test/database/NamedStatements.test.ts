import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { SchemaName } from "@latchkey/postgres/PostgresSchema"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { servers } from "@latchkey/test-support/postgres/databases"
import * as ServerDatabase from "../../src/database/ServerDatabase.ts"

const named = Effect.gen(function* () {
  const sql = yield* SqlClient
  return yield* sql<{ statement: string; plans: number }>`
    SELECT statement, (generic_plans + custom_plans)::int AS plans FROM pg_prepared_statements
    WHERE statement LIKE '%asked%' ORDER BY statement`
})

for (const { name, url } of servers()) {
  const layer = ServerDatabase.layer({ url: Redacted.make(url), schema: SchemaName.make("latchkey"), poolSize: 1 })

  describe(`Statements on ${name}`, () => {
    it.live("are named, with one name per text", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        for (const number of [1, 2, 3]) {
          assert.deepStrictEqual(yield* sql`SELECT ${number}::int AS asked`, [{ asked: number }])
        }
        assert.deepStrictEqual(yield* sql`SELECT ${"a"}::text AS asked_for`, [{ asked_for: "a" }])
        assert.deepStrictEqual(
          (yield* named).map(({ plans, statement }) => [statement, plans]),
          [
            ["SELECT $1::int AS asked", 3],
            ["SELECT $1::text AS asked_for", 1]
          ]
        )
      }).pipe(Effect.provide(layer))
    )

    it.live("are not named without parameters", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* sql`SELECT 1 AS asked`
        assert.deepStrictEqual(yield* named, [])
      }).pipe(Effect.provide(layer))
    )
  })
}
