import { SqlClient } from "@effect/sql/SqlClient"
import { SchemaName } from "@latchkey/postgres/PostgresSchema"
import { faultyServer } from "@latchkey/test-support/postgres/disturbed"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { assert, describe, it } from "vitest"
import * as ServerDatabase from "../../../src/database/ServerDatabase.ts"

describe("A primary that becomes a standby", () => {
  it("is not even read from, until it is promoted", async (context) => {
    const server = await faultyServer(context, context.onTestFinished)
    const url = Redacted.make(server.url)
    const pool = ServerDatabase.layer({ url, schema: SchemaName.make("latchkey"), poolSize: 2 })
    const administrator = ServerDatabase.layerWithoutTimeouts({ url })
    await Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* sql`CREATE TABLE written ()`
      yield* Effect.promise(() => server.takeDown("fast"))
      yield* Effect.promise(() => server.bringUp("standby"))
      const asked = sql`SELECT * FROM written`.pipe(
        // At first, the connections of before are found to be closed.
        Effect.retry({
          schedule: Schedule.spaced("100 millis"),
          until: ({ cause }) => Reflect.get(Object(cause), "code") === "25006"
        })
      )
      const { cause } = yield* Effect.flip(Effect.timeout(asked, "10 seconds"))
      assert.strictEqual(String(cause), "Error: The database is read-only")
      yield* Effect.flatMap(SqlClient, (sql) => sql`SELECT pg_promote()`).pipe(Effect.provide(administrator))
      yield* sql`INSERT INTO written DEFAULT VALUES`
      assert.lengthOf(yield* sql`SELECT * FROM written`, 1)
    }).pipe(Effect.provide(pool), Effect.runPromise)
  })
})
