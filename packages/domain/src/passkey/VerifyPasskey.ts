/**
 * Verifies a passkey that was just used: to sign in with, or to authenticate again.
 */
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { InvalidCredentials, PersistenceError } from "../core/Errors.ts"
import type { InstanceId } from "../core/Ids.ts"
import { defaultId } from "../instance/Instance.ts"
import { operatorInstanceId } from "../instance/OperatorInstance.ts"
import { FactorUse } from "../session/FactorUse.ts"
import type { AuthenticationCredential, CredentialId } from "./Credential.ts"
import { type Passkey, PasskeyRepository, type PasskeyUse } from "./PasskeyRepository.ts"
import * as Challenges from "./internal/Challenges.ts"
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

const twins: ReadonlyMap<InstanceId, InstanceId> = new Map([
  [defaultId, operatorInstanceId],
  [operatorInstanceId, defaultId]
])

/** Makes the function. */
export const make = Effect.gen(function* () {
  const check = yield* CheckPasskey.make
  const { consume, relyingParty } = yield* Challenges.make
  const passkeys = yield* PasskeyRepository
  const factorUse = yield* FactorUse

  const recordUse = Effect.fnUntraced(function* ({ instanceId, userId }: Passkey, use: PasskeyUse) {
    const isStored = yield* passkeys.recordUse(use)
    if (!isStored) return yield* Refusal.refuse("concurrent_change", use.id)
    yield* factorUse.record(instanceId, userId)
  })

  /**
   * Refuses a credential that the instance does not have. The default instance and that of the operators may have one
   * RP ID, and a browser offers the passkeys of both: it must not forget one that the other one has.
   */
  const refuseAbsent = Effect.fnUntraced(function* (instanceId: InstanceId, credentialId: CredentialId) {
    const other = twins.get(instanceId)
    const found = other === undefined ? Option.none() : yield* passkeys.find(other, credentialId)
    return yield* Refusal.refuse(Option.isSome(found) ? "other_instance" : "unknown_passkey")
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
    if (Option.isNone(found)) return yield* refuseAbsent(instance.id, credential.id)
    const { passkey, use } = yield* check(credential, found.value, { challenge, rpId, origins })
    const recorded = recordUse(passkey, { instanceId: instance.id, ...use })
    return { passkey, usedAt: use.at, recordUse: recorded } satisfies VerifiedPasskey
  })
})
