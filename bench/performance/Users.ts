/** A user with an account, a client and an IP address. */
export interface User {
  readonly email: string
  readonly ipAddress: string
}

export const password = "correct horse battery staple"

const make = (name: string): ReadonlyArray<User> =>
  Array.from({ length: 32 }, (_, index) => ({
    email: `${name}${index}@example.com`,
    ipAddress: `203.0.113.${index + 1}`
  }))

/** Users who check the session of their sign-up. As many as there are concurrent clients at most. */
export const users = make("user")

/** As many users who sign in again and again: Latchkey keeps a hundred sessions of each. */
export const signers = make("signer")

/** Those who sign in, on 500 clients, each with its own IP address. */
export const crowd: ReadonlyArray<User> = Array.from({ length: 500 }, (_, index) => ({
  email: `signer${index % signers.length}@example.com`,
  ipAddress: `198.18.${index >> 8}.${index & 255}`
}))
