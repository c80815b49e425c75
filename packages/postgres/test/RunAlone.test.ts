import { assert, describe, it } from "@effect/vitest"
import { Transaction } from "@latchkey/domain/core/Transaction"
import * as Postgres from "@latchkey/postgres/Postgres"
import { assertNone, assertSome } from "@effect/vitest/utils"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { servers } from "../../../test/support/postgres/databases.ts"
import * as ServerDatabase from "../../../test/support/postgres/ServerDatabase.ts"
import * as Cable from "./Cable.ts"
import * as Redacted from "effect/Redacted"

for (const server of servers()) {
  /** Two processes on one database, the first of them behind a cable. */
  const processes = Effect.gen(function* () {
    const url = yield* ServerDatabase.make(server.url)
    const cable = yield* Cable.make(Redacted.value(url))
    const process = (url: string) =>
      Layer.build(Layer.provide(Postgres.layer, PgClient.layer({ url: Redacted.make(url), maxConnections: 2 }))).pipe(
        Effect.map((context) => Context.get(context, Transaction))
      )
    return { cable, first: yield* process(cable.url), second: yield* process(Redacted.value(url)) }
  })

  const atWork = (transaction: Transaction["Type"]) =>
    Effect.gen(function* () {
      const entered = yield* Effect.makeLatch()
      const work = yield* Effect.forkScoped(transaction.runExclusive("work", Effect.zipRight(entered.open, Effect.never)))
      yield* entered.await
      return work
    })

  describe(`runExclusive on ${server.name}`, () => {
    it.scopedLive("answers none, without waiting, while another process is at work, and does nothing", () =>
      Effect.gen(function* () {
        const { first, second } = yield* processes
        const work = yield* atWork(first)
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
        yield* Fiber.interrupt(work)
        assertSome(yield* second.runExclusive("work", Effect.succeed("in turn")), "in turn")
      })
    )

    it.scopedLive("does not wait for a process that lost its connection", () =>
      Effect.gen(function* () {
        const { cable, first, second } = yield* processes
        yield* atWork(first)
        yield* cable.cut
        const inTurn = Effect.repeat(second.runExclusive("work", Effect.succeed("in turn")), {
          until: (done) => done._tag === "Some"
        })
        assertSome(yield* Effect.timeout(inTurn, "5 seconds"), "in turn")
      })
    )
  })
}
