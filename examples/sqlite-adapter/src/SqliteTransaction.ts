import { Transaction } from "@latchkey/domain/core/Transaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqliteDatabase } from "./SqliteDatabase.ts"

export const layer: Layer.Layer<Transaction, never, SqliteDatabase> = Layer.effect(
  Transaction,
  Effect.map(SqliteDatabase, ({ transaction }) => {
    // Names in this process are enough: no other process can open the locked file.
    const running = new Set<string>()
    const acquire = (name: string) => Effect.sync(() => !running.has(name) && running.add(name) !== undefined)

    return Transaction.of({
      run: transaction,
      runExclusive: (name, effect) =>
        Effect.acquireUseRelease(
          acquire(name),
          (isAcquired) => (isAcquired ? Effect.asSome(transaction(effect)) : Effect.succeedNone),
          (isAcquired) => Effect.sync(() => isAcquired && running.delete(name))
        )
    })
  })
)
