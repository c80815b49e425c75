/**
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Transaction } from "@latchkey/domain/Transaction"
import { MemoryDatabase } from "./MemoryDatabase.ts"

/** @since 0.1.0 */
export const make = Effect.map(MemoryDatabase, (database) => Transaction.of({ run: database.transaction }))

/** @since 0.1.0 */
export const layer: Layer.Layer<Transaction, never, MemoryDatabase> = Layer.effect(Transaction, make)
