import { SqlClient } from "@effect/sql/SqlClient"
import * as Statement from "@effect/sql/Statement"
import { assert, describe, it } from "@effect/vitest"
import { ExternalId } from "@latchkey/domain/account/ExternalId"
import { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Samples from "@latchkey/testkit/Samples"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { statementsOf } from "@latchkey/test-support/postgres/Recording"
import { databases, onServer, servers } from "@latchkey/test-support/postgres/databases"

/** Runs `between` after the first statement of an effect that stores a user, before it looks for a conflict. */
const afterConflict =
  <E, R>(between: Effect.Effect<unknown, E, R>) =>
  <A, F, S>(stores: Effect.Effect<A, F, S>) =>
    Effect.gen(function* () {
      const change = Effect.provide(Effect.orDie(between), yield* Effect.context<R>())
      let isDone = false
      return yield* Statement.withTransformer(stores, (statement) => {
        const isFirstRead = !isDone && statement.compile()[0].trimStart().startsWith("SELECT")
        if (!isFirstRead) return Effect.succeed(statement)
        isDone = true
        return Effect.as(change, statement)
      })
    })

/** Changes what may be in conflict. */
const leave = (user: User) =>
  Effect.flatMap(UserRepository, ({ update }) =>
    update(new User({ ...user, email: Samples.email(), externalId: Option.none() }), user.credentialVersion)
  )

for (const { migrated, name } of databases()) {
  describe(`PostgresUserRepository on ${name}`, () => {
    const storage = Layer.provideMerge(Postgres.layer, migrated)
    const instanceId = Samples.instanceId()
    const externalId = Option.some(ExternalId.make("external"))

    for (const part of ["email", "externalId"] as const) {
      it.effect(`inserts a user if the other one leaves the ${part} after the conflict`, () =>
        Effect.gen(function* () {
          const users = yield* UserRepository
          const first = yield* Samples.storedUser(instanceId, { externalId })
          const second = Samples.user(instanceId, { [part]: first[part] })
          yield* afterConflict(leave(first))(users.insert(second))
          assert.deepStrictEqual(yield* users.findByEmail(instanceId, second.email), Option.some(second))
        }).pipe(Effect.provide(storage))
      )

      it.effect(`updates a user if the other one leaves the ${part} after the conflict`, () =>
        Effect.gen(function* () {
          const users = yield* UserRepository
          const first = yield* Samples.storedUser(instanceId, { externalId })
          const second = yield* Samples.storedUser(instanceId)
          const changed = new User({ ...second, [part]: first[part] })
          assert.isTrue(yield* afterConflict(leave(first))(users.update(changed, second.credentialVersion)))
          assert.deepStrictEqual(yield* users.findByEmail(instanceId, changed.email), Option.some(changed))
        }).pipe(Effect.provide(storage))
      )
    }

    it.effect("fails after three tries if what is in conflict is not found, such as a user with the same id", () =>
      Effect.gen(function* () {
        const users = yield* UserRepository
        const { id } = yield* Samples.storedUser(instanceId)
        const insertion = Effect.flip(users.insert(Samples.user(instanceId, { id })))
        assert.strictEqual((yield* insertion)._tag, "PersistenceError")
        const sent = yield* statementsOf(insertion)
        assert.lengthOf(
          sent.filter(({ text }) => text.includes("INSERT")),
          3
        )
      }).pipe(Effect.provide(storage))
    )
  })
}

// PGlite has one connection, which the transaction would keep from the other user.
for (const server of servers()) {
  describe(`PostgresUserRepository on ${server.name}, with two connections`, () => {
    const storage = Layer.provideMerge(Postgres.layer, onServer(server).migrated)
    const instanceId = Samples.instanceId()

    it.effect("fails, in a transaction whose snapshot is older than the other user", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const outside = yield* Effect.context<UserRepository>()
        const users = yield* UserRepository
        const second = yield* Samples.storedUser(instanceId)
        const email = Samples.email()
        const failure = yield* Effect.gen(function* () {
          yield* sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`
          yield* users.findByEmail(instanceId, email)
          yield* Effect.mapInputContext(
            Samples.storedUser(instanceId, { email }),
            (_: Context.Context<never>) => outside
          )
          return yield* Effect.flip(users.update(new User({ ...second, email }), second.credentialVersion))
        }).pipe(sql.withTransaction)
        assert.strictEqual(failure._tag, "PersistenceError")
      }).pipe(Effect.provide(storage))
    )
  })
}
