import type { Storage } from "@latchkey/domain/Domain"
import * as Memory from "@latchkey/memory/Memory"
import type * as Layer from "effect/Layer"
import * as contracts from "../src/internal/contracts.ts"

// Each suite on its own: by its type it uses no port that it does not declare.
for (const { suite } of Object.values<{ suite: (name: string, layer: Layer.Layer<Storage>) => void }>(contracts)) {
  suite("memory", Memory.layer)
}
