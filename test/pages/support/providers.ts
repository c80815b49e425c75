import { Identity, IdentityId, IdentityRepository } from "@latchkey/domain/account/IdentityRepository"
import * as IdentityProviderClient from "@latchkey/domain/identity-provider/IdentityProviderClient"
import { type IdentityProvider, oidc } from "@latchkey/domain/instance/IdentityProvider"
import { defaultId, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import type { Email } from "@latchkey/domain/core/Email"
import type { Service } from "@latchkey/test-support/Service"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"

/** A provider of tests that speaks OpenID Connect. */
export const acme: IdentityProvider = oidc({
  id: "acme",
  name: "Acme",
  issuer: "https://login.acme.example",
  clientId: "latchkey",
  clientSecret: null,
  emailTrust: "claim"
})

/** One provider of each kind. */
export const oneOfEach: ReadonlyArray<IdentityProvider> = [
  { ...acme, id: "google", name: "Google", kind: "google", issuer: "https://accounts.google.com" },
  {
    ...acme,
    id: "microsoft",
    name: "Microsoft",
    kind: "microsoft",
    issuer: "https://login.microsoftonline.com/x/v2.0"
  },
  { ...acme, id: "apple", name: "Apple", kind: "apple", issuer: "https://appleid.apple.com" },
  { ...acme, id: "github", name: "GitHub", kind: "github", issuer: "https://github.com" },
  acme
]

/** Adapters that speak with no provider, for pages that lead to none. */
export const silentProviders = IdentityProviderClient.layer(
  Effect.succeed({ ...IdentityProviderClient.none, isConfigured: true })
)

/** Stores the providers of the default instance, and waits until every process has read them. */
export const configure = async (service: Service, identityProviders: ReadonlyArray<IdentityProvider>) => {
  await service.run(
    Effect.flatMap(InstanceRepository, ({ modify }) =>
      modify(defaultId, (instance) => Either.right(new Instance({ ...instance, identityProviders })))
    )
  )
  service.advance(60_000)
}

let identities = 0

/** Connects an account at the provider to a user. */
export const connectAccount = (service: Service, email: string, { issuer }: Pick<IdentityProvider, "issuer">) =>
  service.run(
    Effect.gen(function* () {
      const users = yield* UserRepository
      const { insert } = yield* IdentityRepository
      const { id: userId } = Option.getOrThrow(yield* users.findByEmail(defaultId, email as Email))
      const number = String(++identities).padStart(12, "0")
      const id = IdentityId.make(`identity_01a10000-0000-7000-8000-${number}`)
      const key = { issuer, subject: `user-${number}` }
      const times = { createdAt: DateTime.unsafeMake(service.now()), lastUsedAt: Option.none() }
      yield* insert(new Identity({ instanceId: defaultId, id, userId, ...key, label: Option.some(email), ...times }))
      return id
    })
  )
