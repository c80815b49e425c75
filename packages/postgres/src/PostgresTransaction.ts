/**
 * Transactions of the app's own `SqlClient`, so that what the app writes inside belongs to them as well. `runExclusive`
 * holds an advisory lock of the transaction, named after schema and name: all processes on the database know of it.
 *
 * @since 0.1.0
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import { Transaction } from "@latchkey/domain/core/Transaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { countRows, database, transaction } from "./internal/database.ts"

/**
 * The adapter over the app's `SqlClient`, as an effect. Its name transforms are off in here, and `PostgresSchema`
 * says where the tables are.
 *
 * @since 0.1.0
 */
export const make: Effect.Effect<typeof Transaction.Service, never, SqlClient> = Effect.gen(function* () {
  const { schema, sql } = yield* database
  const run = transaction(sql)

  // The lock ends with the transaction, and so with the connection: there is nothing to give back.
  const enter = (name: string) =>
    Effect.map(
      countRows(sql`
        SELECT FROM pg_try_advisory_xact_lock(hashtextextended(${`${schema}.${name}`}, 0)) AS won WHERE won`),
      (won) => won > 0
    )

  return Transaction.of({
    run,
    runExclusive: (name, effect) =>
      run(Effect.flatMap(enter(name), (won) => (won ? Effect.asSome(effect) : Effect.succeedNone)))
  })
})

/**
 * The adapter over the app's `SqlClient`. Transactions are read committed, and a nested `run` is a savepoint.
 *
 * @since 0.1.0
 */
export const layer: Layer.Layer<Transaction, never, SqlClient> = Layer.effect(Transaction, make)
