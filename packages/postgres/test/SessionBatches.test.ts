import { SqlClient } from "@effect/sql/SqlClient"
import { assert, it } from "@effect/vitest"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { type SessionGrant, SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Samples from "@latchkey/testkit/Samples"
import * as Arr from "effect/Array"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { databases, onServer, servers } from "@latchkey/test-support/postgres/databases"
import { statementsOf } from "@latchkey/test-support/postgres/Recording"

const idleLifetime = Duration.days(7)

const keyOf = ({ clientHash, session: { instanceId, tokenHash } }: SessionGrant) => ({
  instanceId,
  tokenHash,
  clientHash,
  now: Samples.now,
  idleLifetime
})

const issued = Effect.gen(function* () {
  const { id } = yield* Samples.storedInstance
  const grant = Samples.grant(yield* Samples.storedUser(id))
  yield* (yield* SessionRepository).issue(grant)
  return grant
})

const all = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.all(effects, { concurrency: "unbounded" })

/** Returns when each session was last seen, in milliseconds since it was issued. */
const lastSeen = (grants: ReadonlyArray<SessionGrant>) =>
  Effect.gen(function* () {
    const { findActive } = yield* SessionRepository
    const found = yield* all(grants.map((grant) => findActive(keyOf(grant))))
    return Arr.getSomes(found).map(({ lastSeenAt }) => lastSeenAt.epochMillis - Samples.now.epochMillis)
  })

for (const database of databases()) {
  it.layer(Layer.provideMerge(Postgres.layer, database.migrated), { timeout: "60 seconds" })(
    `Sessions in one statement on ${database.name}`,
    (it) => {
      it.effect("are found by concurrent checks of several instances, each by its own", () =>
        Effect.gen(function* () {
          const { findActive } = yield* SessionRepository
          const grants = yield* Effect.replicateEffect(issued, 3)
          const [first, second] = grants
          if (first === undefined || second === undefined) return assert.fail("There are no sessions")
          const keys = [
            ...grants.map(keyOf),
            { ...keyOf(first), instanceId: second.session.instanceId },
            { ...keyOf(first), clientHash: second.clientHash },
            keyOf(first)
          ]
          const found: Array<string | undefined> = []
          const statements = yield* statementsOf(
            Effect.map(all(keys.map(findActive)), (sessions) => {
              found.push(...sessions.map((session) => Option.getOrUndefined(session)?.id))
            })
          )
          assert.strictEqual(statements.length, 1)
          const ids = grants.map(({ session }) => session.id)
          assert.deepStrictEqual(found, [...ids, undefined, undefined, first.session.id])
        })
      )

      it.effect("are visited in one statement, each at its own time", () =>
        Effect.gen(function* () {
          const { touch } = yield* SessionRepository
          const grants = yield* Effect.replicateEffect(issued, 3)
          const visits = grants.flatMap(({ session: { id, instanceId } }, index) =>
            Arr.map([index + 5, index + 9, index + 7], (millis) => touch(instanceId, id, Samples.plus(millis)))
          )
          assert.strictEqual((yield* statementsOf(all(visits))).length, 1)
          const seen = yield* lastSeen(grants)
          assert.deepStrictEqual(seen, [9, 10, 11])
        })
      )
    }
  )
}

for (const server of servers()) {
  it.layer(Layer.provideMerge(Postgres.layer, onServer(server).migrated), { timeout: "60 seconds" })(
    `A session of another transaction on ${server.name}`,
    (it) => {
      it.effect("is found inside that transaction, and by no check outside", () =>
        Effect.gen(function* () {
          const { findActive, issue, touch } = yield* SessionRepository
          const { run } = yield* Transaction
          const { id } = yield* Samples.storedInstance
          const grant = Samples.grant(yield* Samples.storedUser(id))
          const find = Effect.map(findActive(keyOf(grant)), Option.isSome)
          const isIssued = yield* Effect.makeLatch()
          const outside = yield* Effect.fork(Effect.zipRight(isIssued.await, find))
          const found = yield* run(
            Effect.gen(function* () {
              yield* issue(grant)
              yield* touch(id, grant.session.id, Samples.plus(1))
              yield* isIssued.open
              return yield* Effect.zip(find, Fiber.join(outside))
            })
          )
          assert.deepStrictEqual([...found, yield* find], [true, false, true])
        })
      )

      it.effect("delays its own visit only", () =>
        Effect.gen(function* () {
          const { touch } = yield* SessionRepository
          const { run } = yield* Transaction
          const sql = yield* SqlClient
          const [locked, other] = [yield* issued, yield* issued]
          const visit = ({ session }: SessionGrant) => touch(session.instanceId, session.id, Samples.plus(1))
          const isLocked = yield* Effect.makeLatch()
          const isVisited = yield* Effect.makeLatch()
          const lock = sql`SELECT FROM latchkey.sessions WHERE session_id = ${locked.session.id} FOR UPDATE`
          const transaction = yield* Effect.fork(
            run(lock.pipe(Effect.zipRight(isLocked.open), Effect.zipRight(isVisited.await)))
          )
          yield* isLocked.await
          const visits = yield* Effect.forEach([locked, other], (grant) => Effect.fork(visit(grant)))
          yield* Fiber.join(visits[1] ?? Fiber.never)
          assert.isTrue(Option.isNone(yield* Fiber.poll(visits[0] ?? Fiber.void)))
          yield* isVisited.open
          yield* Fiber.join(Fiber.all([transaction, ...visits]))
          assert.deepStrictEqual(yield* lastSeen([locked, other]), [1, 1])
        })
      )
    }
  )
}
