/** Signing keys in a `MemoryDatabase`. */
import { type SigningKey, SigningKeyRepository } from "@latchkey/domain/access-token/SigningKeyRepository"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { pipe } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Order from "effect/Order"
import { key, Table } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

/** By number. */
const signingKeys = new Table<string, SigningKey>("signing_keys")

const newestFirst = Order.reverse(Order.mapInput(Order.number, ({ number }: SigningKey) => number))

const keyOf = (instanceId: InstanceId, number: number): string => key(instanceId, String(number))

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  SigningKeyRepository.of({
    list: (instanceId) =>
      database.read((state) =>
        pipe(
          signingKeys.values(state),
          Arr.filter((stored) => stored.instanceId === instanceId),
          Arr.sort(newestFirst)
        )
      ),

    insert: (created) =>
      database.modify((state) => {
        const name = keyOf(created.instanceId, created.number)
        return signingKeys.has(state, name) ? [false, state] : [true, signingKeys.set(state, name, created)]
      }),

    deleteUpTo: (instanceId, number) =>
      database.modify((state) =>
        signingKeys.delete(state, Infinity, (stored) => stored.instanceId === instanceId && stored.number <= number)
      )
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<SigningKeyRepository, never, MemoryDatabase> = Layer.effect(SigningKeyRepository, make)
