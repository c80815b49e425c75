import { SqlClient } from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { assert, describe, it, onTestFinished } from "vitest"
import { send } from "@latchkey/test-support/HttpClient"
import { database } from "@latchkey/test-support/postgres/database"
import * as service from "./service.ts"

const replicas = 4

const on = <A, E>(url: string, effect: Effect.Effect<A, E, SqlClient>) =>
  Effect.runPromise(
    Effect.provide(effect, PgClient.layer({ url: Redacted.make(url), maxConnections: 1, connectTimeout: "20 seconds" }))
  )

const allAreWaiting = Effect.gen(function* () {
  const sql = yield* SqlClient
  // A transaction sees a snapshot of the statistics unless it clears it.
  yield* sql`SELECT pg_stat_clear_snapshot()`
  const waiting = yield* sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  if (waiting.length < replicas) return yield* Effect.fail("too early")
}).pipe(Effect.retry(Schedule.spaced("50 millis")), Effect.timeout("40 seconds"))

/** Blocks the creation of the schema until all replicas wait for it. */
const block = Effect.gen(function* () {
  const sql = yield* SqlClient
  const held = Effect.zipRight(sql`CREATE SCHEMA latchkey`, allAreWaiting)
  const outcome = yield* Effect.flip(sql.withTransaction(Effect.zipRight(held, Effect.fail("rolled back"))))
  assert.strictEqual(outcome, "rolled back")
})

const inventory = Effect.gen(function* () {
  const sql = yield* SqlClient
  return {
    tables: yield* sql`
      SELECT table_schema, table_name FROM information_schema.tables
      WHERE table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2`,
    migrations: yield* sql`SELECT migration_id, name FROM latchkey.migrations ORDER BY migration_id`
  }
})

describe("Replicas that start concurrently on an empty database", () => {
  it("all become ready, and apply the migrations once", async () => {
    const [url, other] = [await database(), await database()]
    const blocking = on(url, block)
    const starting = Array.from({ length: replicas }, () => service.start(onTestFinished, url))
    const [started] = await Promise.all([Promise.all(starting), blocking])
    for (const { origin, err } of started) {
      assert.strictEqual((await send("GET", `${origin}/health/ready`)).status, 200)
      assert.strictEqual(err(), "")
    }
    const expected = await on(other, Effect.zipRight(Migrations.apply, inventory))
    assert.isAbove(expected.migrations.length, 0)
    assert.deepStrictEqual(await on(url, inventory), expected)
    assert.strictEqual(started.filter(({ out }) => out().includes("Migrations applied")).length, 1)
    const instances = await on(
      url,
      Effect.flatMap(SqlClient, (sql) => sql`SELECT instance_id FROM latchkey.instances`)
    )
    assert.deepStrictEqual(instances, [{ instance_id: "default" }])
  })
})
