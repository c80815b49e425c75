import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, describe, it } from "@effect/vitest"
import { assertNone, assertSome } from "@effect/vitest/utils"
import { Transaction } from "@latchkey/domain/core/Transaction"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as PostgresSchema from "@latchkey/postgres/PostgresSchema"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { servers } from "@latchkey/test-support/postgres/databases"
import * as ServerDatabase from "@latchkey/test-support/postgres/ServerDatabase"
import * as TcpProxy from "./support/TcpProxy.ts"

const schemaNamed = (name: string) => PostgresSchema.layer(PostgresSchema.SchemaName.make(name))

for (const server of servers()) {
  /** Two processes on one database, the first of them through a proxy. */
  const processes = Effect.gen(function* () {
    const url = yield* ServerDatabase.make(server.url)
    const proxy = yield* TcpProxy.make(Redacted.value(url))
    const process = (url: string) =>
      Layer.build(Layer.provide(Postgres.layer, PgClient.layer({ url: Redacted.make(url), maxConnections: 2 }))).pipe(
        Effect.map((context) => Context.get(context, Transaction))
      )
    return { proxy, first: yield* process(proxy.url), second: yield* process(Redacted.value(url)) }
  })

  const holdLock = (transaction: Transaction["Type"]) =>
    Effect.gen(function* () {
      const entered = yield* Effect.makeLatch()
      const holder = yield* Effect.forkScoped(
        transaction.runExclusive("work", Effect.zipRight(entered.open, Effect.never))
      )
      yield* entered.await
      return holder
    })

  describe(`PostgresTransaction.runExclusive on ${server.name}`, () => {
    it.scopedLive("returns None without waiting, and runs nothing, while another process holds the lock", () =>
      Effect.gen(function* () {
        const { first, second } = yield* processes
        const holder = yield* holdLock(first)
        let hasRun = false
        const attempt = second.runExclusive(
          "work",
          Effect.sync(() => {
            hasRun = true
          })
        )
        assertNone(yield* Effect.timeout(attempt, "5 seconds"))
        assert.isFalse(hasRun)
        assertSome(yield* second.runExclusive("other work", Effect.succeed("done")), "done")
        yield* Fiber.interrupt(holder)
        assertSome(yield* second.runExclusive("work", Effect.succeed("done")), "done")
      })
    )

    it.scopedLive("runs while a process with another schema of the database holds the lock of that name", () =>
      Effect.gen(function* () {
        const client = PgClient.layer({ url: yield* ServerDatabase.make(server.url), maxConnections: 2 })
        const transactionIn = (schema: string) =>
          Layer.build(Postgres.layer.pipe(Layer.provide(client), Layer.provide(schemaNamed(schema)))).pipe(
            Effect.map((context) => Context.get(context, Transaction))
          )
        yield* holdLock(yield* transactionIn("latchkey"))
        assertSome(yield* (yield* transactionIn("other")).runExclusive("work", Effect.succeed("done")), "done")
      })
    )

    it.scopedLive("runs after the process that held the lock has lost its connection", () =>
      Effect.gen(function* () {
        const { proxy, first, second } = yield* processes
        yield* holdLock(first)
        yield* proxy.disconnect
        const attempts = Effect.repeat(second.runExclusive("work", Effect.succeed("done")), {
          until: (result) => result._tag === "Some"
        })
        assertSome(yield* Effect.timeout(attempts, "5 seconds"), "done")
      })
    )
  })
}
