/** Removes rows of an instance from a `MemoryDatabase`: the entries of maps whose key begins with the instance. */
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { InstanceRemoval } from "@latchkey/domain/instance/InstanceRemoval"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import { key, type MemoryState } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

/** The maps of the state by their names, whatever they hold: a new map is included. */
type Maps = Readonly<Record<keyof MemoryState, HashMap.HashMap<string, unknown>>>

/** Removes up to `limit` entries of an instance from the maps. Returns how many it removed, and the next state. */
const removeFrom = (
  state: MemoryState,
  names: ReadonlyArray<string>,
  id: InstanceId,
  limit: number
): readonly [number, MemoryState] => {
  const isOfInstance = (name: string) => name.startsWith(key(id, ""))
  let removed = 0
  const rest = Record.map(state as Maps, (map, name) => {
    if (!names.includes(name)) return map
    const keys = Arr.take(Arr.filter(HashMap.keys(map), isOfInstance), limit - removed)
    removed += keys.length
    return HashMap.removeMany(map, keys)
  }) as MemoryState
  return [removed, rest]
}

/** The maps whose entries let someone in. */
const mapsOfAccess: ReadonlyArray<keyof MemoryState> = [
  "magicLinks",
  "invitations",
  "oneTimeTokens",
  "factorRecoveryLinks",
  "factorRecoveries",
  "sessions"
]

const removeBatch = (state: MemoryState, id: InstanceId, limit: number): readonly [number, MemoryState] => {
  if (!HashMap.has(state.deletedInstances, id)) return [0, state]
  const [removed, rest] = removeFrom(state, Record.keys(state as Maps), id, limit)
  if (removed >= limit) return [removed, rest]
  return [removed + 1, { ...rest, deletedInstances: HashMap.remove(rest.deletedInstances, id) }]
}

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  InstanceRemoval.of({
    removeBatch: (id, limit) => database.modify((state) => removeBatch(state, id, limit)),
    revokeBatch: (id, limit) => database.modify((state) => removeFrom(state, mapsOfAccess, id, limit))
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<InstanceRemoval, never, MemoryDatabase> = Layer.effect(InstanceRemoval, make)
