import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as PostgresSchema from "@latchkey/postgres/PostgresSchema"
import * as PostgresUserRepository from "@latchkey/postgres/PostgresUserRepository"
import * as Samples from "@latchkey/testkit/Samples"
import { databases } from "../../../test/support/postgres/databases.ts"

const all = [
  { id: 1, name: "initial" },
  { id: 2, name: "pages" }
]

const tables = Effect.flatMap(
  SqlClient,
  (sql) => sql<{ tablename: string }>`SELECT tablename FROM pg_tables WHERE schemaname = 'latchkey' ORDER BY tablename`
)

for (const database of databases()) {
  describe(`Migrations on ${database.name}`, () => {
    it.effect("plan everything on an empty database, and change nothing", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        assert.deepStrictEqual(yield* Migrations.plan, { pending: all, newer: [] })
        assert.lengthOf(yield* sql`SELECT FROM pg_namespace WHERE nspname = 'latchkey'`, 0)
      }).pipe(Effect.provide(database.empty))
    )

    it.effect("are applied once, and then there is nothing left to plan", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* Migrations.apply, all)
        assert.deepStrictEqual(yield* Migrations.plan, { pending: [], newer: [] })
        assert.deepStrictEqual(yield* Migrations.apply, [])
      }).pipe(Effect.provide(database.empty))
    )

    it.effect("leave a database alone that a newer version has migrated, and say so", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* Migrations.apply
        const before = yield* tables
        yield* sql`INSERT INTO latchkey.migrations (migration_id, name) VALUES (9000, 'from_the_future')`
        const newer = [{ id: 9000, name: "from_the_future" }]
        assert.deepStrictEqual(yield* Migrations.plan, { pending: [], newer })
        assert.deepStrictEqual(yield* Migrations.apply, [])
        assert.deepStrictEqual(yield* tables, before)
      }).pipe(Effect.provide(database.empty))
    )

    it.effect("fail readably and change nothing, so that they can be applied when the cause is gone", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* sql`CREATE SCHEMA latchkey`
        yield* sql`CREATE TABLE latchkey.sessions (in_the_way integer)`
        const error = yield* Effect.flip(Migrations.apply)
        assert.strictEqual(error._tag, "MigrationError")
        assert.strictEqual(error.migration, "0001_initial")
        assert.strictEqual(error.message, 'Migration 0001_initial failed: relation "sessions" already exists (42P07)')
        assert.deepStrictEqual(yield* tables, [{ tablename: "sessions" }])
        yield* sql`DROP TABLE latchkey.sessions`
        assert.deepStrictEqual(yield* Migrations.apply, all)
      }).pipe(Effect.provide(database.empty))
    )

    it.effect("keep two Latchkeys in one database apart", () =>
      Effect.gen(function* () {
        yield* Migrations.apply
        const other = PostgresSchema.layer(PostgresSchema.SchemaName.make("beside_it"))
        const migrated = Layer.provideMerge(PostgresUserRepository.layer, Migrations.layer).pipe(Layer.provide(other))
        const here = Context.get(yield* Layer.build(PostgresUserRepository.layer), UserRepository)
        const there = Context.get(yield* Layer.build(migrated), UserRepository)
        const user = Samples.user(Samples.instanceId())
        yield* there.insert(user)
        assert.isTrue(Option.isSome(yield* there.findByEmail(user.instanceId, user.email)))
        assert.isTrue(Option.isNone(yield* here.findByEmail(user.instanceId, user.email)))
      }).pipe(Effect.scoped, Effect.provide(database.empty))
    )
  })
}
