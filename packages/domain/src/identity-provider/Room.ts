/** What the room of identity providers consists of. The identities themselves are in the room of users. */
import * as Effect from "effect/Effect"
import { IdentityRepository } from "../account/IdentityRepository.ts"
import type { AuthenticationMethod } from "../instance/AuthenticationMethods.ts"
import { isAccepted } from "../instance/IdentityProvider.ts"
import * as Connections from "./Connections.ts"
import * as Identities from "./Identities.ts"
import * as Rotation from "./internal/Rotation.ts"
import * as SignInWithIdentityProvider from "./SignInWithIdentityProvider.ts"

/** The ways in: one for most, and one for providers that are trusted to have authenticated with several factors. */
export const methods = Effect.gen(function* () {
  const { enabled } = yield* Connections.make
  const identities = yield* IdentityRepository
  return [
    {
      id: "identity_provider",
      amr: ["fed"],
      level: 1,
      isPossible: (instance) => enabled(instance).length > 0,
      admits: (instance, { id }) =>
        Effect.map(identities.list(instance.id, id), (all) =>
          all.some(({ issuer }) => isAccepted(enabled(instance), issuer))
        )
    },
    { id: "identity_provider_mfa", amr: ["fed", "mfa"], level: 2 }
  ] satisfies ReadonlyArray<AuthenticationMethod>
})

/** What users add to their accounts. */
export { make as additions } from "./IdentityAdditions.ts"

/** The use cases. Each may use those before it. */
export const useCases = { SignInWithIdentityProvider, Identities }

/** What is stored encrypted. */
export { stored as secrets } from "./Connections.ts"

/** The task of the cleanup job. */
export const cleanup = Rotation.make

/** The rate limits. */
export * as limits from "./IdentityProviderLimits.ts"

/** What it records. */
export { attempts } from "./IdentityProviderRecords.ts"
