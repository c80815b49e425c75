import { SqlClient } from "@effect/sql/SqlClient"
import * as Statement from "@effect/sql/Statement"
import { assert, describe, it } from "@effect/vitest"
import { ExternalId } from "@latchkey/domain/account/ExternalId"
import { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import { statementsOf } from "@latchkey/test-support/postgres/Recording"
import { databases, onServer, servers } from "@latchkey/test-support/postgres/databases"

/** Runs `between` when `stores` has met a conflict, before it reads which user has the email address. */
const afterConflict =
  <E, R>(between: Effect.Effect<unknown, E, R>) =>
  <A, F, S>(stores: Effect.Effect<A, F, S>) =>
    Effect.gen(function* () {
      const provided = Effect.provide(Effect.orDie(between), yield* Effect.context<R>())
      let isDone = false
      return yield* Statement.withTransformer(stores, (statement) => {
        const isFirstRead = !isDone && statement.compile()[0].trimStart().startsWith("SELECT")
        if (!isFirstRead) return Effect.succeed(statement)
        isDone = true
        return Effect.as(provided, statement)
      })
    })

/** Gives the user another email address and no external id. */
const change = (user: User) =>
  Effect.flatMap(UserRepository, ({ update }) =>
    update(new User({ ...user, email: Samples.email(), externalId: Option.none() }), user.credentialVersion)
  )

/** Asserts that `stores` fails as an outage does, and sends that kind of statement three times. */
const failsAfterThreeTries = <A, E extends { readonly _tag: string }, R>(
  kind: "INSERT" | "UPDATE",
  stores: Effect.Effect<A, E, R>
) =>
  Effect.gen(function* () {
    const fails = Effect.map(Effect.flip(stores), ({ _tag }) => assert.strictEqual(_tag, "PersistenceError"))
    const sent = yield* statementsOf(fails)
    assert.lengthOf(
      sent.filter(({ text }) => text.includes(kind)),
      3
    )
  })

for (const { migrated, name } of databases()) {
  describe(`PostgresUserRepository on ${name}`, () => {
    const storage = Layer.provideMerge(Postgres.layer, migrated)
    const instanceId = Samples.instanceId()
    const externalId = Option.some(ExternalId.make("external"))

    for (const part of ["email", "externalId"] as const) {
      it.effect(`inserts a user if the ${part} is free again after the conflict`, () =>
        Effect.gen(function* () {
          const users = yield* UserRepository
          const first = yield* Samples.storedUser(instanceId, { externalId })
          const second = Samples.user(instanceId, { [part]: first[part] })
          yield* afterConflict(change(first))(users.insert(second))
          assert.deepStrictEqual(yield* users.findByEmail(instanceId, second.email), Option.some(second))
        }).pipe(Effect.provide(storage))
      )

      it.effect(`updates a user if the ${part} is free again after the conflict`, () =>
        Effect.gen(function* () {
          const users = yield* UserRepository
          const first = yield* Samples.storedUser(instanceId, { externalId })
          const second = yield* Samples.storedUser(instanceId)
          const changed = new User({ ...second, [part]: first[part] })
          assert.isTrue(yield* afterConflict(change(first))(users.update(changed, second.credentialVersion)))
          assert.deepStrictEqual(yield* users.findByEmail(instanceId, changed.email), Option.some(changed))
        }).pipe(Effect.provide(storage))
      )
    }

    it.effect("fails after three tries if the user in conflict is not found, such as one with the same id", () =>
      Effect.gen(function* () {
        const users = yield* UserRepository
        const { id } = yield* Samples.storedUser(instanceId)
        yield* failsAfterThreeTries("INSERT", users.insert(Samples.user(instanceId, { id })))
      }).pipe(Effect.provide(storage))
    )
  })
}

// PGlite has one connection, which the transaction would keep from the other user.
for (const server of servers()) {
  describe(`PostgresUserRepository on ${server.name}, with two connections`, () => {
    const storage = Layer.provideMerge(Postgres.layer, onServer(server).migrated)
    const instanceId = Samples.instanceId()

    it.effect("fails after three tries if the transaction's snapshot is older than the user in conflict", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const runOutside = Runtime.runPromise(yield* Effect.runtime<UserRepository>())
        const users = yield* UserRepository
        const second = yield* Samples.storedUser(instanceId)
        const email = Samples.email()
        yield* Effect.gen(function* () {
          yield* sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`
          yield* users.findByEmail(instanceId, email)
          yield* Effect.promise(() => runOutside(Samples.storedUser(instanceId, { email })))
          yield* failsAfterThreeTries("UPDATE", users.update(new User({ ...second, email }), second.credentialVersion))
        }).pipe(sql.withTransaction)
      }).pipe(Effect.provide(storage))
    )
  })
}
