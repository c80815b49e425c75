/** The order of the feed, on transactions that end in another order than they began. */
import { SqlClient } from "@effect/sql/SqlClient"
import { assert, it } from "@effect/vitest"
import type { User } from "@latchkey/domain/account/UserRepository"
import { AuditLog, type AuditPosition } from "@latchkey/domain/audit/AuditLog"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { EventLog, type EventPosition } from "@latchkey/domain/event/EventLog"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Postgres from "@latchkey/postgres/Postgres"
import { serversWithCitus } from "@latchkey/test-support/postgres/databases"
import * as Samples from "@latchkey/testkit/Samples"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestServices from "effect/TestServices"

const setUp = Effect.gen(function* () {
  const log = yield* EventLog
  const sql = yield* SqlClient
  const { run } = yield* Transaction
  const { id: instanceId } = yield* Samples.storedInstance
  const append = (user: User) => log.append(instanceId, [Samples.newEvent(user)])
  const page = (after: Option.Option<EventPosition> = Option.none()) =>
    log.page({ instanceId, after, limit: 100, type: Option.none() })
  /** Waits for so many events: other tests have transactions open on the same server. */
  const pageOf = (count: number, after?: Option.Option<EventPosition>) =>
    page(after).pipe(
      Effect.tap(({ events }) => (events.length < count ? TestServices.provideLive(Effect.sleep(20)) : Effect.void)),
      Effect.repeat({ until: ({ events }) => events.length >= count, times: 1000 })
    )
  /** Begins a transaction that has an id, and holds it open until `end`. */
  const opened = Effect.fnUntraced(function* (last: Effect.Effect<unknown, unknown> = Effect.void) {
    const [begun, end] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const body = Effect.gen(function* () {
      yield* sql`SELECT pg_current_xact_id()`
      yield* Deferred.succeed(begun, undefined)
      yield* Deferred.await(end)
      yield* last
    })
    const fiber = yield* Effect.fork(run(body))
    yield* Deferred.await(begun)
    return { end: Effect.zipRight(Deferred.succeed(end, undefined), Fiber.join(fiber)) }
  })
  return { append, instanceId, log, opened, page, pageOf, sql, user: yield* Samples.storedUser(instanceId) }
})

for (const server of serversWithCitus()) {
  const layer = Layer.provideMerge(Postgres.layer, server.migrated)
  it.layer(layer, { timeout: "60 seconds" })(`The feed on ${server.name}`, (it) => {
    it.effect("stops before a transaction that is open, and has its events in their place afterwards", () =>
      Effect.gen(function* () {
        const { append, instanceId, opened, pageOf, user } = yield* setUp
        const late = yield* Samples.storedUser(instanceId)
        const [first] = yield* append(user)
        const open = yield* opened(append(late))
        const [second] = yield* append(user)
        const before = yield* pageOf(1)
        assert.deepStrictEqual([before.events.map(({ id }) => id), before.isComplete], [[first?.id], true])
        yield* open.end
        const after = yield* pageOf(2, before.last)
        assert.deepStrictEqual(
          after.events.map(({ userId }) => userId),
          [late.id, user.id]
        )
        assert.strictEqual(after.events[1]?.id, second?.id)
      })
    )

    it.effect(
      "has the events of a user in the order of their versions, also if the older transaction writes later",
      () =>
        Effect.gen(function* () {
          const { append, opened, pageOf, user } = yield* setUp
          const older = yield* opened(append(user))
          yield* append(user)
          yield* older.end
          const { events } = yield* pageOf(2)
          assert.deepStrictEqual(
            events.map(({ version }) => version),
            [1, 2]
          )
        })
    )

    it.effect("stops before a transaction that is open, that of the audit log, too", () =>
      Effect.gen(function* () {
        const { opened } = yield* setUp
        const log = yield* AuditLog
        const [first, late, second] = [Samples.auditEntry(), Samples.auditEntry(), Samples.auditEntry()]
        const read = (after: Option.Option<AuditPosition>, count: number) =>
          log.page({ after, limit: 1000 }).pipe(
            Effect.tap(({ entries }) =>
              entries.length < count ? TestServices.provideLive(Effect.sleep(20)) : Effect.void
            ),
            Effect.repeat({ until: ({ entries }) => entries.length >= count, times: 1000 })
          )
        yield* log.append(first)
        const open = yield* opened(log.append(late))
        yield* log.append(second)
        const before = yield* read(Option.none(), 1)
        assert.deepStrictEqual(before.entries, [first])
        yield* open.end
        assert.deepStrictEqual((yield* read(before.last, 2)).entries, [late, second])
      })
    )

    it.effect("goes on in a new cluster, in which ids of transactions are smaller", () =>
      Effect.gen(function* () {
        const { append, page, pageOf, sql, user } = yield* setUp
        yield* append(user)
        const moved = 1_000_000_000_000
        yield* sql`UPDATE latchkey.events SET position = position + ${moved} WHERE user_id = ${user.id}`
        assert.deepStrictEqual((yield* page()).events, [])
        yield* Migrations.apply
        const other = yield* Samples.storedUser(user.instanceId)
        yield* append(other)
        const { events, last } = yield* pageOf(2)
        assert.deepStrictEqual(
          events.map(({ userId }) => userId),
          [user.id, other.id]
        )
        yield* Migrations.apply
        yield* append(other)
        assert.deepStrictEqual(
          (yield* pageOf(1, last)).events.map(({ version }) => version),
          [2]
        )
      })
    )

    it.effect("goes on in a new cluster, too, if all events have expired that were stored in the one before", () =>
      Effect.gen(function* () {
        const { append, instanceId, log, pageOf, sql, user } = yield* setUp
        yield* log.append(instanceId, [Samples.newEvent(user, { occurredAt: Samples.longAgo })])
        yield* log.deleteExpired(Samples.longAgo, 1000)
        const moved = 2_000_000_000_000
        yield* sql`UPDATE latchkey.event_versions SET position = position + ${moved} WHERE user_id = ${user.id}`
        yield* sql`UPDATE latchkey.expired_events SET position = position + ${moved} WHERE instance_id = ${instanceId}`
        yield* Migrations.apply
        yield* append(user)
        const first = yield* pageOf(1)
        yield* append(user)
        const second = yield* pageOf(1, first.last)
        assert.deepStrictEqual(
          [...first.events, ...second.events].map(({ version }) => version),
          [2, 3]
        )
      })
    )
  })
}
