/** Sign-ups that wait for their address to be verified. */
import * as Duration from "effect/Duration"
import { hasEnabled } from "../instance/IdentityProvider.ts"
import type { Instance } from "../instance/Instance.ts"
import type { Kind } from "../one-time-token/OneTimeTokens.ts"
import { SignUpCredential } from "./SignUpCredential.ts"

/**
 * 60 minutes: how long the link in the email works. Longer than a magic link, because the first email to an address is
 * often delayed or filtered, and because it opens no account that is in use.
 */
export const linkLifetime = Duration.minutes(60)

/** 15 minutes: an email that could not be sent until then is discarded. */
export const maxEmailAge = Duration.minutes(15)

/**
 * A pending sign-up. It reserves nothing: the address stays free. It has no token: those of its emails are kept as
 * magic links are. The subject is the address, and the hash is that of the token of the client that signed up, so a
 * client has at most one for an address, which has at most ten. The data is what was chosen there to sign in
 * with: only that client may keep it.
 */
export const kind: Kind<SignUpCredential, typeof SignUpCredential.Encoded> = {
  name: "pending_sign_up",
  // As long as any link to it.
  lifetime: Duration.sum(linkLifetime, maxEmailAge),
  maxPerSubject: 10,
  data: SignUpCredential
}

/** Returns `true` if the link of a pending sign-up creates an account in the instance. */
export const isPossible = ({ authConfig, identityProviders, isSignUpOpen }: Instance): boolean =>
  isSignUpOpen && (authConfig.password || hasEnabled(identityProviders))
