import { assert, type Vitest } from "@effect/vitest"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { defaultAuthConfig, defaultSessionConfig, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { Language } from "@latchkey/domain/language/Language"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { failsWith, isNone, isSome, oneSucceeds, succeeds } from "../Assertions.ts"
import { concurrently, repeatedly } from "../Concurrency.ts"
import * as Samples from "../../Samples.ts"
import type { Ports } from "./InstanceFixture.ts"

export const finding = (it: Vitest.MethodsNonLive<Ports>) => {
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
        signUp: {
          mode: "closed",
          verification: "before",
          allowedDomains: ["example.com", "example.org"],
          refusedDomains: ["example.net"],
          fields: [
            { name: "name", label: "Full name", labels: { de: "Name" }, type: "string", required: true },
            { name: "size", label: "Team", type: "string", enum: ["1 to 9", "10 or more"], required: false },
            { name: "seats", label: "Seats", type: "integer", minimum: 1, maximum: 500, required: false },
            { name: "terms", label: "I agree", type: "boolean", required: true }
          ]
        },
        emailConfig: { accountNotices: false, magicLinkCodes: true },
        accountConfig: { deletionGraceDays: 0 },
        tokenConfig: {
          appLinks: ["com.example.app:/sign-in"],
          audiences: ["https://api.example.com"],
          claims: ["plan"],
          deviceSignIn: true,
          personalTokens: true,
          scopes: ["a"]
        },
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
          requireVerifiedEmail: true,
          include: ["userMetadata", "name"]
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

export const inserting = (it: Vitest.MethodsNonLive<Ports>) => {
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

export const insertingIfAbsent = (it: Vitest.MethodsNonLive<Ports>) => {
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
