/** The limit of challenges for passkeys. Signing in with a passkey counts as every sign-in. */
import * as Limit from "../rate-limit/Limit.ts"

/** Challenges, asked for from one IP address. */
export const passkeyChallengePerIp = Limit.perIp("passkeyChallengePerIp", "sign_in", ({ signInPerIp }) =>
  Limit.fourfold(signInPerIp)
)
