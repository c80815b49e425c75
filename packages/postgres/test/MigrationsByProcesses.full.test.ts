import * as PgClient from "@effect/sql-pg/PgClient"
import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Arr from "effect/Array"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import { everyServer, onServer } from "@latchkey/test-support/postgres/databases"
import * as ServerDatabase from "@latchkey/test-support/postgres/ServerDatabase"
import { all, next, upgrade, upgradeWith } from "./support/Versions.ts"

for (const server of everyServer()) {
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
      Effect.forEach(Arr.range(1, 5), () =>
        Effect.gen(function* () {
          const url = yield* ServerDatabase.make(server.url)
          assert.deepStrictEqual(yield* applyInFour(url, Migrations.apply), all)
        })
      )
    )

    it.scoped("are applied by one of four processes that upgrade concurrently", () =>
      Effect.forEach(Arr.range(1, 3), () =>
        Effect.gen(function* () {
          const url = yield* ServerDatabase.make(server.url)
          assert.deepStrictEqual(yield* inAnotherProcess(url, Migrations.apply), all)
          assert.deepStrictEqual(yield* applyInFour(url, upgrade), next)
        })
      )
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
}
