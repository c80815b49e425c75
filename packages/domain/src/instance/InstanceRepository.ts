import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import type * as Option from "effect/Option"
import type { PersistenceError } from "../core/Errors.ts"
import { InvariantViolation } from "../core/Invariant.ts"
import { type HostTaken, type InstanceNotFound, type InstancesInCode, PlanDoesNotAllow } from "./InstanceErrors.ts"
import type { InstanceId } from "../core/Ids.ts"
import type { Instance } from "./Instance.ts"

/** An instance that was deleted, and whose data is not removed completely yet. */
export interface DeletedInstance extends Pick<Instance, "id" | "name"> {
  readonly deletedAt: DateTime.Utc
}

/**
 * The port for instances. Only `listDeleted` returns deleted ones. They keep their id and their hosts, which no other
 * instance can have, until `InstanceRemoval` has removed them. Every change fails with `InstancesInCode` if the app
 * defines its instances in code. Secrets of identity providers are encrypted before they are stored: see
 * `checkSecrets`.
 */
export class InstanceRepository extends Context.Tag("@latchkey/domain/InstanceRepository")<
  InstanceRepository,
  {
    /**
     * Adds an instance. Fails with `HostTaken`, and adds nothing, if another instance has one of its hosts; in the same
     * way with `PlanDoesNotAllow` if its plan does not include its password policy: see `checkPlan`.
     */
    readonly insert: (
      instance: Instance
    ) => Effect.Effect<void, HostTaken | InstancesInCode | PersistenceError | PlanDoesNotAllow>

    /**
     * Adds an instance unless its id exists; an existing one stays unchanged. Fails as `insert` does. Several processes
     * may call it concurrently.
     */
    readonly insertIfAbsent: (
      instance: Instance
    ) => Effect.Effect<void, HostTaken | PersistenceError | PlanDoesNotAllow>

    /** Returns the instance with that id, or `None`. */
    readonly findById: (id: InstanceId) => Effect.Effect<Option.Option<Instance>, PersistenceError>

    /** Returns the instance that has the host, or `None`. Fails with `InstanceNotFound` if a deleted one has it. */
    readonly findByHost: (host: string) => Effect.Effect<Option.Option<Instance>, InstanceNotFound | PersistenceError>

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
    ) => Effect.Effect<Option.Option<Instance>, E | HostTaken | InstancesInCode | PersistenceError>

    /**
     * Deletes an instance at `deletedAt`: marks it, so that it is found no more. Returns it as it was, or `None` if
     * there is no such instance. Its users and everything else are still stored: see `InstanceRemoval`.
     */
    readonly delete: (
      id: InstanceId,
      deletedAt: DateTime.Utc
    ) => Effect.Effect<Option.Option<Instance>, InstancesInCode | PersistenceError>

    /** Returns the deleted instances whose data is not removed completely, ordered by id. */
    readonly listDeleted: Effect.Effect<ReadonlyArray<DeletedInstance>, PersistenceError>
  }
>() {}

/**
 * Returns the instance, or fails with `PlanDoesNotAllow` if its plan does not include its password policy, which would
 * be ignored. For adapters, before they add an instance.
 */
export const checkPlan = (instance: Instance): Either.Either<Instance, PlanDoesNotAllow> =>
  instance.isAllowedByPlan ? Either.right(instance) : Either.left(new PlanDoesNotAllow())

/**
 * Returns the instance. Throws an `InvariantViolation` if a secret of an identity provider is not encrypted, as in
 * instances that are defined in code. For adapters, before they store an instance.
 */
export const checkSecrets = (instance: Instance): Instance => {
  if (instance.identityProviders.some(({ clientSecret }) => Redacted.isRedacted(clientSecret))) {
    throw new InvariantViolation("The secrets of identity providers are encrypted before they are stored")
  }
  return instance
}
