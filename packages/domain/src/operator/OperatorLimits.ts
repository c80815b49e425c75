/** The limits of what operators do: as those of sign-ins. */
import * as Limit from "../rate-limit/Limit.ts"

/** Wrong admin keys from one IP address. */
export const adminKeyPerIp = Limit.perIp("adminKeyPerIp", "sign_in", "signInPerIp")

/** Tries to use a dashboard invitation, from one IP address. */
export const invitationPerIp = Limit.perIp("invitationPerIp", "sign_in", "signInPerIp")

/** Challenges for passkeys of operators, asked for from one IP address. */
export const operatorChallengePerIp = Limit.perIp("operatorChallengePerIp", "sign_in", ({ signInPerIp }) =>
  Limit.fourfold(signInPerIp)
)

/** Sign-ins to the dashboard with a passkey, and passkeys that operators add, from one IP address. */
export const operatorPasskeyPerIp = Limit.perIp("operatorPasskeyPerIp", "sign_in", "signInPerIp")

/** Test emails that operators request in one instance. */
export const testEmailsPerInstance = Limit.perInstance("testEmailsPerInstance", "magic_link", Limit.fixed(20, 600))
