import { assert, type Vitest } from "@effect/vitest"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { defaultAuthConfig, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { failsWith, isNone, isSome, oneSucceeds, same, succeeds } from "../Assertions.ts"
import { concurrently, repeatedly } from "../Concurrency.ts"
import * as Samples from "../../Samples.ts"
import type { Ports } from "./InstanceFixture.ts"

const setUpModifying = Effect.gen(function* () {
  const instances = yield* InstanceRepository
  const instance = yield* Samples.storedInstance
  const claim = (hosts: ReadonlyArray<string>) => (current: Instance) =>
    Either.right(new Instance({ ...current, hosts }))
  return { claim, instance, instances }
})

export const modifying = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("applies the change to the stored instance, stores the result and returns it", () =>
    Effect.gen(function* () {
      const { instance, instances } = yield* setUpModifying
      const expected = new Instance({
        ...instance,
        name: "Renamed",
        plan: "pro",
        authConfig: { ...defaultAuthConfig, password: true, magic_link: true }
      })
      const changed = yield* instances.modify(instance.id, (current) => {
        same(current, instance)
        return Either.right(expected)
      })
      isSome(changed, expected)
      isSome(yield* instances.findById(instance.id), expected)
      for (const host of instance.hosts) isSome(yield* instances.findByHost(host), expected)
    })
  )

  it.effect("keeps the id", () =>
    Effect.gen(function* () {
      const { instance, instances } = yield* setUpModifying
      const replacement = Samples.instance({ name: "Renamed", hosts: instance.hosts })
      const expected = new Instance({ ...replacement, id: instance.id })
      isSome(yield* instances.modify(instance.id, () => Either.right(replacement)), expected)
      isSome(yield* instances.findById(instance.id), expected)
      isNone(yield* instances.findById(replacement.id))
    })
  )

  it.effect("leaves other instances unchanged", () =>
    Effect.gen(function* () {
      const { claim, instance, instances } = yield* setUpModifying
      const other = yield* Samples.storedInstance
      yield* instances.modify(instance.id, claim([Samples.host()]))
      isSome(yield* instances.findById(other.id), other)
    })
  )

  it.effect("returns `None` for an unknown id, without calling `change`", () =>
    Effect.gen(function* () {
      const { instances } = yield* setUpModifying
      let calls = 0
      const modified = yield* instances.modify(Samples.instanceId(), (current) => {
        calls++
        return Either.right(current)
      })
      isNone(modified)
      assert.strictEqual(calls, 0)
    })
  )

  it.effect("fails with the error of a `Left`, and stores nothing", () =>
    Effect.gen(function* () {
      const { instance, instances } = yield* setUpModifying
      same(yield* Effect.either(instances.modify(instance.id, () => Either.left("refused"))), Either.left("refused"))
      isSome(yield* instances.findById(instance.id), instance)
    })
  )

  it.effect("restores the instance when the surrounding transaction fails", () =>
    Effect.gen(function* () {
      const { claim, instance, instances } = yield* setUpModifying
      const { run } = yield* Transaction
      const change = instances.modify(instance.id, claim([]))
      yield* Effect.either(run(Effect.zipRight(change, Effect.fail("refused"))))
      isSome(yield* instances.findById(instance.id), instance)
      for (const host of instance.hosts) isSome(yield* instances.findByHost(host), instance)
    })
  )

  it.effect("loses none of twenty concurrent changes", () =>
    repeatedly(2, () =>
      Effect.gen(function* () {
        const { instance, instances } = yield* setUpModifying
        const outcomes = yield* concurrently(20, (index) =>
          instances.modify(instance.id, (current) =>
            Either.right(
              new Instance({ ...current, origins: [...current.origins, `https://app-${index}.example.com`] })
            )
          )
        )
        outcomes.forEach(succeeds)
        const stored = yield* instances.findById(instance.id)
        assert.sameMembers(
          Option.match(stored, { onNone: () => [], onSome: ({ origins }) => [...origins] }),
          Array.from({ length: 20 }, (_, index) => `https://app-${index}.example.com`)
        )
      })
    )
  )
}

export const modifyingHosts = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("fails with HostTaken for a host of another instance, and stores nothing", () =>
    Effect.gen(function* () {
      const { claim, instance, instances } = yield* setUpModifying
      const other = yield* Samples.storedInstance
      const fresh = Samples.host()
      const outcome = yield* Effect.either(instances.modify(instance.id, claim([fresh, ...other.hosts])))
      failsWith(outcome, "HostTaken")
      isSome(yield* instances.findById(instance.id), instance)
      isNone(yield* instances.findByHost(fresh))
      for (const host of other.hosts) isSome(yield* instances.findByHost(host), other)
    })
  )

  it.effect("releases removed hosts, so that another instance can have them", () =>
    Effect.gen(function* () {
      const { claim, instance, instances } = yield* setUpModifying
      const other = yield* Samples.storedInstance
      yield* instances.modify(instance.id, claim([]))
      for (const host of instance.hosts) isNone(yield* instances.findByHost(host))
      const taken = yield* instances.modify(other.id, claim([...instance.hosts, ...other.hosts]))
      for (const host of instance.hosts) same(yield* instances.findByHost(host), taken)
    })
  )

  it.effect("gives a host to exactly one of twenty instances that claim it concurrently", () =>
    repeatedly(2, () =>
      Effect.gen(function* () {
        const { claim, instances } = yield* setUpModifying
        const crowd = yield* Effect.replicateEffect(Samples.storedInstance, 20)
        const host = Samples.host()
        const outcomes = yield* concurrently(20, (index) =>
          Effect.forEach(crowd.slice(index, index + 1), ({ id }) => instances.modify(id, claim([host])))
        )
        oneSucceeds(outcomes, "HostTaken")
        const claimants = (yield* instances.list).filter((instance) => instance.hosts.includes(host))
        assert.lengthOf(claimants, 1)
      })
    )
  )
}
