import { assert, describe, it } from "@effect/vitest"
import * as SqlClient from "@effect/sql/SqlClient"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Schemas from "@latchkey/postgres/PostgresSchema"
import { PostgresSchema, SchemaName } from "@latchkey/postgres/PostgresSchema"
import { shownIn } from "@latchkey/test-support/mistakes"
import { newestServer, onServer } from "@latchkey/test-support/postgres/databases"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberRef from "effect/FiberRef"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as TestClock from "effect/TestClock"

describe("PostgresSchema", () => {
  it.effect("is latchkey unless another is provided", () =>
    Effect.map(PostgresSchema, (name) => assert.strictEqual(name, "latchkey"))
  )

  it("is a lower-case identifier that never needs escaping", () => {
    for (const name of ["latchkey", "auth_2", "_a", "a".repeat(63)]) assert.strictEqual(SchemaName.make(name), name)
    for (const name of ["", "Latchkey", "2a", "a-b", 'a"b', "a.b", "é", "pg_temp", "a".repeat(64)]) {
      assert.throws(() => SchemaName.make(name), "must be 1 to 63 lower-case letters")
    }
  })

  it.effect("is chosen by a text, and a text that cannot be a name is refused", () =>
    Effect.gen(function* () {
      const nameOf = (name: string) => Effect.provide(PostgresSchema, Schemas.layer(name))
      assert.strictEqual<string>(yield* nameOf("auth"), "auth")
      const error = yield* Effect.flip(nameOf("My auth"))
      assert.strictEqual(error._tag, "InvalidSchemaName")
      assert.match(
        error.message,
        /^PostgresSchema\.layer\("My auth"\): the name of a schema must be 1 to 63 lower-case/
      )
    })
  )

  it.scoped("is a warning if no store uses it after ten seconds", () => {
    const lines: Array<string> = []
    const logger = Logger.make(({ message }) => lines.push(String(message)))
    return Effect.gen(function* () {
      yield* Layer.build(Schemas.layer("unused"))
      yield* TestClock.adjust("9 seconds")
      assert.deepStrictEqual(lines, [])
      yield* TestClock.adjust("1 second")
      assert.lengthOf(lines, 1)
      assert.include(lines[0], 'PostgresSchema.layer("unused") has no effect where it is provided')
    }).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
  })
})

/** Returns the message of the defect with which a store does not start, or `"started"`. */
const start = <E, R>(store: Layer.Layer<never, E, R>) =>
  Effect.exit(Effect.scoped(Layer.build(store))).pipe(
    Effect.map((exit) => (Exit.isSuccess(exit) ? "started" : String(Cause.squash(exit.cause))))
  )

// The tests share one database, because the migrations take most of their time.
it.layer(onServer(newestServer(), 1).empty, { timeout: "60 seconds" })("Migrations.layer", (it) => {
  it.effect("logs the schema and what it has applied, once", () => {
    const lines: Array<string> = []
    const logger = Logger.make(({ message }) => lines.push(String(message)))
    return Effect.gen(function* () {
      for (const _ of [1, 2]) yield* Effect.scoped(Layer.build(Layer.fresh(Migrations.layer)))
      assert.lengthOf(lines, 1)
      assert.match(lines[0] ?? "", /^Latchkey's tables are in the schema "latchkey"\. Migrations applied,0001_initial/)
    }).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
  })

  describe("and PostgresSchema.layer", () => {
    const auth = Schemas.layer("auth")
    const migrated = Layer.locally(Migrations.layer, FiberRef.currentMinimumLogLevel, LogLevel.None)
    // Uses a table, as an app does at its start.
    const store = Layer.effectDiscard(Effect.flatMap(InstanceRepository, ({ list }) => list)).pipe(
      Layer.provide(Postgres.layer)
    )
    const mismatch = (created: string, used: string) =>
      `TypeError: Migrations.layer has created the tables in the schema "${created}", but the store uses "${used}". ` +
      "Provide PostgresSchema.layer to both: beside the SqlClient, outside of Migrations.layer"

    it.effect("start with one schema if it is provided to both", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* start(store.pipe(Layer.provide(migrated), Layer.provide(auth))), "started")
        const sql = yield* SqlClient.SqlClient
        assert.lengthOf(yield* sql`SELECT FROM pg_tables WHERE schemaname = 'auth' AND tablename = 'instances'`, 1)
      })
    )

    it.effect("do not start if it is provided to one of the two only", () =>
      Effect.gen(function* () {
        const toStore = store.pipe(Layer.provide(auth), Layer.provide(migrated))
        const besideMigrations = store.pipe(Layer.provide([auth, migrated]))
        const toMigrations = store.pipe(Layer.provide(Layer.provide(migrated, auth)))
        assert.strictEqual(yield* start(toStore), mismatch("latchkey", "auth"))
        assert.strictEqual(yield* start(besideMigrations), mismatch("latchkey", "auth"))
        assert.strictEqual(yield* start(toMigrations), mismatch("auth", "latchkey"))
        const shown = shownIn("The tables are in another schema", "start", mismatch("latchkey", "auth"))
        assert.strictEqual(shown.seen, shown.documented)
      })
    )
  })
})
