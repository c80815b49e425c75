/**
 * Transactions of a `MemoryDatabase`: one at a time, and nobody else reads or writes meanwhile. What fails is undone.
 * `runExclusive` knows of this process alone.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as HashSet from "effect/HashSet"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { MemoryDatabase } from "./MemoryDatabase.ts"

/** The adapter over a `MemoryDatabase`, as an effect. @since 0.1.0 */
export const make: Effect.Effect<typeof Transaction.Service, never, MemoryDatabase> = Effect.gen(function* () {
  const { transaction } = yield* MemoryDatabase
  const atWork = yield* Ref.make(HashSet.empty<string>())

  const enter = (name: string) =>
    Ref.modify(atWork, (names) => [!HashSet.has(names, name), HashSet.add(names, name)] as const)

  return Transaction.of({
    run: transaction,
    runExclusive: (name, effect) =>
      Effect.acquireUseRelease(
        enter(name),
        (entered) => (entered ? Effect.asSome(transaction(effect)) : Effect.succeedNone),
        (entered) => (entered ? Ref.update(atWork, HashSet.remove(name)) : Effect.void)
      )
  })
})

/** The adapter over a `MemoryDatabase`. Those that are to see the same data need the same one. @since 0.1.0 */
export const layer: Layer.Layer<Transaction, never, MemoryDatabase> = Layer.effect(Transaction, make)
