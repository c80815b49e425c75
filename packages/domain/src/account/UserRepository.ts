/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Email } from "../core/Email.ts"
import type { EmailTaken, PersistenceError } from "../core/Errors.ts"
import type { ClientId, InstanceId, UserId } from "../core/Ids.ts"
import type { PasswordHash } from "../password/Password.ts"
import type { SecretHash } from "../core/Token.ts"
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

    /** The user of that id; none when the instance has none. */
    readonly findById: (instanceId: InstanceId, userId: UserId) => Effect.Effect<Option.Option<User>, PersistenceError>

    /**
     * Up to `limit` users whose address begins with `prefix`, in the order of their addresses (by code point), from the
     * first after `after` on. An empty prefix finds all.
     */
    readonly search: (query: {
      readonly instanceId: InstanceId
      readonly prefix: string
      readonly after: Option.Option<Email>
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<User>, PersistenceError>

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
     * Gives the user the password hash `next`, whether or not there was one, and raises the credential epoch by one.
     * Only if the epoch is still `credentialEpoch`; answers whether it was, and holds the user until the surrounding
     * transaction ends.
     */
    readonly setPasswordHash: (change: {
      readonly instanceId: InstanceId
      readonly userId: UserId
      readonly credentialEpoch: number
      readonly next: PasswordHash
    }) => Effect.Effect<boolean, PersistenceError>

    /**
     * Keeps the user out from `disabledAt` on, or, with none, lets them in again. Keeping out raises the credential
     * epoch by one, so that a sign-in that is under way fails. Answers the user as it is then; none when there is none.
     */
    readonly setDisabled: (change: {
      readonly instanceId: InstanceId
      readonly userId: UserId
      readonly disabledAt: Option.Option<DateTime.Utc>
    }) => Effect.Effect<Option.Option<User>, PersistenceError>

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
