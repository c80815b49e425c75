/** Tells users whose address is verified for the first time what was added to the account before. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { IdentityRepository } from "../account/IdentityRepository.ts"
import type { User } from "../account/UserRepository.ts"
import type { Caller } from "../core/Caller.ts"
import type { Instance } from "../instance/Instance.ts"
import { AccountNotices } from "../mail/AccountNotices.ts"
import { PasskeyRepository } from "./PasskeyRepository.ts"
import * as IdentityRecords from "../account/IdentityRecords.ts"
import { accountChanges } from "./PasskeyRecords.ts"
import * as SecondFactorRecords from "../second-factor/SecondFactorRecords.ts"

/**
 * A user with a verified address. `caller`: the client that verifies it, which need not be the one that added anything.
 */
export interface FirstVerified {
  readonly instance: Instance
  readonly user: User
  readonly caller: Pick<Caller, "languages">
}

/** Makes the function. Call it in the transaction of the verification. */
export const make = Effect.gen(function* () {
  const identities = yield* IdentityRepository
  const notices = yield* AccountNotices
  const passkeys = yield* PasskeyRepository

  return Effect.fnUntraced(function* ({ caller: { languages }, instance, user }: FirstVerified) {
    const notice = { instance, user, caller: { languages } }
    const all = yield* passkeys.list(user.instanceId, user.id)
    if (all.length > 0) yield* notices.enqueue({ ...notice, change: accountChanges.passkey_added })
    const linked = yield* identities.list(user.instanceId, user.id)
    if (linked.length > 0) yield* notices.enqueue({ ...notice, change: IdentityRecords.accountChanges.identity_added })
    if (Option.isSome(user.secondFactorAt))
      yield* notices.enqueue({ ...notice, change: SecondFactorRecords.accountChanges.second_factor_added })
  })
})
