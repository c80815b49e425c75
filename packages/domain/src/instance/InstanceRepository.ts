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
    /** Adds an instance. Fails with `HostTaken`, and adds nothing, when another instance has one of its hosts. */
    readonly insert: (instance: Instance) => Effect.Effect<void, HostTaken | PersistenceError>

    /** Adds an instance unless there is one with its id, which then stays as it is. Safe from several at once. */
    readonly insertIfAbsent: (instance: Instance) => Effect.Effect<void, HostTaken | PersistenceError>

    /** None when there is no such instance. */
    readonly findById: (id: InstanceId) => Effect.Effect<Option.Option<Instance>, PersistenceError>

    /** The instance that claims the host; none when no instance does. */
    readonly findByHost: (host: string) => Effect.Effect<Option.Option<Instance>, PersistenceError>

    /** All instances, in the order of their ids. */
    readonly list: Effect.Effect<ReadonlyArray<Instance>, PersistenceError>

    /**
     * Reads an instance, applies `change` and stores the result, atomically: concurrent changes wait, and none is lost.
     * The id stays. None when there is no such instance; `change` is not called then. A `Left` stores nothing and is
     * the failure. Fails with `HostTaken`, and stores nothing, when another instance has one of the new hosts.
     */
    readonly modify: <E>(
      id: InstanceId,
      change: (current: Instance) => Either.Either<Instance, E>
    ) => Effect.Effect<Option.Option<Instance>, E | HostTaken | PersistenceError>
  }
>() {}
