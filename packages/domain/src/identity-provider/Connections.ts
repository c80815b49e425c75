/** The identity providers of an instance that users can sign in with, and the way to their secrets. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as AppPart from "../core/AppPart.ts"
import type { InstanceId } from "../core/Ids.ts"
import { violated } from "../core/Invariant.ts"
import { SealedText, SecretKeys, type StoredSecrets } from "../core/SecretKeys.ts"
import type { IdentityProvider, IdentityProviderId, IdentityProviders } from "../instance/IdentityProvider.ts"
import type { Instance } from "../instance/Instance.ts"
import { InstanceRepository } from "../instance/InstanceRepository.ts"
import { type Connection, IdentityProviderClient } from "./IdentityProviderClient.ts"
import { ClientSecretKeyMissing, IdentityProviderDisabled } from "./IdentityProviderErrors.ts"

const use = "identity_provider"

const sealOf = (instanceId: InstanceId, id: IdentityProviderId) => ({
  use,
  context: `${instanceId} ${id}`
})

/** What is stored encrypted. */
export const stored = Effect.map(
  InstanceRepository,
  ({ list }): StoredSecrets => ({
    use,
    name: "identity provider",
    count: (keyId) =>
      Effect.map(
        list,
        (instances) =>
          instances
            .flatMap(({ identityProviders }) => identityProviders)
            .filter(({ clientSecret }) => clientSecret instanceof SealedText && clientSecret.keyId === keyId).length
      )
  })
)

/** Makes the functions. */
export const make = Effect.gen(function* () {
  const { isConfigured } = yield* AppPart.read(IdentityProviderClient)
  const keys = yield* AppPart.read(SecretKeys)

  /** Encrypts a secret for the store. A caller checks before that there is a key. */
  const seal = (instanceId: InstanceId, id: IdentityProviderId, secret: Redacted.Redacted): Effect.Effect<SealedText> =>
    Effect.catchAll(
      keys.seal(sealOf(instanceId, id), secret),
      violated("A secret of an identity provider is stored only if there is a server key")
    )

  /** Decrypts the secret of a provider. Fails if its key is not configured: that is an outage. */
  const connect = Effect.fnUntraced(function* (
    instance: Pick<Instance, "id">,
    { clientSecret: secret, ...provider }: IdentityProvider
  ) {
    if (secret === null) return { ...provider, clientSecret: Option.none() } satisfies Connection
    if (Redacted.isRedacted(secret)) return { ...provider, clientSecret: Option.some(secret) } satisfies Connection
    const opened = keys.open(sealOf(instance.id, provider.id), secret)
    const clientSecret = yield* Effect.mapError(opened, () => new ClientSecretKeyMissing({ cause: secret.keyId }))
    return { ...provider, clientSecret: Option.some(clientSecret) } satisfies Connection
  })

  /** Encrypts a secret under the current key, if another one that is configured has encrypted it. */
  const renewedSecret = (instanceId: InstanceId, { clientSecret, id }: IdentityProvider): Option.Option<SealedText> => {
    if (!(clientSecret instanceof SealedText) || Option.contains(keys.currentKeyId(use), clientSecret.keyId))
      return Option.none()
    const seal = sealOf(instanceId, id)
    return Option.flatMap(keys.open(seal, clientSecret), (secret) => keys.seal(seal, secret))
  }

  /** Returns the providers of an instance, with secrets under the current key where that is possible. */
  const renewed = ({ id: instanceId, identityProviders }: Instance): IdentityProviders =>
    identityProviders.map((provider) =>
      Option.match(renewedSecret(instanceId, provider), {
        onNone: () => provider,
        onSome: (clientSecret) => ({ ...provider, clientSecret })
      })
    )

  /** Returns the providers that users can sign in with, in the order of their buttons. */
  const enabled = (instance: Instance): ReadonlyArray<IdentityProvider> =>
    isConfigured ? instance.identityProviders.filter((provider) => provider.enabled) : []

  /** Returns one of them. Fails with `IdentityProviderDisabled` for any other id. */
  const find = (instance: Instance, id: string): Effect.Effect<IdentityProvider, IdentityProviderDisabled> => {
    const found = enabled(instance).find((provider) => provider.id === id)
    return found === undefined ? new IdentityProviderDisabled() : Effect.succeed(found)
  }

  return {
    connect,
    enabled,
    find,
    hasKey: keys.isConfigured,
    hasPreviousKey: keys.derive(use).length > 1,
    renewed,
    seal
  }
})
