/**
 * Verifies a passkey that was just used: to sign in with, or to authenticate again.
 */
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { InvalidCredentials, PersistenceError } from "../core/Errors.ts"
import type { Instance } from "../instance/Instance.ts"
import { FactorUse } from "../session/FactorUse.ts"
import type { AuthenticationCredential, CredentialId } from "./Credential.ts"
import { type Passkey, PasskeyRepository, type PasskeyUse } from "./PasskeyRepository.ts"
import * as Challenges from "./internal/Challenges.ts"
import * as OtherInstances from "./internal/OtherInstances.ts"
import * as CheckPasskey from "./CheckPasskey.ts"
import * as Refusal from "./Refusal.ts"

/** A credential that a caller presents. */
export interface PresentedPasskey extends Challenges.Request {
  readonly credential: AuthenticationCredential
}

/**
 * A passkey that verified. `recordUse` belongs to the transaction of what it allows, after the user was locked. It
 * fails if the passkey was removed meanwhile, and tells `FactorUse`.
 */
export interface VerifiedPasskey {
  readonly passkey: Passkey
  readonly usedAt: DateTime.Utc
  readonly recordUse: Effect.Effect<void, InvalidCredentials | PersistenceError>
}

/** Makes the function. */
export const make = Effect.gen(function* () {
  const check = yield* CheckPasskey.make
  const { consume, relyingParty } = yield* Challenges.make
  const mayHave = yield* OtherInstances.make
  const passkeys = yield* PasskeyRepository
  const factorUse = yield* FactorUse

  const recordUse = Effect.fnUntraced(function* ({ instanceId, userId }: Passkey, use: PasskeyUse) {
    const isStored = yield* passkeys.recordUse(use)
    if (!isStored) return yield* Refusal.refuse("concurrent_change", use.id)
    yield* factorUse.record(instanceId, userId)
  })

  /** Refuses a credential that the instance does not have. A browser must not forget one that another one has. */
  const refuseAbsent = Effect.fnUntraced(function* (instance: Instance, credentialId: CredentialId) {
    const isElsewhere = yield* mayHave(instance, credentialId)
    return yield* Refusal.refuse(isElsewhere ? "other_instance" : "unknown_passkey")
  })

  /**
   * Returns the passkey. Fails with `PasskeyDisabled` before any lookup, and with `InvalidCredentials` for everything
   * that does not verify. It consumes the challenge whatever the outcome.
   */
  return Effect.fnUntraced(function* (presented: PresentedPasskey) {
    const { credential, instance } = presented
    const { id: rpId, origins } = yield* relyingParty(instance)
    const { challenge } = yield* consume({ ...presented, ceremony: "authentication" })
    const found = yield* passkeys.find(instance.id, credential.id)
    if (Option.isNone(found)) return yield* refuseAbsent(instance, credential.id)
    const { passkey, use } = yield* check(credential, found.value, { challenge, rpId, origins })
    const recorded = recordUse(passkey, { instanceId: instance.id, ...use })
    return { passkey, usedAt: use.at, recordUse: recorded } satisfies VerifiedPasskey
  })
})
