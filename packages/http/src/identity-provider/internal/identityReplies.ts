import type { Identity } from "@latchkey/domain/account/IdentityRepository"
import { isIssuerOf } from "@latchkey/domain/instance/IdentityProvider"
import type { Instance } from "@latchkey/domain/instance/Instance"
import * as Option from "effect/Option"
import type { IdentityResponse } from "../IdentityProviderApi.ts"

/** Makes the reply about an identity. */
export const toResponse = ({ identityProviders }: Instance, identity: Identity): IdentityResponse => ({
  id: identity.id,
  provider: identityProviders.find((provider) => isIssuerOf(provider, identity.issuer))?.id ?? null,
  issuer: identity.issuer,
  subject: identity.subject,
  label: Option.getOrNull(identity.label),
  createdAt: identity.createdAt,
  lastUsedAt: Option.getOrNull(identity.lastUsedAt)
})

/** Makes the reply about all identities of a user. */
export const toListResponse = (instance: Instance, identities: ReadonlyArray<Identity>) => ({
  identities: identities.map((identity) => toResponse(instance, identity))
})
