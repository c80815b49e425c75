/** The limits of signing devices in. A code that someone else may guess has to allow few guesses (RFC 8628, 5.1). */
import type { UserId } from "../core/Ids.ts"
import * as Limit from "../rate-limit/Limit.ts"

/** Devices that ask for codes, from one IP address. */
export const deviceCodePerIp = Limit.perIp("deviceCodePerIp", "sign_in", "signInPerIp")

/** Wrong device codes, presented from one IP address. */
export const devicePollPerIp = Limit.perIp("devicePollPerIp", "sign_in", ({ signInPerIp }) =>
  Limit.fourfold(signInPerIp)
)

/** Questions about one device code. It leaves a device that asks every five seconds a second for its network. */
export const devicePollPerCode = Limit.perSubject("devicePollPerCode", "sign_in", Limit.fixed(1, 4))

/** Wrong user codes, typed at one IP address. */
export const userCodePerIp = Limit.perIp("userCodePerIp", "sign_in", Limit.fixed(10, 60))

/** Wrong user codes, typed by one user. */
export const userCodePerUser = Limit.perUser("userCodePerUser", "sign_in", Limit.fixed(5, 60))

/** Makes the keys of a user code that is tried. */
export const perUserCode = (caller: Limit.Networks, userId: UserId): Limit.LimitKeys<"sign_in"> => [
  ...userCodePerIp.keys(caller),
  ...userCodePerUser.keys(userId)
]
