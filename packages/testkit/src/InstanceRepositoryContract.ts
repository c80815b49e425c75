/** Contract tests of `InstanceRepository`. */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { defaultAuthConfig, defaultSessionConfig, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { Language } from "@latchkey/domain/language/Language"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { failsWith, isNone, isSome, oneSucceeds, same, succeeds } from "./internal/Assertions.ts"
import { concurrently, repeatedly } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = InstanceRepository | Transaction

const finding = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("finds an inserted instance with every field, by its id and by each of its hosts", () =>
    Effect.gen(function* () {
      const instances = yield* InstanceRepository
      const instance = Samples.instance({
        name: "Café ☕ & Söhne",
        plan: "pro",
        hosts: [Samples.host(), Samples.host()],
        origins: ["https://app.example.com", "http://localhost:5173"],
        defaultLanguage: Language.make("pt-BR"),
        redirectUrl: "https://app.example.com/home?from=link#top",
        branding: {
          logoUrl: "https://cdn.example.com/logo.svg?v=2",
          accentColor: "#1f5eff",
          corners: "pill",
          font: "serif",
          termsUrl: "https://example.com/terms",
          privacyUrl: "https://example.com/privacy",
          supportUrl: "mailto:help@example.com"
        },
        authConfig: { ...defaultAuthConfig, password: false, magic_link: true },
        signUp: { mode: "closed", verification: "before" },
        emailConfig: { accountNotices: false, magicLinkCodes: true },
        accountConfig: { deletionGraceDays: 0 },
        sessionConfig: {
          passwordPolicy: {
            minLength: 12,
            requireUppercase: true,
            requireLowercase: false,
            requireNumber: true,
            requireSpecial: false
          },
          absoluteLifetimeSeconds: 3600,
          idleLifetimeSeconds: 600,
          requireVerifiedEmail: true
        }
      })
      yield* instances.insert(instance)
      isSome(yield* instances.findById(instance.id), instance)
      for (const host of instance.hosts) isSome(yield* instances.findByHost(host), instance)
    })
  )

  it.effect("returns `None` for an unknown id and an unknown host", () =>
    Effect.gen(function* () {
      const instances = yield* InstanceRepository
      isNone(yield* instances.findById(Samples.instanceId()))
      isNone(yield* instances.findByHost(Samples.host()))
    })
  )

  it.effect("lists all instances ordered by id", () =>
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
  it.effect("fails with HostTaken for a host of another instance, and adds nothing", () =>
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

  it.effect("fails with PlanDoesNotAllow for a password policy that the plan does not include, and adds nothing", () =>
    Effect.gen(function* () {
      const instances = yield* InstanceRepository
      const passwordPolicy = { ...defaultSessionConfig.passwordPolicy, minLength: 12 }
      for (const add of [instances.insert, instances.insertIfAbsent]) {
        const free = Samples.instance({ plan: "free", sessionConfig: { ...defaultSessionConfig, passwordPolicy } })
        failsWith(yield* Effect.either(add(free)), "PlanDoesNotAllow")
        isNone(yield* instances.findById(free.id))
      }
    })
  )

  it.effect("inserts exactly one of twenty concurrent instances with the same host", () =>
    repeatedly(2, () =>
      Effect.gen(function* () {
        const instances = yield* InstanceRepository
        const host = Samples.host()
        const outcomes = yield* concurrently(20, () => {
          const instance = Samples.instance({ hosts: [host] })
          return Effect.as(instances.insert(instance), instance)
        })
        oneSucceeds(outcomes, "HostTaken")
        for (const winner of outcomes.filter(Either.isRight)) isSome(yield* instances.findByHost(host), winner.right)
      })
    )
  )

  it.effect("never replaces an instance with the same id", () =>
    Effect.gen(function* () {
      const instances = yield* InstanceRepository
      const first = yield* Samples.storedInstance
      assert.isTrue(Either.isLeft(yield* Effect.either(instances.insert(Samples.instance({ id: first.id })))))
      isSome(yield* instances.findById(first.id), first)
    })
  )

  it.effect("leaves nothing behind when the surrounding transaction fails", () =>
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
  it.effect("inserts an instance with a new id", () =>
    Effect.gen(function* () {
      const instances = yield* InstanceRepository
      const instance = Samples.instance()
      yield* instances.insertIfAbsent(instance)
      isSome(yield* instances.findById(instance.id), instance)
      for (const host of instance.hosts) isSome(yield* instances.findByHost(host), instance)
    })
  )

  it.effect("leaves an existing instance unchanged", () =>
    Effect.gen(function* () {
      const instances = yield* InstanceRepository
      const first = yield* Samples.storedInstance
      const second = Samples.instance({ id: first.id, name: "Another" })
      yield* instances.insertIfAbsent(second)
      isSome(yield* instances.findById(first.id), first)
      for (const host of second.hosts) isNone(yield* instances.findByHost(host))
    })
  )

  it.effect("inserts exactly one of fifty concurrent instances with the same id", () =>
    Effect.gen(function* () {
      const instances = yield* InstanceRepository
      const shared = Samples.instance()
      const outcomes = yield* concurrently(50, (index) => {
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

/** A provider of each kind, in an order that sorts by none of their fields. */
const everyProvider = () => [
  Samples.identityProvider({ id: "work", name: "Büro 🏢", scopes: ["groups", "https://example.com/read"] }),
  Samples.identityProvider({
    id: "apple",
    kind: "apple",
    issuer: "https://appleid.apple.com",
    apple: { teamId: "0A1B2C3D4E", keyId: "ABCDE12345" },
    nativeClientIds: ["com.example.app", "com.example.app.beta"],
    emailTrust: "authoritative"
  }),
  Samples.identityProvider({
    id: "github",
    kind: "github",
    issuer: "https://github.com/login/oauth",
    emailTrust: "never",
    enabled: false
  }),
  Samples.identityProvider({
    id: "entra",
    kind: "microsoft",
    issuer: "https://login.microsoftonline.com/{tenantid}/v2.0",
    trustsMfa: true
  }),
  Samples.identityProvider({ id: "google", kind: "google", issuer: "https://accounts.google.com", clientSecret: null })
]

const keepingProviders = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("keeps a provider of every kind with every field and its encrypted secret, in their order", () =>
    Effect.gen(function* () {
      const instances = yield* InstanceRepository
      for (const add of [instances.insert, instances.insertIfAbsent]) {
        const instance = Samples.instance({ identityProviders: everyProvider() })
        yield* add(instance)
        isSome(yield* instances.findById(instance.id), instance)
        for (const host of instance.hosts) isSome(yield* instances.findByHost(host), instance)
        same(
          (yield* instances.list).find(({ id }) => id === instance.id),
          instance
        )
        isSome(yield* instances.delete(instance.id, Samples.now), instance)
      }
    })
  )

  it.effect("stores providers that were added, moved and removed, and keeps them when something else is changed", () =>
    Effect.gen(function* () {
      const instances = yield* InstanceRepository
      const { id } = yield* Samples.storedInstance
      const all = everyProvider()
      const change = (fields: Partial<Instance>) =>
        instances.modify(id, (current) => Either.right(new Instance({ ...current, ...fields })))
      for (const identityProviders of [all, [...all].reverse(), all.slice(1)]) {
        const changed = yield* change({ identityProviders })
        same(yield* instances.findById(id), changed)
        same(Option.getOrThrow(changed).identityProviders, identityProviders)
      }
      same(Option.getOrThrow(yield* change({ name: "Renamed" })).identityProviders, all.slice(1))
      same(Option.getOrThrow(yield* instances.findById(id)).identityProviders, all.slice(1))
      same(Option.getOrThrow(yield* change({ identityProviders: [] })).identityProviders, [])
      same(Option.getOrThrow(yield* instances.findById(id)).identityProviders, [])
    })
  )

  it.effect("dies before it stores a secret that is not encrypted, and stores nothing", () =>
    Effect.gen(function* () {
      const instances = yield* InstanceRepository
      const stored = yield* Samples.storedInstance
      const clientSecret = Redacted.make("a secret that is not encrypted")
      const instance = Samples.instance({ identityProviders: [Samples.identityProvider({ clientSecret })] })
      const { identityProviders } = instance
      const attempts = [
        instances.insert(instance),
        instances.insertIfAbsent(instance),
        instances.modify(stored.id, (current) => Either.right(new Instance({ ...current, identityProviders })))
      ]
      for (const attempt of attempts) {
        const exit = yield* Effect.exit(attempt)
        assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause), String(exit))
        assert.notInclude(String(exit), Redacted.value(clientSecret))
      }
      isNone(yield* instances.findById(instance.id))
      isSome(yield* instances.findById(stored.id), stored)
    })
  )
}

const setUpModifying = Effect.gen(function* () {
  const instances = yield* InstanceRepository
  const instance = yield* Samples.storedInstance
  const claim = (hosts: ReadonlyArray<string>) => (current: Instance) =>
    Either.right(new Instance({ ...current, hosts }))
  return { claim, instance, instances }
})

const modifying = (it: Vitest.MethodsNonLive<Ports>) => {
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

const modifyingHosts = (it: Vitest.MethodsNonLive<Ports>) => {
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

const setUpDeleting = Effect.gen(function* () {
  const instances = yield* InstanceRepository
  const instance = yield* Samples.storedInstance
  const findDeleted = Effect.map(instances.listDeleted, (all) => all.find(({ id }) => id === instance.id))
  return { findDeleted, instance, instances }
})

const deleting = (it: Vitest.MethodsNonLive<Ports>) => {
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

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("find and list", () => finding(it))
  describe("insert", () => inserting(it))
  describe("insertIfAbsent", () => insertingIfAbsent(it))
  describe("identity providers", () => keepingProviders(it))
  describe("modify", () => modifying(it))
  describe("modify: hosts", () => modifyingHosts(it))
  describe("delete and listDeleted", () => deleting(it))
}

/**
 * Runs the contract of `InstanceRepository` against a layer, which must build within a minute. Call it in a test file
 * of Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`InstanceRepository: ${name}`, tests)
