import { assert, type Vitest } from "@effect/vitest"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { failsWith, isNone, isSome, same, succeeds } from "../Assertions.ts"
import { concurrently } from "../Concurrency.ts"
import * as Samples from "../../Samples.ts"
import type { Ports } from "./InstanceFixture.ts"

const setUpDeleting = Effect.gen(function* () {
  const instances = yield* InstanceRepository
  const instance = yield* Samples.storedInstance
  const findDeleted = Effect.map(instances.listDeleted, (all) => all.find(({ id }) => id === instance.id))
  return { findDeleted, instance, instances }
})

export const deleting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns the instance as it was, which is no longer found, listed or changed", () =>
    Effect.gen(function* () {
      const { findDeleted, instance, instances } = yield* setUpDeleting
      isSome(yield* instances.delete(instance.id, Samples.now), instance)
      isNone(yield* instances.findById(instance.id))
      isNone(yield* instances.modify(instance.id, Either.right))
      assert.notInclude(
        (yield* instances.list).map(({ id }) => id),
        instance.id
      )
      same(yield* findDeleted, { id: instance.id, name: instance.name, deletedAt: Samples.now })
    })
  )

  it.effect("makes its hosts fail with InstanceNotFound, instead of `None`", () =>
    Effect.gen(function* () {
      const { instance, instances } = yield* setUpDeleting
      yield* instances.delete(instance.id, Samples.now)
      for (const host of instance.hosts) {
        failsWith(yield* Effect.either(instances.findByHost(host)), "InstanceNotFound")
      }
    })
  )

  it.effect("keeps its id and its hosts from other instances", () =>
    Effect.gen(function* () {
      const { findDeleted, instance, instances } = yield* setUpDeleting
      const other = yield* Samples.storedInstance
      yield* instances.delete(instance.id, Samples.now)
      const { hosts, id } = instance
      failsWith(yield* Effect.either(instances.insert(Samples.instance({ hosts }))), "HostTaken")
      failsWith(yield* Effect.either(instances.insertIfAbsent(Samples.instance({ hosts }))), "HostTaken")
      const claim = (current: Instance) => Either.right(new Instance({ ...current, hosts }))
      failsWith(yield* Effect.either(instances.modify(other.id, claim)), "HostTaken")
      failsWith(yield* Effect.either(instances.insert(Samples.instance({ id }))), "PersistenceError")
      yield* instances.insertIfAbsent(Samples.instance({ id }))
      isNone(yield* instances.findById(id))
      assert.isDefined(yield* findDeleted)
    })
  )

  it.effect("returns `None` for an unknown id, and the second time, which changes nothing", () =>
    Effect.gen(function* () {
      const { findDeleted, instance, instances } = yield* setUpDeleting
      isNone(yield* instances.delete(Samples.instanceId(), Samples.now))
      yield* instances.delete(instance.id, Samples.now)
      isNone(yield* instances.delete(instance.id, Samples.plus(1)))
      same((yield* findDeleted)?.deletedAt, Samples.now)
    })
  )

  it.effect("leaves other instances as they are", () =>
    Effect.gen(function* () {
      const { instance, instances } = yield* setUpDeleting
      const other = yield* Samples.storedInstance
      yield* instances.delete(instance.id, Samples.now)
      isSome(yield* instances.findById(other.id), other)
      for (const host of other.hosts) isSome(yield* instances.findByHost(host), other)
    })
  )

  it.effect("lists deleted instances ordered by id", () =>
    Effect.gen(function* () {
      const { instances } = yield* setUpDeleting
      const deleted = yield* Effect.replicateEffect(Samples.storedInstance, 3)
      for (const { id } of deleted) yield* instances.delete(id, Samples.now)
      const ids = (yield* instances.listDeleted).map(({ id }) => id)
      assert.includeMembers(
        ids,
        deleted.map(({ id }) => id)
      )
      assert.deepStrictEqual(ids, [...ids].sort())
    })
  )

  it.effect("restores the instance when the surrounding transaction fails", () =>
    Effect.gen(function* () {
      const { findDeleted, instance, instances } = yield* setUpDeleting
      const { run } = yield* Transaction
      yield* Effect.either(run(Effect.zipRight(instances.delete(instance.id, Samples.now), Effect.fail("refused"))))
      isSome(yield* instances.findById(instance.id), instance)
      for (const host of instance.hosts) isSome(yield* instances.findByHost(host), instance)
      assert.isUndefined(yield* findDeleted)
    })
  )

  it.effect("succeeds for one of twenty concurrent deletions", () =>
    Effect.gen(function* () {
      const { instance, instances } = yield* setUpDeleting
      const outcomes = yield* concurrently(20, (index) => instances.delete(instance.id, Samples.plus(index)))
      outcomes.forEach(succeeds)
      assert.lengthOf(outcomes.map(Either.getOrThrow).filter(Option.isSome), 1)
    })
  )
}
