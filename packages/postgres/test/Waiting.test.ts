import { assert, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestServices from "effect/TestServices"
import { MagicLinkOutbox } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import { MagicLinkRepository } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Samples from "@latchkey/testkit/Samples"
import { onServer, servers } from "../../../test/support/postgres/databases.ts"

/** What `other` answers while `holder` has been done in a transaction that is still open. */
const meanwhile = <A, E, B, E2>(holder: Effect.Effect<A, E>, other: Effect.Effect<B, E2>) =>
  Effect.gen(function* () {
    const { run } = yield* Transaction
    const held = yield* Deferred.make<void>()
    const enough = yield* Deferred.make<void>()
    const work = holder.pipe(Effect.zipLeft(Deferred.succeed(held, undefined)), Effect.zipLeft(Deferred.await(enough)))
    const transaction = yield* Effect.fork(run(work))
    yield* Deferred.await(held)
    const answer = yield* Effect.exit(
      TestServices.provideLive(other.pipe(Effect.disconnect, Effect.timeout("3 seconds")))
    )
    yield* Deferred.succeed(enough, undefined)
    return [yield* Fiber.join(transaction), yield* answer] as const
  })

for (const server of servers()) {
  const layer = Layer.provideMerge(Postgres.layer, onServer(server, 5).migrated)

  it.layer(layer, { timeout: "60 seconds" })(`Nobody waits on ${server.name}`, (it) => {
    it.effect("for a worker that is leasing requests: there are others", () =>
      Effect.gen(function* () {
        const outbox = yield* MagicLinkOutbox
        const instanceId = Samples.instanceId()
        const [older, newer] = [Samples.request(instanceId), Samples.request(instanceId, { requestedAt: Samples.plus(1) })]
        yield* outbox.enqueue(newer)
        yield* outbox.enqueue(older)
        const lease = outbox.lease({ now: Samples.plus(1000), until: Samples.plus(2000), limit: 1 })
        const [first, second] = yield* meanwhile(lease, lease)
        assert.deepStrictEqual(
          [...first, ...second].map(({ id }) => id),
          [older.id, newer.id]
        )
      })
    )

    it.effect("in vain: a statement that was sent is not cancelled, which could hit somebody else's", () =>
      Effect.gen(function* () {
        const users = yield* UserRepository
        const { instanceId, email } = yield* Samples.storedUser(Samples.instanceId())
        const hold = users.findByEmailForUpdate(instanceId, email)
        const interrupted = Effect.gen(function* () {
          const waiting = yield* Effect.forkDaemon(hold)
          yield* Effect.sleep("100 millis")
          yield* Fiber.interruptFork(waiting)
          yield* Effect.sleep("300 millis")
          return yield* Fiber.poll(waiting)
        })
        const [, ended] = yield* meanwhile(hold, interrupted)
        assert.isTrue(Option.isNone(ended))
      })
    )

    it.effect("in a sweep, for a row that somebody is at work on", () =>
      Effect.gen(function* () {
        const links = yield* MagicLinkRepository
        const instanceId = Samples.instanceId()
        const [busy, idle] = [Samples.link(instanceId), Samples.link(instanceId)]
        yield* links.insert(busy)
        yield* links.insert(idle)
        const use = links.consume(instanceId, busy.tokenHash, Samples.now)
        const [, swept] = yield* meanwhile(use, links.deleteExpired(busy.expiresAt, 10))
        assert.strictEqual(swept, 1)
      })
    )
  })
}
