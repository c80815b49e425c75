import type { MethodId } from "../../instance/AuthenticationMethods.ts"
import type { IdentityProvider } from "../../instance/IdentityProvider.ts"
import type { ProvidedUser } from "../IdentityProviderClient.ts"

/** Returns the method of a session. It has level 2 only where the operator trusts the provider for it. */
export const methodOf = (provider: IdentityProvider, { amr }: ProvidedUser): MethodId =>
  provider.trustsMfa && amr.includes("mfa") ? "identity_provider_mfa" : "identity_provider"
