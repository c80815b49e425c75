/** Finding and changing instances. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { ActingOperator } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { PersistenceError } from "../core/Errors.ts"
import {
  DefaultInstanceRequired,
  type HostTaken,
  InstanceNotFound,
  type InstancesInCode,
  type PlanDoesNotAllow,
  SignInImpossible,
  VerificationImpossible
} from "./InstanceErrors.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import { InstanceId } from "../core/Ids.ts"
import { violated } from "../core/Invariant.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { AuthenticationMethods } from "./AuthenticationMethods.ts"
import type { IdentityProviders } from "./IdentityProvider.ts"
import { defaultId, defaultInstance, Instance } from "./Instance.ts"
import { isOfOperators } from "./OperatorInstance.ts"
import * as InstancePatch from "./InstancePatch.ts"
import { auditActions } from "./InstanceRecords.ts"
import { checkPlan, InstanceRepository } from "./InstanceRepository.ts"
import * as InstanceCache from "./internal/InstanceCache.ts"

/** Settings that do not go together. */
export type ImpossibleSettings = PlanDoesNotAllow | SignInImpossible | VerificationImpossible

/**
 * The use case of finding and changing instances. Changes fail with `InstancesInCode` if the app defines them in code.
 */
export class InstanceDirectory extends Context.Tag("@latchkey/domain/InstanceDirectory")<
  InstanceDirectory,
  {
    /**
     * Returns the instance that has the host, or `default`. Fails with `InstanceNotFound` for a host of a deleted
     * instance, until its data is removed. Cached for one second, so a change made by another process takes effect here
     * within a second.
     */
    readonly findByHost: (host: string) => Effect.Effect<Instance, InstanceNotFound | PersistenceError>

    /** Returns all instances but the reserved one, ordered by id. */
    readonly list: Effect.Effect<ReadonlyArray<Instance>, PersistenceError>

    /** Returns the instance with that id, as it is stored now. Finds the reserved one as little as one that is absent. */
    readonly get: (id: InstanceId) => Effect.Effect<Instance, InstanceNotFound | PersistenceError>

    /**
     * Adds an instance, on `free` unless `settings` says otherwise. Fails with `PlanDoesNotAllow` if the plan does not
     * include its password policy, with `SignInImpossible` if every sign-in method is off, with
     * `VerificationImpossible` if it requires a verified email address without magic links, and with `HostTaken` if
     * another instance has one of its hosts; adds nothing then. The audit log names `by`, by default a program.
     */
    readonly create: (
      settings: InstancePatch.NewInstance,
      by?: ActingOperator
    ) => Effect.Effect<Instance, ImpossibleSettings | HostTaken | InstancesInCode | PersistenceError>

    /**
     * Merges a patch into an instance, atomically: no concurrent change is lost. Fails with `PlanDoesNotAllow`, and
     * changes nothing, if the resulting plan does not allow the resulting settings; in the same way with
     * `SignInImpossible` if the result has every sign-in method off, and with `VerificationImpossible` if it requires a
     * verified email address without magic links. Takes effect immediately in this process, and within a second in
     * others. The audit log names `by`, by default a program.
     */
    readonly update: (
      id: InstanceId,
      patch: InstancePatch.InstancePatch,
      by?: ActingOperator
    ) => Effect.Effect<Instance, InstanceNotFound | ImpossibleSettings | HostTaken | InstancesInCode | PersistenceError>

    /**
     * Changes the identity providers of an instance, atomically: no concurrent change is lost. A `Left` changes nothing
     * and becomes the failure. `record` is part of the transaction. Takes effect as `update` does.
     */
    readonly changeIdentityProviders: <E>(
      id: InstanceId,
      change: (current: Instance) => Either.Either<IdentityProviders, E>,
      record: Effect.Effect<void, PersistenceError>
    ) => Effect.Effect<Instance, E | InstanceNotFound | InstancesInCode | PersistenceError>

    /**
     * Deletes an instance: it is found no more, and no session, link or queued email of it has an effect. Takes effect
     * immediately in this process, and within a second in others. The cleanup job removes its data later; until then
     * no other instance can have its hosts. Fails with `DefaultInstanceRequired` for `default`, which has all hosts
     * that no instance claims. The audit log names `by`, by default a program.
     */
    readonly delete: (
      id: InstanceId,
      by?: ActingOperator
    ) => Effect.Effect<void, DefaultInstanceRequired | InstanceNotFound | InstancesInCode | PersistenceError>
  }
>() {}

const aProgram: ActingOperator = { actor: "program" }

const orNotFound = Effect.mapError(() => new InstanceNotFound())

const makeCheck =
  ({ isSignInPossible }: typeof AuthenticationMethods.Service) =>
  (instance: Instance): Either.Either<Instance, ImpossibleSettings> =>
    checkPlan(instance).pipe(
      Either.filterOrLeft(
        (checked) => isSignInPossible(checked, true),
        () => new SignInImpossible()
      ),
      Either.filterOrLeft(
        ({ isVerificationPossible }) => isVerificationPossible,
        () => new VerificationImpossible()
      )
    )

/** Makes the use case. Creates the `default` instance if there is none. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const check = makeCheck(yield* AuthenticationMethods)
  const ids = yield* IdGenerator
  const repository = yield* InstanceRepository
  const transaction = yield* Transaction
  yield* Effect.catchTag(
    repository.insertIfAbsent(defaultInstance),
    "PlanDoesNotAllow",
    violated("The plan of the default instance is `pro`")
  )

  const instances = yield* InstanceCache.make((host) =>
    repository.findByHost(host).pipe(
      Effect.flatMap(
        Option.match({
          onNone: () => repository.findById(defaultId),
          onSome: (instance) => Effect.succeedSome(instance)
        })
      ),
      Effect.flatMap((instance) => orNotFound(instance))
    )
  )

  const create = Effect.fnUntraced(function* (settings: InstancePatch.NewInstance, by = aProgram) {
    const instance = yield* check(InstancePatch.create(yield* ids.next(InstanceId), settings))
    const subject = { instanceId: instance.id, detail: AuditWriter.describePatch(settings) }
    yield* transaction.run(Effect.zipRight(repository.insert(instance), audit(by, "instance_created", subject)))
    yield* instances.reset
    return instance
  }, traced("InstanceDirectory.create"))

  const update = Effect.fnUntraced(function* (id: InstanceId, patch: InstancePatch.InstancePatch, by = aProgram) {
    let before: Instance | undefined
    const change = (instance: Instance) => {
      before = instance
      return check(InstancePatch.apply(instance, patch))
    }
    const modified = Effect.flatMap(repository.modify(id, change), (instance) => orNotFound(instance))
    const record = Effect.suspend(() =>
      audit(by, "instance_updated", { instanceId: id, detail: AuditWriter.describePatch(patch, before) })
    )
    const updated = yield* transaction.run(Effect.zipLeft(modified, record))
    yield* instances.reset
    return updated
  }, traced("InstanceDirectory.update"))

  const changeIdentityProviders = <E>(
    id: InstanceId,
    change: (current: Instance) => Either.Either<IdentityProviders, E>,
    record: Effect.Effect<void, PersistenceError>
  ) =>
    Effect.catchTag(
      repository.modify(id, (current) =>
        Either.map(change(current), (identityProviders) => new Instance({ ...current, identityProviders }))
      ),
      "HostTaken",
      violated("The hosts of an instance stay when its identity providers change")
    ).pipe(
      Effect.flatMap((instance) => orNotFound(instance)),
      Effect.zipLeft(record),
      transaction.run,
      Effect.zipLeft(instances.reset),
      traced("InstanceDirectory.changeIdentityProviders")
    )

  const remove = Effect.fnUntraced(function* (id: InstanceId, by = aProgram) {
    if (id === defaultId) return yield* new DefaultInstanceRequired()
    const deleted = Effect.flatMap(repository.delete(id, yield* DateTime.now), (instance) => orNotFound(instance))
    const record = ({ hosts, name }: Instance) =>
      audit(by, "instance_deleted", { instanceId: id, detail: AuditWriter.describePatch({ name, hosts }) })
    yield* transaction.run(Effect.flatMap(deleted, record))
    yield* instances.reset
  }, traced("InstanceDirectory.delete"))

  return InstanceDirectory.of({
    findByHost: instances.find,
    list: Effect.map(repository.list, (all) => all.filter(({ id }) => !isOfOperators(id))),
    get: (id) =>
      isOfOperators(id)
        ? new InstanceNotFound()
        : Effect.flatMap(repository.findById(id), (instance) => orNotFound(instance)),
    create,
    update,
    changeIdentityProviders,
    delete: remove
  })
})

/**
 * The use case as a layer. Creates the `default` instance if there is none, so building it fails with
 * `PersistenceError` while the store is unavailable.
 */
export const layer = Layer.effect(InstanceDirectory, make)
