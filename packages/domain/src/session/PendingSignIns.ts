/** Sign-ins that lack their second factor. */
import * as Duration from "effect/Duration"
import type { Kind } from "../one-time-token/OneTimeTokens.ts"
import { MethodIds } from "../instance/AuthenticationMethods.ts"

/** 10 minutes: how long a sign-in waits for its second factor. */
export const lifetime = Duration.minutes(10)

/**
 * A pending sign-in. The subject is the hash of the token of the client that proved the first factor, which has one at
 * a time; the token is in its other cookie. The data is how the user has authenticated so far.
 */
export const kind: Kind<MethodIds, typeof MethodIds.Encoded> = {
  name: "pending_sign_in",
  lifetime,
  maxPerSubject: 1,
  data: MethodIds
}
