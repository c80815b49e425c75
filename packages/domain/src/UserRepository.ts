/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Email } from "./Email.ts"
import type { EmailTaken, PersistenceError } from "./Errors.ts"
import type { ClientId, InstanceId, UserId } from "./Ids.ts"
import type { PasswordHash } from "./Password.ts"
import type { SecretHash } from "./Secret.ts"
import type { User } from "./User.ts"

/**
 * What sign-in has to know about an address. `knownClient` is the presenting browser, when it has signed in to that
 * account before.
 *
 * @since 0.1.0
 */
export interface SignInAccount {
  readonly user: Option.Option<User>
  readonly knownClient: Option.Option<ClientId>
}

/**
 * The port for users. Every method names the instance, and never sees another's users.
 *
 * @since 0.1.0
 */
export class UserRepository extends Context.Tag("@latchkey/domain/UserRepository")<
  UserRepository,
  {
    /**
     * Adds a user. Fails with `EmailTaken`, and changes nothing, when the instance has that address; of any number
     * that race for one address exactly one is added. Does not spoil a surrounding transaction when it fails so.
     */
    readonly insert: (user: User) => Effect.Effect<void, EmailTaken | PersistenceError>

    /** The user of that address; none when there is none. */
    readonly findByEmail: (instanceId: InstanceId, email: Email) => Effect.Effect<Option.Option<User>, PersistenceError>

    /**
     * The user of that address, held until the surrounding transaction ends: whoever else wants to hold the same user
     * or to make a session for it waits. None when there is none.
     */
    readonly findByEmailForUpdate: (
      instanceId: InstanceId,
      email: Email
    ) => Effect.Effect<Option.Option<User>, PersistenceError>

    /**
     * The user of that address and whether the browser whose `__client` hashes to `clientHash` is known to it, in one
     * query that is the same whether or not there is such a user. A client whose time is over at `now` is not known.
     */
    readonly findForSignIn: (key: {
      readonly instanceId: InstanceId
      readonly email: Email
      readonly clientHash: Option.Option<SecretHash>
      readonly now: DateTime.Utc
    }) => Effect.Effect<SignInAccount, PersistenceError>

    /**
     * Puts `next` in the place of `current`, only if `current` is still the user's hash (compare and set). Answers
     * whether it was. The credential epoch stays: it is the same password.
     */
    readonly replacePasswordHash: (change: {
      readonly instanceId: InstanceId
      readonly userId: UserId
      readonly current: PasswordHash
      readonly next: PasswordHash
    }) => Effect.Effect<boolean, PersistenceError>

    /**
     * Records that the address was proved at `now`. With `"drop_password"` the password is deleted and the credential
     * epoch raised by one; with `"keep_password"` both stay. Answers the user as it is then; none when there is none.
     */
    readonly proveEmail: (proof: {
      readonly instanceId: InstanceId
      readonly userId: UserId
      readonly now: DateTime.Utc
      readonly password: "keep_password" | "drop_password"
    }) => Effect.Effect<Option.Option<User>, PersistenceError>
  }
>() {}
