import { Transaction } from "@latchkey/domain/core/Transaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqliteDatabase } from "./SqliteDatabase.ts"

export const layer: Layer.Layer<Transaction, never, SqliteDatabase> = Layer.effect(
  Transaction,
  Effect.map(SqliteDatabase, ({ transaction }) => {
    // In this process, and there is no other: the file is locked.
    const atWork = new Set<string>()
    const enter = (name: string) => Effect.sync(() => !atWork.has(name) && atWork.add(name) !== undefined)

    return Transaction.of({
      run: transaction,
      runExclusive: (name, effect) =>
        Effect.acquireUseRelease(
          enter(name),
          (entered) => (entered ? Effect.asSome(transaction(effect)) : Effect.succeedNone),
          (entered) => Effect.sync(() => entered && atWork.delete(name))
        )
    })
  })
)
