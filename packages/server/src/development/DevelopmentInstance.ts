/** Adds the development provider to the default instance, and removes it where `latchkey dev` does not have it. */
import type * as SqlClient from "@effect/sql/SqlClient"
import * as IdentityProvider from "@latchkey/domain/instance/IdentityProvider"
import { defaultId, defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as PostgresInstanceRepository from "@latchkey/postgres/PostgresInstanceRepository"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as DevelopmentProvider from "./DevelopmentIdentityProvider.ts"

const id = "development"

const providerAt = (baseUrl: string): IdentityProvider.IdentityProvider =>
  IdentityProvider.oidc({
    id,
    name: "Development",
    issuer: `${baseUrl}${DevelopmentProvider.path}`,
    clientId: DevelopmentProvider.clientId,
    clientSecret: null,
    emailTrust: "authoritative"
  })

type Providers = Instance["identityProviders"]

/** Keeps what the developer has set, but for the issuer, which follows `baseUrl`. */
const withProvider = (all: Providers, provider: IdentityProvider.IdentityProvider): Providers =>
  all.some((one) => one.id === id)
    ? all.map((one) => (one.id === id ? { ...one, issuer: provider.issuer } : one))
    : [...all, provider]

const withoutProvider = (all: Providers): Providers => all.filter((one) => one.id !== id)

/**
 * What to do with the provider.
 *
 * - `baseUrl`: of the service, whose path has the provider.
 * - `hasProvider`: whether the service has it.
 */
export interface Options {
  readonly baseUrl: string
  readonly hasProvider: boolean
}

/** Changes the default instance, unless it is as it should be. */
export const configure = ({ baseUrl, hasProvider }: Options) =>
  Effect.gen(function* () {
    const instances = yield* InstanceRepository
    const provider = providerAt(baseUrl)
    const stored = yield* instances.findById(defaultId)
    const { identityProviders } = Option.getOrElse(stored, () => defaultInstance)
    const current = identityProviders.find((one) => one.id === id)
    if (current?.issuer === (hasProvider ? provider.issuer : undefined)) return
    if (Option.isNone(stored)) yield* instances.insertIfAbsent(defaultInstance)
    const changed = (all: Providers) => (hasProvider ? withProvider(all, provider) : withoutProvider(all))
    yield* instances.modify(defaultId, (instance) =>
      Either.right(new Instance({ ...instance, identityProviders: changed(instance.identityProviders) }))
    )
  })

/** Does so in the embedded database, before the service starts. */
export const layer = (options: Options): Layer.Layer<never, { readonly message: string }, SqlClient.SqlClient> =>
  Layer.effectDiscard(configure(options)).pipe(Layer.provide(PostgresInstanceRepository.layer))
