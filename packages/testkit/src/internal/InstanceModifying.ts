import { assert, type Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import * as Samples from "../Samples.ts"
import { failsWith, isNone, isSome, oneWins, same, succeeds } from "./Assertions.ts"
import { atOnce, rounds } from "./Concurrency.ts"

type Ports = InstanceRepository | Transaction

const setUp = Effect.gen(function* () {
  const instances = yield* InstanceRepository
  const instance = yield* Samples.storedInstance
  const claim = (hosts: ReadonlyArray<string>) => (current: Instance) =>
    Either.right(new Instance({ ...current, hosts }))
  return { claim, instance, instances }
})

const changing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("applies the change to what is stored, stores the result and answers it", () =>
    Effect.gen(function* () {
      const { instance, instances } = yield* setUp
      const expected = new Instance({ ...instance, name: "Renamed", plan: "pro", authConfig: { magic_link: true } })
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
      const { instance, instances } = yield* setUp
      const stranger = Samples.instance({ name: "Renamed", hosts: instance.hosts })
      const expected = new Instance({ ...stranger, id: instance.id })
      isSome(yield* instances.modify(instance.id, () => Either.right(stranger)), expected)
      isSome(yield* instances.findById(instance.id), expected)
      isNone(yield* instances.findById(stranger.id))
    })
  )

  it.effect("changes no other instance", () =>
    Effect.gen(function* () {
      const { claim, instance, instances } = yield* setUp
      const other = yield* Samples.storedInstance
      yield* instances.modify(instance.id, claim([Samples.host()]))
      isSome(yield* instances.findById(other.id), other)
    })
  )

  it.effect("does not call the change for an instance that does not exist", () =>
    Effect.gen(function* () {
      const { instances } = yield* setUp
      let calls = 0
      const answer = yield* instances.modify(Samples.instanceId(), (current) => {
        calls++
        return Either.right(current)
      })
      isNone(answer)
      assert.strictEqual(calls, 0)
    })
  )

  it.effect("stores nothing for a `Left`, and fails with it", () =>
    Effect.gen(function* () {
      const { instance, instances } = yield* setUp
      same(yield* Effect.either(instances.modify(instance.id, () => Either.left("refused"))), Either.left("refused"))
      isSome(yield* instances.findById(instance.id), instance)
    })
  )

  it.effect("puts back what a failing transaction around it changed", () =>
    Effect.gen(function* () {
      const { claim, instance, instances } = yield* setUp
      const { run } = yield* Transaction
      const change = instances.modify(instance.id, claim([]))
      yield* Effect.either(run(Effect.zipRight(change, Effect.fail("refused"))))
      isSome(yield* instances.findById(instance.id), instance)
      for (const host of instance.hosts) isSome(yield* instances.findByHost(host), instance)
    })
  )

  it.effect("loses none of twenty changes at once", () =>
    rounds(2, () =>
      Effect.gen(function* () {
        const { instance, instances } = yield* setUp
        const outcomes = yield* atOnce(20, (index) =>
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

const hosts = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("refuses a host of another instance, and stores nothing", () =>
    Effect.gen(function* () {
      const { claim, instance, instances } = yield* setUp
      const other = yield* Samples.storedInstance
      const fresh = Samples.host()
      const outcome = yield* Effect.either(instances.modify(instance.id, claim([fresh, ...other.hosts])))
      failsWith(outcome, "HostTaken")
      isSome(yield* instances.findById(instance.id), instance)
      isNone(yield* instances.findByHost(fresh))
      for (const host of other.hosts) isSome(yield* instances.findByHost(host), other)
    })
  )

  it.effect("gives up the hosts that it drops, so that another instance can have them", () =>
    Effect.gen(function* () {
      const { claim, instance, instances } = yield* setUp
      const other = yield* Samples.storedInstance
      yield* instances.modify(instance.id, claim([]))
      for (const host of instance.hosts) isNone(yield* instances.findByHost(host))
      const taken = yield* instances.modify(other.id, claim([...instance.hosts, ...other.hosts]))
      for (const host of instance.hosts) same(yield* instances.findByHost(host), taken)
    })
  )

  it.effect("gives a host to exactly one of twenty instances that claim it at once", () =>
    rounds(2, () =>
      Effect.gen(function* () {
        const { claim, instances } = yield* setUp
        const crowd = yield* Effect.replicateEffect(Samples.storedInstance, 20)
        const host = Samples.host()
        const outcomes = yield* atOnce(20, (index) =>
          Effect.forEach(crowd.slice(index, index + 1), ({ id }) => instances.modify(id, claim([host])))
        )
        oneWins(outcomes, "HostTaken")
        const claimants = (yield* instances.list).filter((instance) => instance.hosts.includes(host))
        assert.lengthOf(claimants, 1)
      })
    )
  )
}

export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  changing(it)
  hosts(it)
}
