import { SqlClient } from "@effect/sql/SqlClient"
import { assert, describe, it } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import * as Postgres from "@latchkey/postgres/Postgres"
import { databases } from "@latchkey/test-support/postgres/databases"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Undoes the next insertions into `users`, as PostgreSQL does because of other transactions. */
const undoInsertions = (times: number, code: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    // A sequence is the one thing that is not undone.
    yield* sql`CREATE SEQUENCE attempts`
    yield* sql.unsafe(`
      CREATE FUNCTION undo() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('attempts') <= ${times} THEN RAISE EXCEPTION 'undone' USING ERRCODE = '${code}'; END IF;
        RETURN NEW;
      END $$`)
    yield* sql`CREATE TRIGGER undo BEFORE INSERT ON latchkey.users FOR EACH ROW EXECUTE FUNCTION undo()`
    return Effect.map(sql<{ value: string }>`SELECT last_value AS value FROM attempts`, ([row]) => Number(row?.value))
  })

for (const { migrated, name } of databases()) {
  describe(`A statement on ${name} that PostgreSQL has undone because of others`, () => {
    const stores = Effect.provide(Layer.provideMerge(Postgres.layer, migrated))
    const newUser = Effect.gen(function* () {
      const users = yield* UserRepository
      const user = Samples.user((yield* Samples.storedInstance).id)
      return { users, user }
    })

    for (const [situation, code] of [
      ["a serialization failure", "40001"],
      ["a deadlock", "40P01"]
    ] as const)
      it.effect(`by ${situation}, runs again until it succeeds`, () =>
        Effect.gen(function* () {
          const { user, users } = yield* newUser
          const attempts = yield* undoInsertions(3, code)
          yield* users.insert(user)
          assert.strictEqual(yield* attempts, 4)
          assert.strictEqual(yield* users.count(user.instanceId), 1)
        }).pipe(stores)
      )

    it.effect("again and again, fails after six times", () =>
      Effect.gen(function* () {
        const { user, users } = yield* newUser
        const attempts = yield* undoInsertions(100, "40001")
        assert.strictEqual((yield* Effect.flip(users.insert(user)))._tag, "PersistenceError")
        assert.strictEqual(yield* attempts, 6)
      }).pipe(stores)
    )

    it.effect("does not run again in a transaction, which was undone as a whole", () =>
      Effect.gen(function* () {
        const { user, users } = yield* newUser
        const { run } = yield* Transaction
        const attempts = yield* undoInsertions(1, "40001")
        assert.strictEqual((yield* Effect.flip(run(users.insert(user))))._tag, "PersistenceError")
        assert.strictEqual(yield* attempts, 1)
      }).pipe(stores)
    )
  })
}
