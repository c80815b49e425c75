/** The limits of wrong codes of the authenticator app, to sign in or to authenticate again. */
import type { UserId } from "../core/Ids.ts"
import * as Limit from "../rate-limit/Limit.ts"

/** Wrong codes of one user. */
export const secondFactorPerAccount = Limit.perUser("secondFactorPerAccount", "sign_in", Limit.fixed(5, 900))

/** The same in a day. */
export const secondFactorPerAccountPerDay = Limit.perUser(
  "secondFactorPerAccountPerDay",
  "sign_in",
  Limit.fixed(20, 86_400)
)

/** Makes the keys of a code that is tried for a user. */
export const perSecondFactor = (userId: UserId): Limit.LimitKeys<"sign_in"> => [
  ...secondFactorPerAccount.keys(userId),
  ...secondFactorPerAccountPerDay.keys(userId)
]
