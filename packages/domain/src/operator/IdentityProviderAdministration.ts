/**
 * Managing the identity providers of an instance, as operators and their programs do. The audit log names the provider
 * and the settings of every change, never the secret.
 */
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { ActingOperator } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import * as AppPart from "../core/AppPart.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { traced } from "../core/Tracing.ts"
import * as Connections from "../identity-provider/Connections.ts"
import { type Finding, IdentityProviderClient } from "../identity-provider/IdentityProviderClient.ts"
import {
  ClientSecretImpossible,
  IdentityProviderImpossible,
  IdentityProviderNotFound,
  IdentityProviderRequired,
  TooManyIdentityProviders
} from "../identity-provider/IdentityProviderErrors.ts"
import { AuthenticationMethods } from "../instance/AuthenticationMethods.ts"
import { type IdentityProvider, type IdentityProviders, maxIdentityProviders } from "../instance/IdentityProvider.ts"
import { Instance } from "../instance/Instance.ts"
import { InstanceDirectory } from "../instance/InstanceDirectory.ts"
import type { InstanceNotFound, InstancesInCode } from "../instance/InstanceErrors.ts"
import { PublicUrls } from "../instance/PublicUrls.ts"
import { Mailer } from "../mail/Mailer.ts"
import * as Settings from "./IdentityProviderSettings.ts"
import { auditActions } from "./OperatorRecords.ts"

/** A provider as operators see it: without its secret. `redirectUri`: what they register with the provider. */
export interface ProviderDetails extends Omit<IdentityProvider, "clientSecret"> {
  readonly hasClientSecret: boolean
  readonly redirectUri: string
}

/** An instance, and the operator who changes its providers. */
export interface ProvidersChange {
  readonly instance: Instance
  readonly by: ActingOperator
}

/** Which provider of which instance. An id that no provider can have is not found. */
export interface ProviderOfInstance {
  readonly instance: Instance
  readonly id: string
}

type NotChanged = InstanceNotFound | InstancesInCode | PersistenceError

/** The use case of managing identity providers. */
export class IdentityProviderAdministration extends Context.Tag("@latchkey/domain/IdentityProviderAdministration")<
  IdentityProviderAdministration,
  {
    /** Whether there is an adapter that speaks with providers. Without one, all of them are turned off. */
    readonly isAvailable: boolean

    /** Whether there is a server key, without which no secret can be stored. */
    readonly hasKey: boolean

    /** Returns what operators register with every provider of the instance. */
    readonly redirectUri: (instance: Instance) => string

    /** Returns the providers of an instance, in the order of their buttons. */
    readonly list: (instance: Instance) => ReadonlyArray<ProviderDetails>

    /** Returns one of them. */
    readonly get: (provider: ProviderOfInstance) => Effect.Effect<ProviderDetails, IdentityProviderNotFound>

    /**
     * Adds a provider, after the others. Fails with `IdentityProviderImpossible` if its settings do not go together, or
     * another provider has its id or its issuer, with `ClientSecretImpossible` if there is no server key to encrypt its
     * secret, and with `TooManyIdentityProviders`. Adds nothing then.
     */
    readonly create: (
      request: ProvidersChange & { readonly settings: Settings.NewIdentityProvider }
    ) => Effect.Effect<
      ProviderDetails,
      ClientSecretImpossible | IdentityProviderImpossible | TooManyIdentityProviders | NotChanged
    >

    /**
     * Merges a patch into a provider. Without `clientSecret` the secret stays. Fails as `create` does, and with
     * `IdentityProviderRequired` if it turns off the only way to sign in.
     */
    readonly update: (
      request: ProvidersChange & ProviderOfInstance & { readonly patch: Settings.IdentityProviderPatch }
    ) => Effect.Effect<
      ProviderDetails,
      | ClientSecretImpossible
      | IdentityProviderImpossible
      | IdentityProviderNotFound
      | IdentityProviderRequired
      | NotChanged
    >

    /**
     * Deletes a provider. Identities of users stay, and work again with a new provider of the same issuer. Fails with
     * `IdentityProviderRequired` if it is the only way to sign in.
     */
    readonly remove: (
      request: ProvidersChange & ProviderOfInstance
    ) => Effect.Effect<void, IdentityProviderNotFound | IdentityProviderRequired | NotChanged>

    /** Asks the provider for what it publishes, and returns what is right and what is wrong with the settings. */
    readonly check: (provider: ProviderOfInstance) => Effect.Effect<ReadonlyArray<Finding>, IdentityProviderNotFound>
  }
>() {}

const find = (all: IdentityProviders, id: string): Either.Either<IdentityProvider, IdentityProviderNotFound> =>
  Either.fromOption(
    Arr.findFirst(all, (provider) => provider.id === id),
    () => new IdentityProviderNotFound()
  )

const append = (
  others: IdentityProviders,
  added: IdentityProvider
): Either.Either<IdentityProviders, IdentityProviderImpossible | TooManyIdentityProviders> => {
  if (others.length >= maxIdentityProviders) return Either.left(new TooManyIdentityProviders())
  const errors = Settings.conflicts(added, others)
  return errors.length === 0
    ? Either.right([...others, added])
    : Either.left(new IdentityProviderImpossible({ errors }))
}

/** Describes settings, with those `before` that change, without the secret. */
const detailOf = (
  id: string,
  { clientSecret, ...settings }: Settings.IdentityProviderPatch = {},
  { clientSecret: _, ...before }: Partial<IdentityProvider> = {}
): string =>
  AuditWriter.describePatch(
    {
      provider: id,
      ...settings,
      ...(clientSecret === undefined ? {} : { clientSecret: clientSecret === null ? "removed" : "changed" })
    },
    before
  )

const keyMissing: Finding = {
  what: "client_secret",
  ok: false,
  detail: "The client secret cannot be decrypted, because its SECRET_KEY is not configured any more: enter it again"
}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const client = yield* AppPart.read(IdentityProviderClient)
  const { connect, hasKey, seal } = yield* Connections.make
  const instances = yield* InstanceDirectory
  const mailer = yield* Mailer
  const { isSignInPossible } = yield* AuthenticationMethods
  const urls = yield* PublicUrls

  const detailsOf = (instance: Instance, { clientSecret, ...provider }: IdentityProvider): ProviderDetails => ({
    ...provider,
    hasClientSecret: clientSecret !== null,
    redirectUri: urls.identityProviderCallback(instance)
  })

  /** Encrypts the secret of an input. `null` and `undefined` stay as they are. */
  const sealed = Effect.fnUntraced(function* (
    { id: instanceId }: Instance,
    id: string,
    input: Settings.IdentityProviderPatch
  ) {
    const secret = Settings.givenSecret(input)
    if (!Redacted.isRedacted(secret)) return secret
    if (!hasKey) return yield* new ClientSecretImpossible()
    return yield* seal(instanceId, id, secret)
  })

  /** Rejects a change that would leave users without a way to sign in. */
  const checkSignIn = (current: Instance, identityProviders: IdentityProviders) => {
    const canSignIn = (instance: Instance) => isSignInPossible(instance, mailer.isConfigured)
    return canSignIn(current) && !canSignIn(new Instance({ ...current, identityProviders }))
      ? Either.left(new IdentityProviderRequired())
      : Either.right(identityProviders)
  }

  const create: (typeof IdentityProviderAdministration.Service)["create"] = Effect.fnUntraced(function* (request) {
    const { by, instance, settings } = request
    const provider = yield* Settings.create(settings)
    const clientSecret = (yield* sealed(instance, provider.id, settings)) ?? null
    const added = { ...provider, clientSecret }
    const { id: _, ...described } = settings
    yield* instances.changeIdentityProviders(
      instance.id,
      ({ identityProviders }) => append(identityProviders, added),
      audit(by, "identity_provider_created", { instanceId: instance.id, detail: detailOf(added.id, described) })
    )
    return detailsOf(instance, added)
  }, traced("IdentityProviderAdministration.create"))

  const update: (typeof IdentityProviderAdministration.Service)["update"] = Effect.fnUntraced(function* (request) {
    const { by, id, instance, patch } = request
    yield* find(instance.identityProviders, id)
    const clientSecret = yield* sealed(instance, id, patch)
    let before: IdentityProvider | undefined
    const changed = yield* instances.changeIdentityProviders(
      instance.id,
      (current) =>
        find(current.identityProviders, id).pipe(
          Either.flatMap((provider) => {
            before = provider
            return Settings.apply(provider, patch, clientSecret)
          }),
          Either.map((next) => current.identityProviders.map((provider) => (provider.id === id ? next : provider))),
          Either.flatMap((next) => checkSignIn(current, next))
        ),
      Effect.suspend(() =>
        audit(by, "identity_provider_updated", { instanceId: instance.id, detail: detailOf(id, patch, before) })
      )
    )
    return detailsOf(changed, yield* find(changed.identityProviders, id))
  }, traced("IdentityProviderAdministration.update"))

  const remove: (typeof IdentityProviderAdministration.Service)["remove"] = Effect.fnUntraced(function* (request) {
    const { by, id, instance } = request
    yield* instances.changeIdentityProviders(
      instance.id,
      (current) =>
        Either.flatMap(find(current.identityProviders, id), (removed) =>
          checkSignIn(
            current,
            current.identityProviders.filter((provider) => provider !== removed)
          )
        ),
      audit(by, "identity_provider_deleted", { instanceId: instance.id, detail: detailOf(id) })
    )
  }, traced("IdentityProviderAdministration.remove"))

  const check: (typeof IdentityProviderAdministration.Service)["check"] = Effect.fnUntraced(function* (request) {
    const { id, instance } = request
    const provider = yield* find(instance.identityProviders, id)
    const connection = yield* Effect.option(connect(instance, provider))
    if (Option.isNone(connection)) return [keyMissing]
    return yield* client.check(connection.value, urls.identityProviderCallback(instance))
  }, traced("IdentityProviderAdministration.check"))

  return IdentityProviderAdministration.of({
    isAvailable: client.isConfigured,
    hasKey,
    redirectUri: urls.identityProviderCallback,
    list: (instance) => instance.identityProviders.map((provider) => detailsOf(instance, provider)),
    get: ({ id, instance }) =>
      Effect.map(find(instance.identityProviders, id), (provider) => detailsOf(instance, provider)),
    create,
    update,
    remove,
    check
  })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(IdentityProviderAdministration, make)
