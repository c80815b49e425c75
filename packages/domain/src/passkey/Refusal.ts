/** Why a passkey was refused: one error for the caller, and a reason in the log for the operator. */
import * as Effect from "effect/Effect"
import { InvalidCredentials } from "../core/Errors.ts"
import type { CredentialRejected } from "./WebAuthn.ts"

/**
 * - `challenge`: it answers none that was issued to this client and has not expired.
 * - `unknown_passkey`: none with this id is stored.
 * - `other_instance`: another instance with this RP ID has it, or may have it: see `OtherInstances`.
 * - `user_handle`: it belongs to another user.
 * - `backup_eligibility`: it may be copied to other devices now, or no longer, which never changes (WebAuthn, 7.2).
 * - `user`: the account is disabled, or deleted.
 * - `challenge_of_other`: the challenge was issued to another user of the same client.
 * - `concurrent_change`: the passkey or the credentials of the account changed meanwhile.
 */
export type Reason =
  | CredentialRejected["reason"]
  | "backup_eligibility"
  | "challenge"
  | "challenge_of_other"
  | "concurrent_change"
  | "other_instance"
  | "unknown_passkey"
  | "user"
  | "user_handle"

/** Fails, and logs the reason. `passkeyId`: that of the stored passkey, if there is one. */
export const refuse = (reason: Reason, passkeyId?: string): Effect.Effect<never, InvalidCredentials> =>
  Effect.logInfo("A passkey was refused").pipe(
    Effect.annotateLogs(passkeyId === undefined ? { reason } : { reason, passkeyId }),
    Effect.zipRight(
      new InvalidCredentials(reason === "challenge" || reason === "unknown_passkey" ? { of: reason } : {})
    )
  )

/** Makes one error of everything that does not verify. */
export const orRefuse = <A>(
  verified: Effect.Effect<A, CredentialRejected>,
  passkeyId?: string
): Effect.Effect<A, InvalidCredentials> =>
  Effect.catchTag(verified, "CredentialRejected", ({ reason }) => refuse(reason, passkeyId))
