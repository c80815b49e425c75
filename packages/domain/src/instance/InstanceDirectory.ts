/**
 * Reading and changing instances.
 *
 * @since 0.1.0
 */
import * as Cache from "effect/Cache"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import type { Actor, AuditLog } from "../audit/AuditLog.ts"
import { type HostTaken, InstanceNotFound, type PersistenceError, PlanDoesNotAllow } from "../core/Errors.ts"
import { Identifiers } from "../core/IdGenerator.ts"
import type { InstanceId } from "../core/Ids.ts"
import { defaultId, defaultInstance, type Instance } from "./Instance.ts"
import { apply, create, type InstancePatch, type NewInstance } from "./InstancePatch.ts"
import { InstanceRepository } from "./InstanceRepository.ts"
import * as Audit from "../audit/internal/AuditWriter.ts"
import { Transaction } from "../core/Transaction.ts"

/** The use case of reading and changing instances. @since 0.1.0 */
export class Instances extends Context.Tag("@latchkey/domain/Instances")<
  Instances,
  {
    /**
     * The instance that serves a host: the one that claims it, else `default`. Remembered for one second, so a change
     * made elsewhere is in force here within a second.
     */
    readonly byHost: (host: string) => Effect.Effect<Instance, InstanceNotFound | PersistenceError>

    /** All of them, in the order of their ids. */
    readonly list: Effect.Effect<ReadonlyArray<Instance>, PersistenceError>

    /** The instance of that id, as it is stored at this moment. */
    readonly get: (id: InstanceId) => Effect.Effect<Instance, InstanceNotFound | PersistenceError>

    /**
     * Adds an instance, on `free` unless it says otherwise. Fails with `PlanDoesNotAllow` when its password policy is
     * not the plan's, and with `HostTaken` when another has one of its hosts; nothing is added then. The audit log says
     * that it was `actor`: `program`, unless it is told.
     */
    readonly create: (
      settings: NewInstance,
      actor?: Actor
    ) => Effect.Effect<Instance, PlanDoesNotAllow | HostTaken | PersistenceError>

    /**
     * Merges a patch into an instance, atomically: of concurrent changes none is lost. What comes out has to be allowed
     * by the plan that comes out; otherwise it fails with `PlanDoesNotAllow` and changes nothing. In force at once in
     * this process, and within a second in others. The audit log says that it was `actor`: `program`, unless it is told.
     */
    readonly change: (
      id: InstanceId,
      patch: InstancePatch,
      actor?: Actor
    ) => Effect.Effect<Instance, InstanceNotFound | PlanDoesNotAllow | HostTaken | PersistenceError>
  }
>() {}

const found = Effect.mapError(() => new InstanceNotFound())

const allowed = (instance: Instance): Either.Either<Instance, PlanDoesNotAllow> =>
  instance.isAllowedByPlan ? Either.right(instance) : Either.left(new PlanDoesNotAllow())

/** The use case over its ports, as an effect. Makes the `default` instance if there is none. @since 0.1.0 */
export const make: Effect.Effect<
  typeof Instances.Service,
  HostTaken | PersistenceError,
  AuditLog | Identifiers | InstanceRepository | Transaction
> = Effect.gen(function* () {
  const audit = yield* Audit.make
  const identifiers = yield* Identifiers
  const repository = yield* InstanceRepository
  const transaction = yield* Transaction
  yield* repository.insertIfAbsent(defaultInstance)

  const makeHosts = Cache.makeWith({
    // Anybody can send any Host header: what is remembered of them is bounded.
    capacity: 1000,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.seconds(1) : Duration.zero),
    lookup: (host: string) =>
      repository.findByHost(host).pipe(
        Effect.flatMap(
          Option.match({
            onNone: () => repository.findById(defaultId),
            onSome: (instance) => Effect.succeedSome(instance)
          })
        ),
        Effect.flatMap((instance) => found(instance))
      )
  })
  const hosts = yield* Effect.flatMap(makeHosts, (cache) => Ref.make(cache))
  // A new cache, not an emptied one: what was being read before a change would still come into that.
  const forgetHosts = Effect.flatMap(makeHosts, (cache) => Ref.set(hosts, cache))

  return Instances.of({
    // All who ask for a host at once wait for one query: whoever asked first must not take the others along by hanging up.
    byHost: (host) => Effect.uninterruptible(Effect.flatMap(Ref.get(hosts), (cache) => cache.get(host))),
    list: repository.list,
    get: (id) => Effect.flatMap(repository.findById(id), (instance) => found(instance)),
    create: Effect.fn("Instances.create")(function* (settings, actor = "program") {
      const instance = yield* allowed(create(yield* identifiers.instance, settings))
      const line = { instanceId: instance.id, detail: Audit.describePatch(settings) }
      yield* transaction.run(Effect.zipRight(repository.insert(instance), audit(actor, "instance_created", line)))
      yield* forgetHosts
      return instance
    }),
    change: Effect.fn("Instances.change")(function* (id, patch, actor = "program") {
      const modified = Effect.flatMap(
        repository.modify(id, (current) => allowed(apply(current, patch))),
        (instance) => found(instance)
      )
      const line = { instanceId: id, detail: Audit.describePatch(patch) }
      const changed = yield* transaction.run(Effect.zipLeft(modified, audit(actor, "instance_changed", line)))
      yield* forgetHosts
      return changed
    })
  })
})

/**
 * The use case over its ports. Building it makes the `default` instance if there is none, so it fails with
 * `PersistenceError` while the store is not reachable.
 *
 * @since 0.1.0
 */
export const layer: Layer.Layer<
  Instances,
  HostTaken | PersistenceError,
  AuditLog | Identifiers | InstanceRepository | Transaction
> = Layer.effect(Instances, make)
