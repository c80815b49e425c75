/**
 * Gives each file the `it` of @effect/vitest: `it.layer` replaces its methods for all that follows in the same process,
 * so that the tests of the next file would run on the clock and the services of that layer.
 */
import { effect, it, layer, scoped } from "@effect/vitest"

Object.assign(it, { effect, layer, scoped })
