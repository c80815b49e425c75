/** The limits of identity providers. Signing in with one counts as every sign-in. */
import * as Limit from "../rate-limit/Limit.ts"

/** Visits to a provider, and nonces, asked for from one IP address. */
export const identityProviderVisitPerIp = Limit.perIp("identityProviderVisitPerIp", "sign_in", ({ signInPerIp }) =>
  Limit.fourfold(signInPerIp)
)

/** What Latchkey asks one provider of an instance: 1,000 users in ten seconds. */
export const signInPerIdentityProvider = Limit.perSubject("signInPerIdentityProvider", "sign_in", Limit.fixed(1000, 10))
