/** Turns the development provider on in the default instance, and off where it is not there. */
import type * as SqlClient from "@effect/sql/SqlClient"
import * as DevelopmentProvider from "./DevelopmentIdentityProvider.ts"
import { defaultId, defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import type { IdentityProvider } from "@latchkey/domain/instance/IdentityProvider"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as PostgresInstanceRepository from "@latchkey/postgres/PostgresInstanceRepository"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"

const id = "development"

const providerAt = (baseUrl: string): IdentityProvider => ({
  id,
  name: "Development",
  kind: "oidc",
  issuer: `${baseUrl}${DevelopmentProvider.path}`,
  clientId: DevelopmentProvider.clientId,
  clientSecret: null,
  apple: null,
  scopes: [],
  nativeClientIds: [],
  emailTrust: "authoritative",
  trustsMfa: false,
  enabled: true
})

/** Keeps what the developer has set, but for the issuer, which follows `baseUrl`. */
const withProvider = (instance: Instance, baseUrl: string): Instance => {
  const provider = providerAt(baseUrl)
  const { identityProviders: all } = instance
  const identityProviders = all.some((one) => one.id === id)
    ? all.map((one) => (one.id === id ? { ...one, issuer: provider.issuer } : one))
    : [...all, provider]
  return new Instance({ ...instance, identityProviders })
}

/** Adds the provider to the default instance of the embedded database, before the service starts. */
export const layer = (baseUrl: string): Layer.Layer<never, { readonly message: string }, SqlClient.SqlClient> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const instances = yield* InstanceRepository
      yield* instances.insertIfAbsent(defaultInstance)
      yield* instances.modify(defaultId, (instance) => Either.right(withProvider(instance, baseUrl)))
    })
  ).pipe(Layer.provide(PostgresInstanceRepository.layer))
