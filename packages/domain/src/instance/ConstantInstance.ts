/**
 * For an app that defines its one instance in code: nothing is read or stored, and nothing can be changed.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { PersistenceError } from "../core/Errors.ts"
import type { Instance } from "./Instance.ts"
import { InstanceRepository } from "./InstanceRepository.ts"

const constant = new PersistenceError({
  cause: "ConstantInstance",
  detail: "The instance is defined in the app's code"
})

/**
 * Serves `instance` at every host. Merge it after a store's layer to replace that store's repository. Adding an instance
 * and changing this one fail with `PersistenceError`.
 *
 * @since 0.1.0
 */
export const layer = (instance: Instance): Layer.Layer<InstanceRepository> =>
  Layer.succeed(InstanceRepository, {
    insert: () => constant,
    insertIfAbsent: () => Effect.void,
    findById: (id) => Effect.succeed(id === instance.id ? Option.some(instance) : Option.none()),
    findByHost: () => Effect.succeedSome(instance),
    list: Effect.succeed([instance]),
    modify: (id) => (id === instance.id ? constant : Effect.succeedNone)
  })
