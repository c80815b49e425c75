/**
 * @since 0.1.0
 */
import * as SqlClient from "@effect/sql/SqlClient"
import { Transaction } from "@latchkey/domain/Transaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { transaction } from "./internal/database.ts"

/** @since 0.1.0 */
export const make = Effect.map(SqlClient.SqlClient, (sql) => Transaction.of({ run: transaction(sql) }))

/**
 * A database transaction, read committed. A nested `run` is a savepoint in it.
 *
 * @since 0.1.0
 */
export const layer: Layer.Layer<Transaction, never, SqlClient.SqlClient> = Layer.effect(Transaction, make)
