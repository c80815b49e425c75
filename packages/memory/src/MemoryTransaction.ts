/**
 * Transactions of a `MemoryDatabase`: one at a time, and others neither read nor write meanwhile. A failed transaction
 * is rolled back. `runExclusive` is exclusive within this process only.
 */
import { Transaction } from "@latchkey/domain/core/Transaction"
import * as Effect from "effect/Effect"
import * as HashSet from "effect/HashSet"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { MemoryDatabase } from "./MemoryDatabase.ts"

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.gen(function* () {
  const { transaction } = yield* MemoryDatabase
  const held = yield* Ref.make(HashSet.empty<string>())

  const acquire = (name: string) =>
    Ref.modify(held, (names) => [!HashSet.has(names, name), HashSet.add(names, name)] as const)

  return Transaction.of({
    run: transaction,
    runExclusive: (name, effect) =>
      Effect.acquireUseRelease(
        acquire(name),
        (acquired) => (acquired ? Effect.asSome(transaction(effect)) : Effect.succeedNone),
        (acquired) => (acquired ? Ref.update(held, HashSet.remove(name)) : Effect.void)
      )
  })
})

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<Transaction, never, MemoryDatabase> = Layer.effect(Transaction, make)
