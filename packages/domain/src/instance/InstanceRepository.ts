/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Option from "effect/Option"
import { type HostTaken, type PersistenceError, PlanDoesNotAllow } from "../core/Errors.ts"
import type { InstanceId } from "../core/Ids.ts"
import type { Instance } from "./Instance.ts"

/** The port for instances. An instance is never deleted. @since 0.1.0 */
export class InstanceRepository extends Context.Tag("@latchkey/domain/InstanceRepository")<
  InstanceRepository,
  {
    /**
     * Adds an instance. Fails with `HostTaken`, and adds nothing, if another instance has one of its hosts; in the same way
     * with `PlanDoesNotAllow` if its plan does not include its password policy: see `checkPlan`.
     */
    readonly insert: (instance: Instance) => Effect.Effect<void, HostTaken | PersistenceError | PlanDoesNotAllow>

    /**
     * Adds an instance unless its id exists; an existing one stays unchanged. Fails as `insert` does. Several processes may
     * call it concurrently.
     */
    readonly insertIfAbsent: (
      instance: Instance
    ) => Effect.Effect<void, HostTaken | PersistenceError | PlanDoesNotAllow>

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

/**
 * Returns the instance, or fails with `PlanDoesNotAllow` if its plan does not include its password policy, which would be
 * ignored. For adapters, before they add an instance.
 *
 * @since 0.1.0
 */
export const checkPlan = (instance: Instance): Either.Either<Instance, PlanDoesNotAllow> =>
  instance.isAllowedByPlan ? Either.right(instance) : Either.left(new PlanDoesNotAllow())
