import { UserNotFound } from "@latchkey/domain/account/AccountErrors"
import { IdentityId } from "@latchkey/domain/account/IdentityRepository"
import { UserId } from "@latchkey/domain/core/Ids"
import { IdentityNotFound } from "@latchkey/domain/identity-provider/IdentityProviderErrors"
import { IdentityProviderAdministration } from "@latchkey/domain/operator/IdentityProviderAdministration"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import * as Effect from "effect/Effect"
import * as Implementation from "../../core/Implementation.ts"
import { ok } from "../../core/Ok.ts"
import { parseId } from "../../core/parseId.ts"
import * as AdminAccess from "../../operator/AdminAccess.ts"
import { IdentityProviderAdminApi } from "../IdentityProviderAdminApi.ts"
import { toListResponse } from "./identityReplies.ts"

export const implementation = Implementation.makeGuarded(
  IdentityProviderAdminApi,
  AdminAccess.guardOfInstance,
  Effect.gen(function* () {
    const providers = yield* IdentityProviderAdministration
    const users = yield* UserAdministration

    return {
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
        })),
      listUserIdentities: ({ by, instance, path }) =>
        Effect.gen(function* () {
          const userId = yield* parseId(UserId, path.userId, () => new UserNotFound())
          const { identities } = yield* users.find({ instance, userId, by })
          return { body: toListResponse(instance, identities) }
        }),
      removeUserIdentity: ({ by, instance, path }) =>
        Effect.gen(function* () {
          const userId = yield* parseId(UserId, path.userId, () => new UserNotFound())
          const identityId = yield* parseId(IdentityId, path.identityId, () => new IdentityNotFound())
          yield* users.removeIdentity({ instance, userId, by, identityId })
          return { body: ok }
        })
    }
  })
)
