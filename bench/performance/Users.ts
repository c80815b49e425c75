/** A user with an account, a client and an IP address. */
export interface User {
  readonly email: string
  readonly ipAddress: string
}

export const password = "correct horse battery staple"

/** As many as there are concurrent clients at most. */
export const users: ReadonlyArray<User> = Array.from({ length: 32 }, (_, index) => ({
  email: `user${index}@example.com`,
  ipAddress: `203.0.113.${index + 1}`
}))

/** The same users on 500 clients, each with its own IP address. */
export const crowd: ReadonlyArray<User> = Array.from({ length: 500 }, (_, index) => ({
  email: `user${index % users.length}@example.com`,
  ipAddress: `198.18.${index >> 8}.${index & 255}`
}))
