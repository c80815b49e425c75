/** The limits of sign-ups. */
import * as Limit from "../rate-limit/Limit.ts"

/** Sign-ups from one IP address. */
export const signUpPerIp = Limit.perIp("signUpPerIp", "sign_up", "signUpPerIp")

/** Sign-ups of everyone. It bounds how fast accounts can be created from any number of IP addresses. */
export const signUpPerInstance = Limit.perInstance("signUpPerInstance", "sign_up", "signUpPerInstance")

/** Makes the keys of a sign-up, whatever becomes of it. */
export const perSignUp = (caller: Limit.Networks): Limit.LimitKeys<"sign_up"> => [
  ...signUpPerIp.keys(caller),
  ...signUpPerInstance.keys()
]
