/** The limits of what operators do: as those of sign-ins. */
import * as Limit from "../rate-limit/Limit.ts"

/** Wrong admin keys from one IP address. */
export const adminKeyPerIp = Limit.perIp("adminKeyPerIp", "sign_in", "signInPerIp")

/** Tries to use a dashboard invitation, from one IP address. */
export const invitationPerIp = Limit.perIp("invitationPerIp", "sign_in", "signInPerIp")

/** Test emails that operators request in one instance. */
export const testEmailsPerInstance = Limit.perInstance("testEmailsPerInstance", "magic_link", Limit.fixed(20, 600))
