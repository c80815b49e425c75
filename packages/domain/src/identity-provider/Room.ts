/** What the room of identity providers consists of. The identities themselves are in the room of users. */
import * as Effect from "effect/Effect"
import { IdentityRepository } from "../account/IdentityRepository.ts"
import type { AuthenticationMethod } from "../instance/AuthenticationMethods.ts"
import { hasEnabled, isAccepted } from "../instance/IdentityProvider.ts"
import * as Identities from "./Identities.ts"
import * as SignInWithIdentityProvider from "./SignInWithIdentityProvider.ts"

/** The ways in: one for most, and one for providers that are trusted to have authenticated with several factors. */
export const methods = Effect.map(
  IdentityRepository,
  (identities) =>
    [
      {
        id: "identity_provider",
        amr: ["fed"],
        level: 1,
        isPossible: ({ identityProviders }) => hasEnabled(identityProviders),
        admits: ({ id: instanceId, identityProviders }, { id }) =>
          Effect.map(identities.list(instanceId, id), (all) =>
            all.some(({ issuer }) => isAccepted(identityProviders, issuer))
          )
      },
      { id: "identity_provider_mfa", amr: ["fed", "mfa"], level: 2 }
    ] satisfies ReadonlyArray<AuthenticationMethod>
)

/** The use cases. Each may use those before it. */
export const useCases = { SignInWithIdentityProvider, Identities }

/** The rate limits. */
export * as limits from "./IdentityProviderLimits.ts"

/** What it records. */
export { attempts } from "./IdentityProviderRecords.ts"
