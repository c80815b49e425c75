/** The limit of personal access tokens that are checked. Creating one needs a session, and users have at most fifty. */
import * as Limit from "../rate-limit/Limit.ts"

/** Wrong tokens, presented from one IP address. */
export const personalTokenPerIp = Limit.perIp("personalTokenPerIp", "sign_in", ({ signInPerIp }) =>
  Limit.fourfold(signInPerIp)
)
