import { SqlClient } from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { WrongSettings } from "@latchkey/postgres/ConnectionSettings"
import { SchemaName } from "@latchkey/postgres/PostgresSchema"
import * as Postgres from "@latchkey/postgres/Postgres"
import { everyServer, newestServer } from "@latchkey/test-support/postgres/databases"
import * as PgBouncer from "@latchkey/test-support/postgres/PgBouncer"
import * as TestDatabase from "@latchkey/test-support/postgres/ServerDatabase"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Database from "../../src/database/Database.ts"
import * as DatabaseChecks from "../../src/database/DatabaseChecks.ts"
import * as ServerDatabase from "../../src/database/ServerDatabase.ts"

const settingsOf = (url: Redacted.Redacted, poolSize = 1) => ({ url, poolSize, schema: SchemaName.make("latchkey") })

const nameOf = (url: Redacted.Redacted) => new URL(Redacted.value(url)).pathname.slice(1)

type Values = Readonly<Record<string, string>>

/** A new database whose connections start with these settings. */
const databaseWith = (server: string, values: Values) =>
  Effect.gen(function* () {
    const url = yield* TestDatabase.make(server)
    yield* Effect.flatMap(SqlClient, (sql) =>
      Effect.forEach(Object.entries(values), ([name, value]) =>
        sql.unsafe(`ALTER DATABASE ${nameOf(url)} SET ${name} = ${value}`)
      )
    ).pipe(Effect.provide(PgClient.layer({ url, maxConnections: 1 })))
    return url
  })

/** What Latchkey's statements and their rows must be like, whatever the settings. */
const observed = Effect.gen(function* () {
  const sql = yield* SqlClient
  const [row] = yield* sql<{
    time: unknown
    escaped: string
    isolation: string
    role: string
    exits: string
    array: unknown
    number: number
  }>`
    SELECT '2026-02-03T04:05:06.789Z'::timestamptz AS time, 'a\\b' AS escaped,
      current_setting('transaction_isolation') AS isolation,
      current_setting('session_replication_role') AS role, current_setting('exit_on_error') AS exits, ${["a", null]}::text[] AS array, 0.1234567890123456::float8 AS number`
  yield* sql.withTransaction(sql`SELECT 1`)
  return row
})

const expected = {
  time: new Date("2026-02-03T04:05:06.789Z"),
  escaped: "a\\b",
  isolation: "read committed",
  role: "origin",
  exits: "off",
  array: ["a", null],
  number: 0.1234567890123456
}

const strange: ReadonlyArray<readonly [string, Values]> = [
  [
    "the DateStyle German, serializable transactions and other strings, arrays and numbers",
    {
      DateStyle: "'German'",
      default_transaction_isolation: "'serializable'",
      standard_conforming_strings: "off",
      bytea_output: "'escape'",
      extra_float_digits: "-15",
      array_nulls: "off",
      exit_on_error: "on",
      session_replication_role: "'replica'",
      IntervalStyle: "'sql_standard'",
      timezone: "'Asia/Kathmandu'",
      search_path: "''",
      client_encoding: "'LATIN1'"
    }
  ],
  [
    "the DateStyle SQL and repeatable read",
    {
      DateStyle: "'SQL, MDY'",
      default_transaction_isolation: "'repeatable read'",
      timezone: "'Africa/Monrovia'",
      standard_conforming_strings: "off"
    }
  ],
  ["the DateStyle Postgres", { DateStyle: "'Postgres, DMY'" }],
  ["the DateStyle ISO with days first", { DateStyle: "'ISO, DMY'" }]
]

for (const server of everyServer()) {
  describe(`A database on ${server.name}`, () => {
    it.scopedLive.each(strange)("with %s is used as any other", ([, values]) =>
      Effect.gen(function* () {
        const url = yield* databaseWith(server.url, values)
        for (const layer of [ServerDatabase.layer(settingsOf(url)), ServerDatabase.layerWithoutTimeouts({ url })])
          assert.deepStrictEqual(yield* Effect.provide(observed, layer), expected)
      })
    )

    it.scopedLive("whose encoding is not UTF8 is refused", () =>
      Effect.gen(function* () {
        const url = yield* TestDatabase.make(server.url)
        const name = `${nameOf(url)}_latin1`
        const administer = (statement: string) =>
          Effect.flatMap(SqlClient, (sql) => sql.unsafe(statement)).pipe(
            Effect.provide(PgClient.layer({ url, maxConnections: 1 }))
          )
        yield* Effect.acquireRelease(
          administer(`CREATE DATABASE ${name} ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`),
          () => Effect.orDie(administer(`DROP DATABASE ${name} WITH (FORCE)`))
        )
        const latin1 = new URL(Redacted.value(url))
        latin1.pathname = `/${name}`
        const failure = yield* Effect.flip(
          Layer.build(Database.layerServer(settingsOf(Redacted.make(latin1.href)), true))
        )
        assert.include(failure.message, `server_encoding is "LATIN1" and must be "UTF8"`)
      })
    )

    it.scopedLive("with another DateStyle is ok for doctor, which names it", () =>
      Effect.gen(function* () {
        const url = yield* databaseWith(server.url, { DateStyle: "'German'" })
        const [database] = yield* DatabaseChecks.run(settingsOf(url), true, Option.none())
        assert.strictEqual(database?.result, "ok")
        assert.include(database?.detail, `Latchkey's connections have DateStyle "ISO", not "German, DMY"`)
      })
    )

    it.scopedLive.each([
      ["DateStyle", "'German'"],
      ["default_transaction_isolation", "'serializable'"]
    ] as const)("of an app whose %s is %s does not start, and the reason says how to change it", ([name, value]) =>
      Effect.gen(function* () {
        const url = yield* databaseWith(server.url, { [name]: value })
        const client = PgClient.layer({ url, maxConnections: 2 })
        const exit = yield* Effect.exit(Layer.build(Layer.provide(Postgres.layer, client)))
        const defect = Exit.isFailure(exit) ? Option.getOrThrow(Cause.dieOption(exit.cause)) : undefined
        assert.instanceOf(defect, WrongSettings)
        const { message } = defect as WrongSettings
        const [, remedy = ""] = / Run: (.*)$/.exec(message) ?? []
        yield* Effect.provide(
          Effect.flatMap(SqlClient, (sql) => sql.unsafe(remedy)),
          client
        )
        yield* Layer.build(Layer.provide(Layer.fresh(Postgres.layer), Layer.fresh(client)))
      })
    )
  })
}

describe.skipIf(PgBouncer.program === undefined)("Behind PgBouncer in transaction mode, a database", () => {
  const ignored = {
    default_pool_size: "2",
    ignore_startup_parameters: "statement_timeout, lock_timeout, idle_in_transaction_session_timeout"
  }

  const bouncerFor = (url: Redacted.Redacted) =>
    Effect.acquireRelease(
      Effect.promise(() => PgBouncer.start(Redacted.value(url), ignored)),
      ({ stop }) => Effect.promise(stop)
    )

  it.scopedLive("with another DateStyle, strings and time zone is used as any other, on every backend", () =>
    Effect.gen(function* () {
      const url = yield* databaseWith(newestServer().url, {
        DateStyle: "'German'",
        standard_conforming_strings: "off",
        timezone: "'Asia/Kathmandu'"
      })
      const bouncer = yield* bouncerFor(url)
      const pool = ServerDatabase.layer(settingsOf(Redacted.make(bouncer.url), 6))
      // Another client of the same pool, with the settings of the database: it leaves them on the backends.
      const other = PgClient.layer({ url: Redacted.make(bouncer.url), maxConnections: 6 })
      const disturb = Effect.provide(
        Effect.forEach(
          Array.from({ length: 12 }),
          () => Effect.flatMap(SqlClient, (sql) => sql`SELECT pg_sleep(0.01)`),
          { concurrency: 6 }
        ),
        other
      )
      yield* Effect.gen(function* () {
        for (let round = 0; round < 3; round++) {
          const found = yield* Effect.replicateEffect(observed, 12, { concurrency: 6 })
          assert.deepStrictEqual(found, Array.from({ length: 12 }).fill(expected) as typeof found)
          yield* disturb
        }
      }).pipe(Effect.provide(pool))
    })
  )

  it.scopedLive("whose isolation cannot be set there is refused at the start and by doctor, with the remedy", () =>
    Effect.gen(function* () {
      const url = yield* databaseWith(newestServer().url, { default_transaction_isolation: "'serializable'" })
      const bouncer = yield* bouncerFor(url)
      const settings = settingsOf(Redacted.make(bouncer.url))
      const failure = yield* Effect.flip(Layer.build(Database.layerServer(settings, true)))
      const reason = `default_transaction_isolation is "serializable" and must be "read committed". Run: ALTER ROLE "`
      assert.include(failure.message, reason)
      const [database] = yield* DatabaseChecks.run(settings, true, Option.none())
      assert.strictEqual(database?.result, "failed")
      assert.include(database?.detail, reason)
    })
  )
})
