/** The limit of recoveries of lost factors. */
import * as Limit from "../rate-limit/Limit.ts"

/** Recoveries that one user requests. */
export const factorRecoveryPerAccountPerDay = Limit.perUser(
  "factorRecoveryPerAccountPerDay",
  "magic_link",
  Limit.fixed(3, 86_400)
)
