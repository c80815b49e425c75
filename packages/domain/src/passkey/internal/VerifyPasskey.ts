/**
 * Verifies a passkey that was just used: to sign in with, or to authenticate again.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { InvalidCredentials, type PersistenceError } from "../../core/Errors.ts"
import { FactorRecoveryRepository } from "../../session/FactorRecoveryRepository.ts"
import type { AuthenticationCredential } from "../Credential.ts"
import { type Passkey, PasskeyRepository, type PasskeyUse } from "../PasskeyRepository.ts"
import { type VerifiedCredential, WebAuthn } from "../WebAuthn.ts"
import { orInvalid } from "./orInvalid.ts"
import * as Challenges from "./Challenges.ts"

/** A credential that a caller presents. */
export interface PresentedPasskey extends Challenges.Request {
  readonly credential: AuthenticationCredential
}

/**
 * A passkey that verified. `recordUse` belongs to the transaction of what it allows, after the user was locked. It fails
 * if the passkey was removed meanwhile, and cancels a recovery: the passkey is not lost.
 */
export interface VerifiedPasskey {
  readonly passkey: Passkey
  readonly usedAt: DateTime.Utc
  readonly recordUse: Effect.Effect<void, InvalidCredentials | PersistenceError>
}

/** Fails unless the credential says of itself what is stored: whose it is, and whether it may be copied. */
const checkRecord = (
  { backupEligible }: Passkey,
  verified: VerifiedCredential
): Effect.Effect<void, InvalidCredentials> =>
  verified.backupEligible === backupEligible ? Effect.void : new InvalidCredentials()

/** Makes the function. */
export const make = Effect.gen(function* () {
  const { consume, relyingParty } = yield* Challenges.make
  const passkeys = yield* PasskeyRepository
  const recoveries = yield* FactorRecoveryRepository
  const webAuthn = yield* WebAuthn

  const find = Effect.fnUntraced(function* ({ credential, instance }: PresentedPasskey) {
    const found = yield* passkeys.find(instance.id, credential.id)
    // The authenticator returns it with every passkey that it finds by itself, and only those are asked for.
    const own = Option.filter(found, ({ userHandle }) => credential.response.userHandle === userHandle)
    return yield* Effect.mapError(own, () => new InvalidCredentials())
  })

  const recordUse = Effect.fnUntraced(function* ({ instanceId, userId }: Passkey, use: PasskeyUse) {
    const isStored = yield* passkeys.recordUse(use)
    if (!isStored) return yield* new InvalidCredentials()
    yield* recoveries.delete(instanceId, userId)
  })

  /**
   * Returns the passkey. Fails with `PasskeyDisabled` before any lookup, and with `InvalidCredentials` for everything
   * that does not verify. It consumes the challenge whatever the outcome.
   */
  return Effect.fnUntraced(function* (presented: PresentedPasskey) {
    const { credential, instance } = presented
    const { id: rpId, origins } = yield* relyingParty(instance)
    const { challenge } = yield* consume({ ...presented, ceremony: "authentication" })
    const { passkey } = yield* find(presented)
    const verified = yield* orInvalid(
      webAuthn.verifyAuthentication(credential, { challenge, rpId, origins, publicKey: passkey.publicKey })
    )
    yield* checkRecord(passkey, verified)
    const { backedUp, signCount } = verified
    const usedAt = yield* DateTime.now
    const use = { instanceId: instance.id, id: passkey.id, at: usedAt, backedUp, signCount }
    return { passkey, usedAt, recordUse: recordUse(passkey, use) } satisfies VerifiedPasskey
  })
})
