/** Every port that stores data, over one database in memory. */
import type { Storage } from "@latchkey/domain/Domain"
import * as LayersInOrder from "@latchkey/domain/core/LayersInOrder"
import * as Layer from "effect/Layer"
import * as adapters from "./internal/adapters.ts"
import * as MemoryDatabase from "./MemoryDatabase.ts"

type Adapters = typeof adapters

type Ports = { readonly [Port in keyof Adapters]: Layer.Layer.Success<Adapters[Port]> }[keyof Adapters]

const layers: ReadonlyArray<Layer.Layer<never, never, MemoryDatabase.MemoryDatabase>> = Object.values(adapters)

/**
 * Every port that stores data, over one database. It is empty when the layer is built, and its data is lost when the
 * layer is released. Everything that the ports guarantee holds, within one process.
 */
export const layer: Layer.Layer<Storage> = (
  LayersInOrder.make(layers) as Layer.Layer<Ports, never, MemoryDatabase.MemoryDatabase>
).pipe(Layer.provide(MemoryDatabase.layer))
