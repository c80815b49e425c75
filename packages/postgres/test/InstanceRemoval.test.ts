import { SqlClient } from "@effect/sql/SqlClient"
import { assert, it } from "@effect/vitest"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { InstanceRemoval } from "@latchkey/domain/instance/InstanceRemoval"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Memory from "@latchkey/memory/Memory"
import * as MemoryDatabase from "@latchkey/memory/MemoryDatabase"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Samples from "@latchkey/testkit/Samples"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Number from "effect/Number"
import * as Schedule from "effect/Schedule"
import * as TestServices from "effect/TestServices"
import { databasesWithCitus, onServer, servers } from "@latchkey/test-support/postgres/databases"
import { inMemory } from "@latchkey/test-support/StoredContents"
import { writeRowsOfInstance } from "@latchkey/test-support/rowsOfInstance"
import { statementsOf } from "@latchkey/test-support/postgres/Recording"
import { tables as declaredTables } from "../src/internal/migrations/all.ts"
import type { Table } from "../src/internal/Table.ts"

/** Returns how many rows each table has that has a column for the instance. */
const rowsOf = (instanceId: InstanceId) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    const tables = yield* sql<{ name: string }>`
      SELECT c.table_name AS name FROM information_schema.columns c
      JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'latchkey' AND c.column_name = 'instance_id' AND t.table_type = 'BASE TABLE'
      ORDER BY name`
    const counts = yield* Effect.forEach(tables, ({ name }) =>
      Effect.map(
        sql<{ count: number }>`
          SELECT count(*)::integer AS count FROM latchkey.${sql.literal(name)} WHERE instance_id = ${instanceId}`,
        ([row]) => [name, row?.count ?? 0] as const
      )
    )
    return new Map(counts)
  })

/** The tables whose rows let someone in. */
const ofAccess = Object.values<Table>(declaredTables).flatMap(({ name, ofInstance }) =>
  (ofInstance?.letsInBy ?? null) === null ? [] : [name]
)

const tablesWith = (counts: ReadonlyMap<string, number>, isIncluded: (count: number) => boolean) =>
  [...counts].flatMap(([name, count]) => (isIncluded(count) ? [name] : []))

it.effect("Signing everyone out empties the same tables in memory", () =>
  Effect.gen(function* () {
    const { instanceId } = yield* writeRowsOfInstance
    const { revokeBatch } = yield* InstanceRemoval
    yield* Effect.repeat(revokeBatch(instanceId, 5), { until: (removed) => removed === 0 })
    const emptied = Object.entries(yield* inMemory).flatMap(([name, rows]) => (rows.length === 0 ? [name] : []))
    assert.sameMembers(emptied, ofAccess)
  }).pipe(Effect.provide(Layer.merge(Memory.layer, MemoryDatabase.layer)))
)

for (const database of databasesWithCitus()) {
  it.layer(Layer.provideMerge(Postgres.layer, database.migrated), { timeout: "60 seconds" })(
    `The removal of an instance on ${database.name}`,
    (it) => {
      it.effect("leaves rows in no table that has a column for the instance, except the audit log", () =>
        Effect.gen(function* () {
          const { instanceId } = yield* writeRowsOfInstance
          const other = yield* writeRowsOfInstance
          const [before, beforeOfOther] = [yield* rowsOf(instanceId), yield* rowsOf(other.instanceId)]
          assert.isAbove(before.size, 12)
          assert.deepStrictEqual(
            tablesWith(before, (count) => count === 0),
            []
          )
          yield* (yield* InstanceRepository).delete(instanceId, Samples.now)
          const { removeBatch } = yield* InstanceRemoval
          yield* Effect.repeat(removeBatch(instanceId, 5), { until: (removed) => removed === 0 })
          assert.deepStrictEqual(
            tablesWith(yield* rowsOf(instanceId), (count) => count > 0),
            ["audit_log"]
          )
          assert.deepStrictEqual(yield* rowsOf(other.instanceId), beforeOfOther)
        })
      )

      it.effect("leaves rows in no table that lets someone in, once everyone is signed out", () =>
        Effect.gen(function* () {
          const { instanceId } = yield* writeRowsOfInstance
          const { revokeBatch } = yield* InstanceRemoval
          yield* Effect.repeat(revokeBatch(instanceId, 5), { until: (removed) => removed === 0 })
          assert.includeMembers(ofAccess, [
            "factor_recoveries",
            "factor_recovery_links",
            "invitations",
            "magic_links",
            "one_time_tokens",
            "sessions"
          ])
          assert.sameMembers(
            tablesWith(yield* rowsOf(instanceId), (count) => count === 0),
            ofAccess
          )
        })
      )

      it.effect("does not read emptied tables again, whose deleted rows are not vacuumed yet", () =>
        Effect.gen(function* () {
          const { instanceId } = yield* writeRowsOfInstance
          yield* (yield* InstanceRepository).delete(instanceId, Samples.now)
          const { removeBatch } = yield* InstanceRemoval
          const order = Object.values<Table>(declaredTables)
            .flatMap(({ name, ofInstance }) => (ofInstance ? [name] : []))
            .reverse()
          const counts = yield* rowsOf(instanceId)
          yield* removeBatch(instanceId, Number.sumAll(order.slice(0, 2).map((name) => counts.get(name) ?? 0)))
          const sent = yield* statementsOf(removeBatch(instanceId, 1))
          const tables = sent.flatMap(({ text }) => /DELETE FROM "latchkey"."(\w+)"/.exec(text)?.[1] ?? [])
          assert.deepStrictEqual(tables, order.slice(1, 3))
        })
      )
    }
  )
}

for (const server of servers()) {
  it.layer(Layer.provideMerge(Postgres.layer, onServer(server, 5).migrated), { timeout: "60 seconds" })(
    `The removal of an instance on ${server.name}`,
    (it) => {
      it.effect("waits for no row that others have locked, and keeps the instance until that row is removed, too", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient
          const { run } = yield* Transaction
          const { removeBatch } = yield* InstanceRemoval
          const { listDeleted } = yield* InstanceRepository
          const { instanceId, user } = yield* writeRowsOfInstance
          yield* (yield* InstanceRepository).delete(instanceId, Samples.now)
          const isRemaining = Effect.map(listDeleted, (all) => all.some(({ id }) => id === instanceId))
          const [held, released] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          const lock = sql`SELECT FROM latchkey.users WHERE user_id = ${user.id} FOR UPDATE`
          const hold = Effect.zipRight(Deferred.succeed(held, undefined), Deferred.await(released))
          const holder = yield* Effect.fork(run(Effect.zipRight(lock, hold)))
          yield* Deferred.await(held)
          assert.isAbove(yield* removeBatch(instanceId, 1000), 5)
          assert.strictEqual(yield* removeBatch(instanceId, 1000), 0)
          assert.isTrue(yield* isRemaining)
          yield* Deferred.succeed(released, undefined)
          yield* Fiber.join(holder)
          assert.strictEqual(yield* removeBatch(instanceId, 1000), 2)
          assert.isFalse(yield* isRemaining)
        })
      )
    }
  )

  it.layer(Layer.provideMerge(Postgres.layer, onServer(server, 5).migrated), { timeout: "60 seconds" })(
    `Signing everyone out of an instance on ${server.name}`,
    (it) => {
      /** Holds what the statement changes, until `revokeBatch` waits for it. Returns how many rows that removed. */
      const revokeBeside = (instanceId: InstanceId, statement: Effect.Effect<unknown, unknown>) =>
        Effect.gen(function* () {
          const sql = yield* SqlClient
          const { run } = yield* Transaction
          const { revokeBatch } = yield* InstanceRemoval
          const held = yield* Deferred.make<void>()
          const waits = Effect.gen(function* () {
            // A transaction sees a snapshot of the statistics unless it clears it.
            yield* sql`SELECT pg_stat_clear_snapshot()`
            const waiting = yield* sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'
              AND datname = current_database()`
            if (waiting.length === 0) return yield* Effect.fail("too early")
          }).pipe(Effect.retry(Schedule.spaced("20 millis")), Effect.timeout("10 seconds"), TestServices.provideLive)
          const holder = yield* Effect.fork(
            run(Effect.all([statement, Deferred.succeed(held, undefined), waits], { discard: true }))
          )
          yield* Deferred.await(held)
          const removed = yield* revokeBatch(instanceId, 1000)
          yield* Fiber.join(holder)
          return removed
        })

      it.effect("waits for a session that a request has locked and changed, and ends it, too", () =>
        Effect.gen(function* () {
          const { instanceId } = yield* writeRowsOfInstance
          const sql = yield* SqlClient
          const visit = sql`UPDATE latchkey.sessions SET last_seen_at = last_seen_at + interval '1 second'
            WHERE instance_id = ${instanceId}`
          assert.strictEqual(yield* revokeBeside(instanceId, visit), ofAccess.length)
          assert.strictEqual((yield* rowsOf(instanceId)).get("sessions"), 0)
        })
      )

      it.effect("removes an invitation that is being renewed with another id", () =>
        Effect.gen(function* () {
          const { instanceId } = yield* writeRowsOfInstance
          const sql = yield* SqlClient
          const renew = sql`UPDATE latchkey.invitations SET invitation_id = ${Samples.invitationId()}
            WHERE instance_id = ${instanceId}`
          assert.strictEqual(yield* revokeBeside(instanceId, renew), ofAccess.length)
          assert.strictEqual((yield* rowsOf(instanceId)).get("invitations"), 0)
        })
      )

      it.effect("ends the session of a link that is being used", () =>
        Effect.gen(function* () {
          const { instanceId, user } = yield* writeRowsOfInstance
          const { issue } = yield* SessionRepository
          const sql = yield* SqlClient
          const useLink = Effect.zipRight(
            sql`DELETE FROM latchkey.magic_links WHERE instance_id = ${instanceId}`,
            issue(Samples.grant(user))
          )
          // Without the link, and with the new session.
          assert.strictEqual(yield* revokeBeside(instanceId, useLink), ofAccess.length)
          assert.strictEqual((yield* rowsOf(instanceId)).get("sessions"), 0)
        })
      )
    }
  )
}
