/** A user with an account, a client and an IP address. */
export interface User {
  readonly email: string
  readonly ipAddress: string
}

export const password = "correct horse battery staple"

const make = (name: string, count: number, network: string): ReadonlyArray<User> =>
  Array.from({ length: count }, (_, index) => ({
    email: `${name}${index}@example.com`,
    ipAddress: `${network}.${index >> 8}.${index & 255}`
  }))

/** Users who check the session of their sign-up. As many as there are concurrent clients at most. */
export const users = make("user", 32, "198.18")

/** Users who sign in: so many that each has a few sessions at the end, as users have. */
export const signers = make("signer", 4096, "198.19")

/** Those who sign in, on 500 clients, each with its own IP address. */
export const crowd: ReadonlyArray<User> = signers.slice(0, 500)
