import { assert, type Vitest } from "@effect/vitest"
import { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { isNone, isSome, same } from "../Assertions.ts"
import * as Samples from "../../Samples.ts"
import type { Ports } from "./InstanceFixture.ts"

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

export const keepingProviders = (it: Vitest.MethodsNonLive<Ports>) => {
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
