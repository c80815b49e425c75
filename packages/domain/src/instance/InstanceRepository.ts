/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import type * as Option from "effect/Option"
import type { HostTaken, PersistenceError } from "../core/Errors.ts"
import type { InstanceId } from "../core/Ids.ts"
import type { Instance } from "./Instance.ts"

/** The port for instances. An instance is never deleted. @since 0.1.0 */
export class InstanceRepository extends Context.Tag("@latchkey/domain/InstanceRepository")<
  InstanceRepository,
  {
    /** Adds an instance. Fails with `HostTaken`, and adds nothing, if another instance has one of its hosts. */
    readonly insert: (instance: Instance) => Effect.Effect<void, HostTaken | PersistenceError>

    /** Adds an instance unless its id exists; an existing one stays unchanged. Several processes may call it concurrently. */
    readonly insertIfAbsent: (instance: Instance) => Effect.Effect<void, HostTaken | PersistenceError>

    /** Returns the instance with that id, or `None`. */
    readonly findById: (id: InstanceId) => Effect.Effect<Option.Option<Instance>, PersistenceError>

    /** Returns the instance that has the host, or `None`. */
    readonly findByHost: (host: string) => Effect.Effect<Option.Option<Instance>, PersistenceError>

    /** Returns all instances, ordered by id. */
    readonly list: Effect.Effect<ReadonlyArray<Instance>, PersistenceError>

    /**
     * Reads an instance, applies `change` and stores the result, atomically: concurrent changes wait, and none is lost.
     * The id stays. Returns `None`, without calling `change`, if there is no such instance. A `Left` stores nothing and
     * becomes the failure. Fails with `HostTaken`, and stores nothing, if another instance has one of the new hosts.
     */
    readonly modify: <E>(
      id: InstanceId,
      change: (current: Instance) => Either.Either<Instance, E>
    ) => Effect.Effect<Option.Option<Instance>, E | HostTaken | PersistenceError>
  }
>() {}
