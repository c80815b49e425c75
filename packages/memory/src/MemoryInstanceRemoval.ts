/** Removes rows of an instance from a `MemoryDatabase`: those whose key begins with the instance, in any table. */
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { InstanceRemoval } from "@latchkey/domain/instance/InstanceRemoval"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { deletedInstances } from "./internal/instances.ts"
import { deleteOfInstance, type MemoryState } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const removeBatch = (state: MemoryState, id: InstanceId, limit: number): readonly [number, MemoryState] => {
  if (!deletedInstances.has(state, id)) return [0, state]
  const [removed, rest] = deleteOfInstance(state, id, limit)
  return removed >= limit ? [removed, rest] : [removed + 1, deletedInstances.remove(rest, id)]
}

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  InstanceRemoval.of({
    removeBatch: (id, limit) => database.modify((state) => removeBatch(state, id, limit)),
    revokeBatch: (id, limit) =>
      database.modify((state) => deleteOfInstance(state, id, limit, ({ options }) => options.letsIn === true))
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<InstanceRemoval, never, MemoryDatabase> = Layer.effect(InstanceRemoval, make)
