import { assert, describe, it } from "@effect/vitest"
import { type IdentityProvider, oidc } from "@latchkey/domain/instance/IdentityProvider"
import { defaultId, defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as MemoryDatabase from "@latchkey/memory/MemoryDatabase"
import * as MemoryInstanceRepository from "@latchkey/memory/MemoryInstanceRepository"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as DevelopmentInstance from "../../src/development/DevelopmentInstance.ts"

const layer = Layer.provide(MemoryInstanceRepository.layer, MemoryDatabase.layer)

const baseUrl = "http://localhost:3000"
const issuer = `${baseUrl}/dev/identity-provider`
const own = oidc({ id: "acme", name: "Acme", issuer: "https://acme.example", clientId: "client", clientSecret: null })

const stored = Effect.flatMap(InstanceRepository, ({ findById }) => Effect.map(findById(defaultId), Option.getOrThrow))

const providers = Effect.map(stored, ({ identityProviders }) => identityProviders)

const store = (change: (all: ReadonlyArray<IdentityProvider>) => ReadonlyArray<IdentityProvider>) =>
  Effect.flatMap(InstanceRepository, ({ modify }) =>
    modify(defaultId, (instance) =>
      Either.right(new Instance({ ...instance, identityProviders: change(instance.identityProviders) }))
    )
  )

const start = (changes: Partial<DevelopmentInstance.Options> = {}) =>
  DevelopmentInstance.configure({ baseUrl, hasProvider: true, ...changes })

const test = <A, E>(title: string, body: Effect.Effect<A, E, InstanceRepository>) =>
  it.effect(title, () => Effect.provide(body, layer))

describe("The default instance in development", () => {
  test(
    "has the provider from the first start on, beside those of the developer",
    Effect.gen(function* () {
      yield* start()
      const [provider] = yield* providers
      assert.deepInclude(provider, { id: "development", issuer, enabled: true })
      yield* store(() => [own])
      yield* start()
      assert.deepStrictEqual(
        (yield* providers).map(({ id }) => id),
        ["acme", "development"]
      )
    })
  )

  test(
    "keeps what the developer has set, and the issuer follows the base URL",
    Effect.gen(function* () {
      yield* start()
      yield* store((all) => all.map((one) => ({ ...one, name: "Try out", enabled: false })))
      yield* start({ baseUrl: "http://localhost:4000" })
      const [provider] = yield* providers
      assert.deepInclude(provider, {
        name: "Try out",
        enabled: false,
        issuer: "http://localhost:4000/dev/identity-provider"
      })
    })
  )

  test(
    "has no provider that the service does not have: its button would lead to an error",
    Effect.gen(function* () {
      yield* start()
      yield* store((all) => [...all, own])
      yield* start({ hasProvider: false })
      assert.deepStrictEqual(yield* providers, [own])
      yield* start({ hasProvider: false })
      assert.deepStrictEqual(yield* providers, [own])
    })
  )

  for (const hasProvider of [true, false]) {
    test(
      `is not written if it is as it should be, ${hasProvider ? "with" : "without"} the provider`,
      Effect.gen(function* () {
        const instances = yield* InstanceRepository
        yield* instances.insertIfAbsent(defaultInstance)
        yield* start({ hasProvider })
        yield* Effect.provideService(start({ hasProvider }), InstanceRepository, {
          ...instances,
          insertIfAbsent: () => Effect.die("It is written"),
          modify: () => Effect.die("It is written")
        })
      })
    )
  }
})
