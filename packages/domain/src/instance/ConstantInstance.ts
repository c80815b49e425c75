/**
 * The one instance of an app that writes it in its code: nothing is read, nothing is stored, nothing can be changed.
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
  detail: "The instance is written in the code of the app"
})

/**
 * Serves `instance` at every host. Give it in the place of a store's: merged after it, it wins. Adding an instance
 * fails with `PersistenceError`, and so does changing this one.
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
