/** Checks a credential against the stored passkey. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { AuthenticationCredential } from "./Credential.ts"
import type { FoundPasskey } from "./PasskeyRepository.ts"
import { type Expectation, WebAuthn } from "./WebAuthn.ts"
import * as Refusal from "./Refusal.ts"

/** Makes the function. */
export const make = Effect.map(WebAuthn, (webAuthn) =>
  /**
   * Returns the passkey and its use. Fails with `InvalidCredentials` unless the credential verifies, and says of itself
   * what is stored: whose it is, and whether it may be copied.
   */
  Effect.fnUntraced(function* (
    credential: AuthenticationCredential,
    { passkey, userHandle }: FoundPasskey,
    expected: Expectation
  ) {
    // The authenticator returns the handle with every passkey that it finds by itself, and only those are asked for.
    const { backupEligible, id, publicKey } = passkey
    if (credential.response.userHandle !== userHandle) return yield* Refusal.refuse("user_handle", id)
    const verified = yield* Refusal.orRefuse(webAuthn.verifyAuthentication(credential, { ...expected, publicKey }), id)
    if (verified.backupEligible !== backupEligible) return yield* Refusal.refuse("backup_eligibility", id)
    const { backedUp, signCount } = verified
    return { passkey, use: { id, at: yield* DateTime.now, backedUp, signCount } }
  })
)
