import * as PgClient from "@effect/sql-pg/PgClient"
import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { EmailOutbox } from "@latchkey/domain/mail/EmailOutbox"
import { MagicLinkRepository } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Migrations from "@latchkey/postgres/Migrations"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { onServer, servers } from "@latchkey/test-support/postgres/databases"
import * as ServerDatabase from "@latchkey/test-support/postgres/ServerDatabase"
import * as TcpProxy from "./support/TcpProxy.ts"

/** Calls of the ports. */
const makeCalls = Effect.gen(function* () {
  const instances = yield* InstanceRepository
  const limits = yield* RateLimitStore
  const links = yield* MagicLinkRepository
  const outbox = yield* EmailOutbox
  const deliveries = yield* MailDeliveryLog
  const sessions = yield* SessionRepository
  const users = yield* UserRepository
  const { run } = yield* Transaction
  const instanceId = Samples.instanceId()
  const user = Samples.user(instanceId)
  const calls: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string; readonly cause?: unknown }, SqlClient>> = [
    instances.list,
    instances.modify(instanceId, Either.right),
    limits.consume(instanceId, [{ key: "key", rate: { limit: 1, windowSeconds: 1 } }], Samples.now),
    links.insert(Samples.magicLink(instanceId)),
    outbox.enqueue(Samples.queuedEmail(instanceId)),
    deliveries.list(instanceId, 10),
    sessions.revokeAll(instanceId, user.id),
    users.insert(user),
    run(users.findByEmail(instanceId, user.email)),
    Postgres.ping
  ]
  return calls
})

for (const server of servers()) {
  /** Ends the connection of the surrounding transaction, from another connection. */
  const loseConnection = Effect.gen(function* () {
    const sql = yield* SqlClient
    const [found] = yield* sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`
    const other = yield* Layer.build(PgClient.layer({ url: Redacted.make(server.url), maxConnections: 1 }))
    yield* Effect.provide(
      Effect.flatMap(SqlClient, (sql) => sql`SELECT pg_terminate_backend(${found?.pid}, 5000)`),
      other
    )
  }).pipe(Effect.scoped)

  describe(`An outage of ${server.name}`, () => {
    it.live("fails every call immediately with PersistenceError, until the server is back", () =>
      Effect.gen(function* () {
        const database = yield* ServerDatabase.make(server.url)
        const proxy = yield* TcpProxy.make(Redacted.value(database))
        const client = PgClient.layer({ url: Redacted.make(proxy.url), maxConnections: 3 })
        yield* Effect.gen(function* () {
          const calls = yield* makeCalls
          yield* Effect.all(calls)
          yield* proxy.disconnect
          for (const call of calls) {
            const error = yield* Effect.flip(call).pipe(Effect.timeout("2 seconds"))
            assert.strictEqual(error._tag, "PersistenceError")
            assert.match(String(error.cause), /ECONNREFUSED|ECONNRESET|terminated/)
          }
          yield* proxy.reconnect
          yield* Postgres.ping
        }).pipe(Effect.provide(Layer.provideMerge(Postgres.layer, Layer.provideMerge(Migrations.layer, client))))
      }).pipe(Effect.scoped)
    )

    it.layer(Layer.provideMerge(Postgres.layer, onServer(server).migrated))((it) => {
      it.effect("in the middle of a transaction fails it with PersistenceError, and nothing of it remains", () =>
        Effect.gen(function* () {
          const users = yield* UserRepository
          const { run } = yield* Transaction
          const [first, second] = [Samples.user(Samples.instanceId()), Samples.user(Samples.instanceId())]
          const work = users.insert(first).pipe(Effect.zipRight(loseConnection), Effect.zipRight(users.insert(second)))
          const error = yield* Effect.flip(run(work))
          assert.strictEqual(error._tag, "PersistenceError")
          for (const { instanceId, email } of [first, second]) {
            assert.isTrue(Option.isNone(yield* users.findByEmail(instanceId, email)))
          }
        })
      )

      it.effect("before a commit is a PersistenceError, not a defect", () =>
        Effect.gen(function* () {
          const users = yield* UserRepository
          const { run } = yield* Transaction
          const user = Samples.user(Samples.instanceId())
          const error = yield* Effect.flip(run(Effect.zipRight(users.insert(user), loseConnection)))
          assert.strictEqual(error._tag, "PersistenceError")
          assert.isTrue(Option.isNone(yield* users.findByEmail(user.instanceId, user.email)))
        })
      )

      it.effect("before a rollback is a PersistenceError, not a defect", () =>
        Effect.gen(function* () {
          const { run } = yield* Transaction
          const error = yield* Effect.flip(run(Effect.zipRight(loseConnection, Effect.fail("refused" as const))))
          assert.isTrue(error !== "refused" && error._tag === "PersistenceError")
        })
      )
    })
  })
}
