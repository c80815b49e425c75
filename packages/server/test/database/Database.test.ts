import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { onServer, servers } from "@latchkey/test-support/postgres/databases"
import * as Database from "../../src/database/Database.ts"

describe("The names of migrations", () => {
  const first = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `step_${index + 1}` }))

  it("are all named up to five, and more are the first, the last and their number", () => {
    assert.strictEqual(Database.names(first(1)), "0001_step_1")
    assert.strictEqual(Database.names(first(5)), "0001_step_1, 0002_step_2, 0003_step_3, 0004_step_4, 0005_step_5")
    assert.strictEqual(Database.names(first(6)), "0001_step_1 to 0006_step_6 (6 migrations)")
  })
})

for (const server of servers()) {
  describe(`Preparing a database on ${server.name}`, () => {
    const empty = Effect.provide(onServer(server).empty)
    const migrated = Effect.provide(onServer(server).migrated)

    it.effect("applies pending migrations once", () =>
      Effect.gen(function* () {
        const before = yield* Database.pending
        assert.isNotEmpty(before)
        yield* Database.prepare(true)
        assert.deepStrictEqual(yield* Database.pending, [])
        assert.deepStrictEqual(yield* Database.migrate, [])
      }).pipe(empty)
    )

    it.effect("fails with pending migrations that it may not apply, and changes nothing", () =>
      Effect.gen(function* () {
        const before = yield* Database.pending
        const error = yield* Effect.flip(Database.prepare(false))
        assert.match(
          error.message,
          /^The database has pending migrations: 0001_\w+.*Run "latchkey migrate apply" first\.$/
        )
        assert.deepStrictEqual(yield* Database.pending, before)
      }).pipe(empty)
    )

    it.effect("accepts a database that is up to date", () => migrated(Database.prepare(false)))

    it.effect("fails with a database that a newer version migrated", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* sql`INSERT INTO latchkey.migrations (migration_id, name) VALUES (9001, 'from_the_future')`
        for (const attempt of [Database.prepare(true), Database.prepare(false), Database.migrate, Database.pending]) {
          const error = yield* Effect.flip(Effect.asVoid(attempt))
          assert.include(
            error.message,
            "The database was migrated by another version of Latchkey: it has 9001_from_the_future."
          )
        }
      }).pipe(migrated)
    )
  })
}
