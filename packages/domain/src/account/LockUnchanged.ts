/** Locks a user whose credentials were checked before. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type User, UserRepository } from "./UserRepository.ts"

/**
 * Makes the function. Call it in a transaction: it locks the user, and returns `None` if the credentials or the
 * address have changed since.
 */
export const make = Effect.map(
  UserRepository,
  (users) => (user: User) =>
    Effect.map(
      users.findByIdForUpdate(user.instanceId, user.id),
      Option.filter(
        ({ credentialVersion, email }) => email === user.email && credentialVersion === user.credentialVersion
      )
    )
)
