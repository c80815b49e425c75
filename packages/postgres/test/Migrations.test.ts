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
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import { shownIn } from "@latchkey/test-support/mistakes"
import { databases, onServer, servers } from "@latchkey/test-support/postgres/databases"
import * as ServerDatabase from "@latchkey/test-support/postgres/ServerDatabase"
import { isFull } from "@latchkey/test-support/suite"
import { tables as declaredTables } from "../src/internal/migrations/all.ts"
import * as migrator from "../src/internal/migrator.ts"
import type { Table } from "../src/internal/Table.ts"
import { all, expansion, migrationsWith, next, tables, upgrade, upgradeWith } from "./support/Versions.ts"

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
  /** Runs an effect like another process on the same database. */
  const inAnotherProcess = <A, E>(url: ServerDatabase.Url, effect: Effect.Effect<A, E, SqlClient>) =>
    Effect.provide(effect, PgClient.layer({ url, maxConnections: 1 }))

  const urlOfClient = Effect.flatMap(PgClient.PgClient, ({ config }) => Effect.fromNullable(config.url))

  describe(`Migrations by several processes on ${server.name}`, () => {
    const applyInFour = (url: ServerDatabase.Url, apply: typeof upgrade) =>
      Effect.map(
        Effect.forEach(Arr.range(1, 4), () => inAnotherProcess(url, apply), { concurrency: 4 }),
        Arr.flatten
      )

    it.scoped("are applied by one of four processes that start concurrently", () =>
      Effect.forEach(Arr.range(1, isFull() ? 5 : 2), () =>
        Effect.gen(function* () {
          const url = yield* ServerDatabase.make(server.url)
          assert.deepStrictEqual(yield* applyInFour(url, Migrations.apply), all)
        })
      )
    )

    it.scoped("are applied by one of four processes that upgrade concurrently", () =>
      Effect.forEach(Arr.range(1, isFull() ? 3 : 1), () =>
        Effect.gen(function* () {
          const url = yield* ServerDatabase.make(server.url)
          assert.deepStrictEqual(yield* inAnotherProcess(url, Migrations.apply), all)
          assert.deepStrictEqual(yield* applyInFour(url, upgrade), next)
        })
      )
    )

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

    it.live("wait for another process longer than the timeouts of a request", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* sql`SET statement_timeout = 100`
        yield* sql`SET lock_timeout = 100`
        const holdLock = Effect.gen(function* () {
          const sql = yield* SqlClient
          yield* sql.withTransaction(
            Effect.zipRight(
              sql`SELECT pg_advisory_xact_lock(hashtextextended('latchkey.migrations', 0))`,
              Effect.sleep("500 millis")
            )
          )
        })
        const holder = yield* Effect.fork(inAnotherProcess(yield* urlOfClient, holdLock))
        yield* Effect.sleep("200 millis")
        assert.deepStrictEqual(yield* Migrations.apply, all)
        yield* Fiber.join(holder)
        assert.deepStrictEqual(yield* sql`SHOW statement_timeout`, [{ statement_timeout: "100ms" }])
      }).pipe(Effect.provide(onServer(server, 1).empty))
    )

    it.live.each(["sessions", "users", "users and sessions"])(
      "upgrade %s beside a request that has read sessions and then reads users, and both succeed",
      (changed) =>
        Effect.gen(function* () {
          const sql = yield* SqlClient
          yield* Migrations.apply
          const hasRead = yield* Effect.makeLatch()
          const request = sql`SELECT count(*) FROM latchkey.sessions`.pipe(
            Effect.zipRight(hasRead.open),
            Effect.zipRight(Effect.sleep("400 millis")),
            Effect.zipRight(sql`SELECT count(*) FROM latchkey.users`),
            sql.withTransaction,
            Effect.timed
          )
          const running = yield* Effect.fork(Effect.either(request))
          const concurrentUpgrade = inAnotherProcess(
            yield* urlOfClient,
            upgradeWith(
              ...changed
                .split(" and ")
                .map((table) => `ALTER TABLE latchkey.${table} ADD COLUMN label text NOT NULL DEFAULT ''`)
            )
          )
          assert.deepStrictEqual(yield* hasRead.whenOpen(Effect.timeout(concurrentUpgrade, "10 seconds")), next)
          const [duration] = Either.getOrThrow(yield* Fiber.join(running))
          assert.isBelow(Duration.toMillis(duration), 900)
        }).pipe(Effect.provide(onServer(server, 2).empty))
    )

    /** Holds a lock on a table in a transaction of three seconds, and returns when it has it. */
    const holdLock = Effect.fnUntraced(function* (table: string, mode: string) {
      const sql = yield* SqlClient
      const isLocked = yield* Effect.makeLatch()
      const holding = sql
        .unsafe(`LOCK TABLE latchkey.${table} IN ${mode} MODE`)
        .pipe(Effect.zipRight(isLocked.open), Effect.zipRight(Effect.sleep("3 seconds")), sql.withTransaction)
      const fiber = yield* Effect.fork(holding)
      yield* isLocked.await
      return fiber
    })

    /** Collects the warnings of an effect. */
    const warningsOf = <A, E, R>(self: Effect.Effect<A, E, R>) => {
      const warnings: Array<string> = []
      const collect = Logger.make(({ logLevel, message }) => {
        if (logLevel === LogLevel.Warning) warnings.push(String(message))
      })
      return Effect.map(Effect.provide(self, Logger.replace(Logger.defaultLogger, collect)), (result) => ({
        result,
        warnings
      }))
    }

    it.live.each([
      // What PostgreSQL would cancel: it does for those that wait a second.
      { other: "a vacuum", mode: "SHARE UPDATE EXCLUSIVE", isReported: false },
      { other: "a backup", mode: "ACCESS SHARE", isReported: true }
    ])("wait for $other that uses a table, and requests do not wait with them", ({ isReported, mode }) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* Migrations.apply
        const holder = yield* holdLock("users", mode)
        const upgrading = yield* Effect.fork(warningsOf(inAnotherProcess(yield* urlOfClient, upgrade)))
        const request = Effect.timed(sql`SELECT count(*) FROM latchkey.users`)
        const requests = yield* Effect.replicateEffect(Effect.delay(request, "50 millis"), 20)
        assert.isBelow(Math.max(...requests.map(([duration]) => Duration.toMillis(duration))), 900)
        assert.isTrue(Option.isNone(yield* Fiber.poll(holder)))
        yield* Fiber.join(holder)
        const { result, warnings } = yield* Effect.timeout(Fiber.join(upgrading), "20 seconds")
        assert.deepStrictEqual(result, next)
        const expected = "Migrations wait for a transaction that uses a table, such as a backup"
        assert.deepStrictEqual(Arr.dedupe(warnings), isReported ? [expected] : [])
      }).pipe(Effect.provide(onServer(server, 2).empty))
    )

    it.live("do not wait for a backup when nothing is pending", () =>
      Effect.gen(function* () {
        yield* Migrations.apply
        const backup = yield* holdLock("migrations", "ACCESS SHARE")
        assert.deepStrictEqual(yield* inAnotherProcess(yield* urlOfClient, Migrations.apply), [])
        assert.isTrue(Option.isNone(yield* Fiber.poll(backup)))
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
