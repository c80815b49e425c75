import { IdentityProviderAdministration } from "@latchkey/domain/operator/IdentityProviderAdministration"
import * as Effect from "effect/Effect"
import * as Implementation from "../../core/Implementation.ts"
import { ok } from "../../core/Ok.ts"
import * as AdminAccess from "../../operator/AdminAccess.ts"
import { IdentityProviderAdminApi } from "../IdentityProviderAdminApi.ts"

export const implementation = Implementation.makeGuarded(
  IdentityProviderAdminApi,
  AdminAccess.guardOfInstance,
  Effect.map(IdentityProviderAdministration, (providers) => ({
    listIdentityProviderSettings: ({ instance }) =>
      Effect.succeed({ body: { identityProviders: providers.list(instance) } }),
    createIdentityProvider: ({ body: settings, by, instance }) =>
      Effect.map(providers.create({ instance, by, settings }), (body) => ({ body })),
    getIdentityProvider: ({ instance, path }) =>
      Effect.map(providers.get({ instance, id: path.providerId }), (body) => ({ body })),
    updateIdentityProvider: ({ body: patch, by, instance, path }) =>
      Effect.map(providers.update({ instance, by, id: path.providerId, patch }), (body) => ({ body })),
    deleteIdentityProvider: ({ by, instance, path }) =>
      Effect.as(providers.remove({ instance, by, id: path.providerId }), { body: ok }),
    checkIdentityProvider: ({ instance, path }) =>
      Effect.map(providers.check({ instance, id: path.providerId }), (findings) => ({
        body: { ok: findings.every((finding) => finding.ok), findings }
      }))
  }))
)
