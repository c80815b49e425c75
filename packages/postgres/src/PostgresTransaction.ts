/**
 * Transactions of the app's `SqlClient`, so that what the app writes inside belongs to them too. `runExclusive` holds
 * an advisory lock of the transaction, named after schema and name, which all processes on the database share.
 */
import type { SqlClient } from "@effect/sql/SqlClient"
import { Transaction } from "@latchkey/domain/core/Transaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { database, hasRow, transaction } from "./internal/database.ts"

/** Makes the adapter over the app's `SqlClient`, without its name transforms. `PostgresSchema` names the schema. */
export const make = Effect.gen(function* () {
  const { schema, sql } = yield* database
  const run = transaction(sql)

  // PostgreSQL releases the lock with the transaction, and so also when the connection is lost.
  const tryLock = (name: string) =>
    hasRow(sql`
      SELECT FROM pg_try_advisory_xact_lock(hashtextextended(${`${schema}.${name}`}, 0)) AS locked WHERE locked`)

  return Transaction.of({
    run,
    runExclusive: (name, effect) =>
      run(Effect.flatMap(tryLock(name), (isLocked) => (isLocked ? Effect.asSome(effect) : Effect.succeedNone)))
  })
})

/** The adapter as a layer. Transactions are read committed, and a nested `run` is a savepoint. */
export const layer: Layer.Layer<Transaction, never, SqlClient> = Layer.effect(Transaction, make)
