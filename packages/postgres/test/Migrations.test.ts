import * as PgClient from "@effect/sql-pg/PgClient"
import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import * as AuthenticationMethods from "@latchkey/domain/instance/AuthenticationMethods"
import * as InstanceDirectory from "@latchkey/domain/instance/InstanceDirectory"
import * as MemoryIdGenerator from "@latchkey/memory/MemoryIdGenerator"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as PostgresSchema from "@latchkey/postgres/PostgresSchema"
import * as PostgresUserRepository from "@latchkey/postgres/PostgresUserRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { shownIn } from "@latchkey/test-support/mistakes"
import { databases, onServer, servers } from "@latchkey/test-support/postgres/databases"
import * as ServerDatabase from "@latchkey/test-support/postgres/ServerDatabase"
import { tables as declaredTables } from "../src/internal/migrations/all.ts"
import * as migrator from "../src/internal/migrator.ts"
import type { Table } from "../src/internal/Table.ts"
import { all, expansion, migrationsWith, next, tables, upgrade } from "./support/Versions.ts"

for (const database of databases()) {
  describe(`Migrations on ${database.name}`, () => {
    it.effect("plan everything for an empty database, and change nothing", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        assert.deepStrictEqual(yield* Migrations.plan, { pending: all, unknown: [] })
        assert.lengthOf(yield* sql`SELECT FROM pg_namespace WHERE nspname = 'latchkey'`, 0)
      }).pipe(Effect.provide(database.empty))
    )

    it.effect("are applied once, after which nothing is pending", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* Migrations.apply, all)
        assert.deepStrictEqual(yield* Migrations.plan, { pending: [], unknown: [] })
        assert.deepStrictEqual(yield* Migrations.apply, [])
      }).pipe(Effect.provide(database.empty))
    )

    it.effect("create the tables that they declare, and no others", () =>
      Effect.gen(function* () {
        yield* Migrations.apply
        const declared = Object.values(declaredTables).map(({ name }) => name)
        assert.deepStrictEqual(yield* tables, [...declared, "migrations"].sort())
      }).pipe(Effect.provide(database.empty))
    )

    it.effect("declare each table whose rows belong to instances, so that they are removed with them in batches", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* Migrations.apply
        const found = yield* sql<{ name: string }>`
          SELECT c.relname AS name FROM pg_index i
          JOIN pg_class c ON c.oid = i.indrelid
          JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
          WHERE c.relnamespace = 'latchkey'::regnamespace AND i.indisprimary AND i.indnatts > 1
            AND a.attname = 'instance_id'`
        const declared = Object.values<Table>(declaredTables).filter(({ ofInstance }) => ofInstance !== undefined)
        assert.sameMembers(
          found.map(({ name }) => name),
          declared.map(({ name }) => name)
        )
      }).pipe(Effect.provide(database.empty))
    )

    it.effect("leave a database unchanged that a newer version has migrated, and report it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* Migrations.apply
        const before = yield* tables
        yield* sql`INSERT INTO latchkey.migrations (migration_id, name) VALUES (9000, 'from_the_future')`
        const unknown = [{ id: 9000, name: "from_the_future" }]
        assert.deepStrictEqual(yield* Migrations.plan, { pending: [], unknown })
        assert.deepStrictEqual(yield* Migrations.apply, [])
        assert.deepStrictEqual(yield* tables, before)
      }).pipe(Effect.provide(database.empty))
    )

    it.effect("report a migration that the database has under another name, and apply nothing", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* Migrations.apply
        yield* sql`INSERT INTO latchkey.migrations (migration_id, name) VALUES (${next[0]?.id}, 'before_the_release')`
        const unknown = next.map(({ id }) => ({ id, name: "before_the_release" }))
        assert.deepStrictEqual(yield* migrator.plan(migrationsWith(...expansion)), { pending: [], unknown })
        assert.deepStrictEqual(yield* upgrade, [])
      }).pipe(Effect.provide(database.empty))
    )

    it.effect("fail with a readable error and change nothing, and can be applied once the cause is removed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* sql`CREATE SCHEMA latchkey`
        yield* sql`CREATE TABLE latchkey.sessions (in_the_way integer)`
        const error = yield* Effect.flip(Migrations.apply)
        assert.strictEqual(error._tag, "MigrationError")
        assert.strictEqual(error.migration, "0001_initial")
        assert.strictEqual(error.message, 'Migration 0001_initial failed: relation "sessions" already exists (42P07)')
        assert.deepStrictEqual(yield* tables, ["sessions"])
        yield* sql`DROP TABLE latchkey.sessions`
        assert.deepStrictEqual(yield* Migrations.apply, all)
      }).pipe(Effect.provide(database.empty))
    )

    it.effect("keep two schemas in one database apart", () =>
      Effect.gen(function* () {
        yield* Migrations.apply
        const other = PostgresSchema.layer(PostgresSchema.SchemaName.make("other"))
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

for (const server of servers()) {
  describe(`Migrations on ${server.name}`, () => {
    it.effect("need no right to create schemas if the schema exists", () =>
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
  })

  it.scoped(`An app on ${server.name} without migrations fails at the start, and the error names the remedy`, () =>
    Effect.gen(function* () {
      const client = PgClient.layer({ url: yield* ServerDatabase.make(server.url), maxConnections: 1 })
      const app = InstanceDirectory.layer.pipe(
        Layer.provide([AuthenticationMethods.layer(), MemoryIdGenerator.layer, Postgres.layer]),
        Layer.provide(client)
      )
      const error = yield* Effect.flip(Layer.build(app))
      assert.strictEqual(error._tag, "PersistenceError")
      assert.strictEqual(
        error.message,
        'The store is unavailable: relation "latchkey.instances" does not exist (42P01). ' +
          "Latchkey's tables are missing or older than this program: provide Migrations.layer, or run migrate apply"
      )
      const shown = shownIn("The tables are missing", "start", error.message)
      assert.strictEqual(shown.seen, shown.documented)
    })
  )
}
