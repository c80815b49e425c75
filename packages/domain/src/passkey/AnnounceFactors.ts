/** Tells users whose address is verified for the first time what was added to the account before. */
import * as Effect from "effect/Effect"
import { Additions } from "../account/Additions.ts"
import type { User } from "../account/UserRepository.ts"
import type { Caller } from "../core/Caller.ts"
import type { Instance } from "../instance/Instance.ts"
import { AccountNotices } from "../mail/AccountNotices.ts"

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
  const additions = yield* Additions
  const notices = yield* AccountNotices

  return Effect.fnUntraced(function* ({ caller: { languages }, instance, user }: FirstVerified) {
    for (const { added } of additions) {
      if (added === undefined || !(yield* added.isPresent(user))) continue
      yield* notices.enqueue({ change: added.change, instance, user, caller: { languages } })
    }
  })
})
