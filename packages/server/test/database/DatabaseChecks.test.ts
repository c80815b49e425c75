import { SqlClient } from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import type { Limit } from "@latchkey/postgres/DatabaseConnections"
import { SchemaName } from "@latchkey/postgres/PostgresSchema"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { newestServer, servers } from "@latchkey/test-support/postgres/databases"
import * as PgBouncer from "@latchkey/test-support/postgres/PgBouncer"
import * as Role from "@latchkey/test-support/postgres/role"
import * as ServerDatabase from "@latchkey/test-support/postgres/ServerDatabase"
import * as DatabaseChecks from "../../src/database/DatabaseChecks.ts"

const server: Limit = { setBy: "max_connections", limit: 97, taken: 4 }

describe("The check of connections", () => {
  it.each([
    ["ok for several processes", 10, "ok", "room for 9 processes with DATABASE_POOL_SIZE=10"],
    ["ok for two processes", 46, "ok", "room for 2 processes"],
    [
      "a warning for one process, because an upgrade needs two",
      47,
      "warning",
      "room for 1 process with DATABASE_POOL_SIZE=47"
    ],
    ["a warning for exactly one process", 93, "warning", "During an upgrade two processes run side by side"],
    ["failed for less than one process", 94, "failed", "room for 0 processes"]
  ] as const)("is %s: a pool of %s", (_name, poolSize, result, words) => {
    const finding = DatabaseChecks.judgeConnections([server], poolSize)
    assert.strictEqual(finding.result, result)
    assert.include(finding.detail, words)
    assert.include(finding.detail, "others use 4 of 97 connections (limited by max_connections)")
  })

  it("uses the tightest limit", () => {
    const role: Limit = { setBy: "role", limit: 30, taken: 1 }
    const database: Limit = { setBy: "database", limit: 40, taken: 20 }
    const finding = DatabaseChecks.judgeConnections([server, role, database], 10)
    assert.include(finding.detail, "room for 2 processes")
    assert.include(finding.detail, "others use 20 of 40 connections (limited by this database)")
  })

  it("reports no negative number if others use more than the limit", () => {
    const finding = DatabaseChecks.judgeConnections([{ setBy: "database", limit: 5, taken: 7 }], 10)
    assert.include(finding.detail, "room for 0 processes")
  })
})

const settings = (url: Redacted.Redacted, poolSize = 10) => ({ url, poolSize, schema: SchemaName.make("latchkey") })

const found = (settings: Parameters<typeof DatabaseChecks.run>[0], mayMigrate = true) =>
  Effect.map(DatabaseChecks.run(settings, mayMigrate, Option.none()), (checks) =>
    Object.fromEntries(checks.map((check) => [check.name, check]))
  )

const asAdministrator = (url: Redacted.Redacted) => Effect.provide(PgClient.layer({ url, maxConnections: 1 }))

for (const { name, url: anyDatabase } of servers()) {
  describe(`The database checks on ${name}`, () => {
    it.scopedLive("list the pending migrations of a new database, and apply none", () =>
      Effect.gen(function* () {
        const url = yield* ServerDatabase.make(anyDatabase)
        for (const _ of [1, 2]) {
          const { clock, connections, database, migrations } = yield* found(settings(url))
          assert.match(database?.detail ?? "", /^127\.0\.0\.1:\d+\/latchkey_test_\w+, PostgreSQL \d+$/)
          assert.match(migrations?.detail ?? "", /^will be applied at the next start: 0001_initial/)
          assert.isTrue(clock?.ok)
          assert.isTrue(connections?.ok)
        }
        const { migrations } = yield* found(settings(url), false)
        assert.strictEqual(migrations?.result, "failed")
      })
    )

    it.scopedLive("fail if the user may not create tables", () =>
      Effect.gen(function* () {
        const url = yield* ServerDatabase.make(anyDatabase)
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient
          const role = yield* Role.make(url)
          const { migrations } = yield* found(settings(role.url))
          assert.strictEqual(migrations?.result, "failed")
          assert.include(migrations?.detail, "CREATE SCHEMA latchkey AUTHORIZATION")
          yield* sql.unsafe(`CREATE SCHEMA latchkey AUTHORIZATION ${role.name}`)
          assert.isTrue((yield* found(settings(role.url)))["migrations"]?.ok)
          yield* sql.unsafe(`DROP SCHEMA latchkey`)
        }).pipe(Effect.scoped, asAdministrator(url))
      })
    )

    it.scopedLive("fail if the pool is larger than the connection limit of the role", () =>
      Effect.gen(function* () {
        const url = yield* ServerDatabase.make(anyDatabase)
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient
          const role = yield* Role.make(url)
          yield* sql.unsafe(`ALTER ROLE ${role.name} CONNECTION LIMIT 9`)
          const { connections } = yield* found(settings(role.url, 10))
          assert.strictEqual(connections?.result, "failed")
          assert.include(connections?.detail, "others use 0 of 9 connections (limited by this role)")
          assert.strictEqual((yield* found(settings(role.url, 9)))["connections"]?.result, "warning")
        }).pipe(Effect.scoped, asAdministrator(url))
      })
    )
  })
}

describe("The database checks on an unusable database", () => {
  it.live.each([
    ["postgresql://user:hunter2@127.0.0.1:1/latchkey", "connection refused"],
    ["postgresql://user:hunter2@127.0.0.1:1/latchkey?sslrootcert=/nowhere", "cannot read the file /nowhere"]
  ] as const)("are one failed check: %s", ([url, words]) =>
    Effect.gen(function* () {
      const checks = yield* DatabaseChecks.run(settings(Redacted.make<string>(url)), true, Option.none())
      assert.lengthOf(checks, 1)
      assert.deepInclude(checks[0], { name: "database", result: "failed" })
      assert.include(checks[0]?.detail, words)
      assert.notInclude(checks[0]?.detail, "hunter2")
    })
  )

  it.scopedLive.skipIf(PgBouncer.program === undefined)(
    "fail behind a PgBouncer that rejects the timeouts of serve",
    () =>
      Effect.gen(function* () {
        const server = newestServer()
        const url = yield* ServerDatabase.make(server.url)
        const bouncer = yield* Effect.acquireRelease(
          Effect.promise(() => PgBouncer.start(Redacted.value(url))),
          ({ stop }) => Effect.promise(stop)
        )
        const { database } = yield* found(settings(Redacted.make(bouncer.url)))
        assert.strictEqual(database?.result, "failed")
        assert.include(database?.detail, "ignore_startup_parameters")
      })
  )
})
