import { SqlClient } from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import type { Limit } from "@latchkey/postgres/DatabaseConnections"
import { SchemaName } from "@latchkey/postgres/PostgresSchema"
import * as DatabaseChecks from "@latchkey/server/database/DatabaseChecks"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { servers } from "../../../../test/support/postgres/databases.ts"
import * as PgBouncer from "../../../../test/support/postgres/PgBouncer.ts"
import * as Role from "../../../../test/support/postgres/role.ts"
import * as ServerDatabase from "../../../../test/support/postgres/ServerDatabase.ts"

const server: Limit = { setBy: "max_connections", limit: 97, taken: 4 }

describe("The room for connections", () => {
  it.each([
    ["enough for several", 10, "ok", "room for 9 processes with DATABASE_POOL_SIZE=10"],
    ["enough for two", 46, "ok", "room for 2 processes"],
    ["too little for an upgrade", 47, "warning", "room for 1 process with DATABASE_POOL_SIZE=47"],
    ["just enough for one", 93, "warning", "During an upgrade two run side by side"],
    ["too little for one", 94, "failed", "room for 0 processes"]
  ] as const)("is %s, with a pool of %s", (_name, poolSize, result, words) => {
    const finding = DatabaseChecks.judgeConnections([server], poolSize)
    assert.strictEqual(finding.result, result)
    assert.include(finding.detail, words)
    assert.include(finding.detail, "others hold 4 of the 97 connections that max_connections leaves to applications")
  })

  it("is what the tightest limit leaves", () => {
    const role: Limit = { setBy: "role", limit: 30, taken: 1 }
    const database: Limit = { setBy: "database", limit: 40, taken: 20 }
    const finding = DatabaseChecks.judgeConnections([server, role, database], 10)
    assert.include(finding.detail, "room for 2 processes")
    assert.include(finding.detail, "others hold 20 of the 40 connections that this database may have")
  })

  it("is none, and no less, where others hold more than the limit", () => {
    const finding = DatabaseChecks.judgeConnections([{ setBy: "database", limit: 5, taken: 7 }], 10)
    assert.include(finding.detail, "room for 0 processes")
  })
})

const settings = (url: Redacted.Redacted, poolSize = 10) => ({ url, poolSize, schema: SchemaName.make("latchkey") })

const found = (settings: Parameters<typeof DatabaseChecks.run>[0], mayMigrate = true) =>
  Effect.map(DatabaseChecks.run(settings, mayMigrate), (checks) =>
    Object.fromEntries(checks.map((check) => [check.name, check]))
  )

const asAdministrator = (url: Redacted.Redacted) => Effect.provide(PgClient.layer({ url, maxConnections: 1 }))

for (const { name, url: anyDatabase } of servers()) {
  describe(`The checks of ${name}`, () => {
    it.scopedLive("find what a new database lacks, and apply none of it", () =>
      Effect.gen(function* () {
        const url = yield* ServerDatabase.make(anyDatabase)
        for (const _ of [1, 2]) {
          const { clock, connections, database, migrations } = yield* found(settings(url))
          assert.match(database?.detail ?? "", /^127\.0\.0\.1:\d+\/latchkey_test_\w+, PostgreSQL \d+$/)
          assert.match(migrations?.detail ?? "", /^applied at the next start: 0001_initial/)
          assert.isTrue(clock?.ok)
          assert.isTrue(connections?.ok)
        }
        const { migrations } = yield* found(settings(url), false)
        assert.strictEqual(migrations?.result, "failed")
      })
    )

    it.scopedLive("find that the user may not make the tables", () =>
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

    it.scopedLive("find that the pool is larger than what the role may have", () =>
      Effect.gen(function* () {
        const url = yield* ServerDatabase.make(anyDatabase)
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient
          const role = yield* Role.make(url)
          yield* sql.unsafe(`ALTER ROLE ${role.name} CONNECTION LIMIT 9`)
          const { connections } = yield* found(settings(role.url, 10))
          assert.strictEqual(connections?.result, "failed")
          assert.include(connections?.detail, "others hold 0 of the 9 connections that this role may have")
          assert.strictEqual((yield* found(settings(role.url, 9)))["connections"]?.result, "warning")
        }).pipe(Effect.scoped, asAdministrator(url))
      })
    )
  })
}

describe("A database that cannot be used", () => {
  it.live.each([
    ["postgresql://user:hunter2@127.0.0.1:1/latchkey", "nothing listens there"],
    ["postgresql://user:hunter2@127.0.0.1:1/latchkey?sslrootcert=/nowhere", "the file /nowhere that it names"]
  ] as const)("is one failed check, and no other: %s", ([url, words]) =>
    Effect.gen(function* () {
      const checks = yield* DatabaseChecks.run(settings(Redacted.make<string>(url)), true)
      assert.lengthOf(checks, 1)
      assert.deepInclude(checks[0], { name: "database", result: "failed" })
      assert.include(checks[0]?.detail, words)
      assert.notInclude(checks[0]?.detail, "hunter2")
    })
  )

  it.scopedLive.skipIf(PgBouncer.program === undefined)("is one behind a PgBouncer that refuses what serve needs", () =>
    Effect.gen(function* () {
      const [server] = servers()
      const url = yield* ServerDatabase.make(server?.url ?? "")
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
