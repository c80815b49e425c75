/**
 * What every `InstanceRepository` promises.
 *
 * @since 0.1.0
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { failsWith, isNone, isSome, oneWins, succeeds } from "./internal/Assertions.ts"
import { atOnce, rounds } from "./internal/Concurrency.ts"
import * as InstanceModifying from "./internal/InstanceModifying.ts"
import * as Samples from "./Samples.ts"

/** What the layer under test has to provide: the port, and those that the tests make their data with. @since 0.1.0 */
export type Ports = InstanceRepository | Transaction

const finding = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("finds an instance as it was inserted, by its id and by each of its hosts", () =>
    Effect.gen(function* () {
      const instances = yield* InstanceRepository
      const instance = Samples.instance({
        name: "Café ☕ & Söhne",
        plan: "pro",
        hosts: [Samples.host(), Samples.host()],
        origins: ["https://app.example.com", "http://localhost:5173"],
        redirectUrl: "https://app.example.com/home?from=link#top",
        branding: { logoUrl: "https://cdn.example.com/logo.svg?v=2", accentColor: "#1f5eff" },
        authConfig: { magic_link: true },
        sessionConfig: {
          passwordPolicy: {
            minLength: 12,
            requireUppercase: true,
            requireLowercase: false,
            requireNumber: true,
            requireSpecial: false
          },
          absoluteLifetimeSeconds: 3600,
          idleLifetimeSeconds: 600
        }
      })
      yield* instances.insert(instance)
      isSome(yield* instances.findById(instance.id), instance)
      for (const host of instance.hosts) isSome(yield* instances.findByHost(host), instance)
    })
  )

  it.effect("finds nothing for an unknown id or host", () =>
    Effect.gen(function* () {
      const instances = yield* InstanceRepository
      isNone(yield* instances.findById(Samples.instanceId()))
      isNone(yield* instances.findByHost(Samples.host()))
    })
  )

  it.effect("lists all instances in the order of their ids", () =>
    Effect.gen(function* () {
      const instances = yield* InstanceRepository
      const stored = [yield* Samples.storedInstance, yield* Samples.storedInstance, yield* Samples.storedInstance]
      const ids = (yield* instances.list).map(({ id }) => id)
      assert.includeMembers(
        ids,
        stored.map(({ id }) => id)
      )
      assert.deepStrictEqual(ids, [...ids].sort())
      for (const instance of stored)
        isSome(Option.fromNullable((yield* instances.list)[ids.indexOf(instance.id)]), instance)
    })
  )
}

const inserting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("refuses a host of another instance, and adds nothing", () =>
    Effect.gen(function* () {
      const instances = yield* InstanceRepository
      const first = yield* Samples.storedInstance
      for (const add of [instances.insert, instances.insertIfAbsent]) {
        const second = Samples.instance({ hosts: [Samples.host(), ...first.hosts] })
        failsWith(yield* Effect.either(add(second)), "HostTaken")
        isNone(yield* instances.findById(second.id))
        for (const host of second.hosts.slice(0, 1)) isNone(yield* instances.findByHost(host))
      }
      for (const host of first.hosts) isSome(yield* instances.findByHost(host), first)
    })
  )

  it.effect("gives a host to exactly one of twenty instances that are inserted at once", () =>
    rounds(2, () =>
      Effect.gen(function* () {
        const instances = yield* InstanceRepository
        const host = Samples.host()
        const outcomes = yield* atOnce(20, () => {
          const instance = Samples.instance({ hosts: [host] })
          return Effect.as(instances.insert(instance), instance)
        })
        oneWins(outcomes, "HostTaken")
        for (const winner of outcomes.filter(Either.isRight)) isSome(yield* instances.findByHost(host), winner.right)
      })
    )
  )

  it.effect("never puts an instance in the place of another with its id", () =>
    Effect.gen(function* () {
      const instances = yield* InstanceRepository
      const first = yield* Samples.storedInstance
      assert.isTrue(Either.isLeft(yield* Effect.either(instances.insert(Samples.instance({ id: first.id })))))
      isSome(yield* instances.findById(first.id), first)
    })
  )

  it.effect("adds nothing that a failing transaction around it would leave behind", () =>
    Effect.gen(function* () {
      const instances = yield* InstanceRepository
      const { run } = yield* Transaction
      const instance = Samples.instance()
      yield* Effect.either(run(Effect.zipRight(instances.insert(instance), Effect.fail("refused"))))
      isNone(yield* instances.findById(instance.id))
      for (const host of instance.hosts) isNone(yield* instances.findByHost(host))
    })
  )
}

const insertingIfAbsent = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("adds an instance that is absent", () =>
    Effect.gen(function* () {
      const instances = yield* InstanceRepository
      const instance = Samples.instance()
      yield* instances.insertIfAbsent(instance)
      isSome(yield* instances.findById(instance.id), instance)
      for (const host of instance.hosts) isSome(yield* instances.findByHost(host), instance)
    })
  )

  it.effect("leaves an instance that is there as it is", () =>
    Effect.gen(function* () {
      const instances = yield* InstanceRepository
      const first = yield* Samples.storedInstance
      const second = Samples.instance({ id: first.id, name: "Another" })
      yield* instances.insertIfAbsent(second)
      isSome(yield* instances.findById(first.id), first)
      for (const host of second.hosts) isNone(yield* instances.findByHost(host))
    })
  )

  it.effect("makes one instance of fifty that are inserted at once", () =>
    Effect.gen(function* () {
      const instances = yield* InstanceRepository
      const shared = Samples.instance()
      const outcomes = yield* atOnce(50, (index) => {
        const instance = new Instance({ ...shared, name: `Number ${index}` })
        return Effect.as(instances.insertIfAbsent(instance), instance.name)
      })
      outcomes.forEach(succeeds)
      const stored = yield* instances.findById(shared.id)
      assert.isTrue(
        outcomes.some((name) =>
          Option.contains(
            Option.map(stored, (one) => one.name),
            Either.getOrThrow(name)
          )
        )
      )
      assert.lengthOf(
        (yield* instances.list).filter(({ id }) => id === shared.id),
        1
      )
    })
  )
}

/** The tests, for a suite that is made already, by `it.layer(layer)(name, tests)`. @since 0.1.0 */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  finding(it)
  describe("insert", () => inserting(it))
  describe("insertIfAbsent", () => insertingIfAbsent(it))
  describe("modify", () => InstanceModifying.tests(it))
}

/**
 * Holds the `InstanceRepository` of a layer to its promises. Call it in a test file of Vitest. The layer is built
 * once, and has a minute for it.
 *
 * @since 0.1.0
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`InstanceRepository of ${name}`, tests)
