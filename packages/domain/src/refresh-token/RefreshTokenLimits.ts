/** The limit of refresh tokens. Those that work do not count. */
import * as Limit from "../rate-limit/Limit.ts"

/** Wrong refresh tokens, presented from one IP address. */
export const refreshTokenPerIp = Limit.perIp("refreshTokenPerIp", "sign_in", ({ signInPerIp }) =>
  Limit.fourfold(signInPerIp)
)
