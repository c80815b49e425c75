import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Email } from "../core/Email.ts"
import type { EmailTaken, ExternalIdTaken } from "./AccountErrors.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { type ClientId, InstanceId, UserId } from "../core/Ids.ts"
import { Language } from "../language/Language.ts"
import type { TokenHash } from "../core/Token.ts"
import { ExternalId } from "./ExternalId.ts"
import type { PasswordSchemes } from "./PasswordScheme.ts"
import { noData, UserData, UserName } from "./UserData.ts"

/**
 * A password hash as the hasher wrote it, such as an Argon2id hash in PHC format. `Redacted`, so it prints as
 * `<redacted>`.
 */
export const PasswordHash = Schema.Redacted(Schema.String.pipe(Schema.brand("PasswordHash")))
export type PasswordHash = typeof PasswordHash.Type

/**
 * An account in one instance.
 *
 * - `passwordHash`: none if the user has only ever signed in with magic links.
 * - `emailVerifiedAt`: when the address was first verified; none while it is unverified.
 * - `claimedAt`: when the first verification took the account over from someone else, who had created it with an
 *   address that they could not read; none if that never happened. What was stored for the user before belongs to
 *   someone else.
 * - `credentialVersion`: raised whenever all sessions of the user end: by every change of the credentials, and by
 *   revoking sessions. A session is active only with the current version, and issued only for it.
 * - `externalId`: the id that another system has for the user; none if it has none.
 * - `disabledAt`: since when an operator has disabled the account; none while the user may sign in.
 * - `deletionAt`: when the account will be deleted, because its owner has asked for it; none otherwise. From then on it
 *   is unusable, although its row stays until the cleanup job deletes it.
 * - `language`: the language that the user has chosen for pages and emails; none if the request decides.
 * - `name`: what the user is called; none if no one has given it.
 * - `metadata`: what the app keeps with the user. Only the app writes it.
 * - `userMetadata`: what the app keeps with the user, and the user may change.
 * - `secondFactorAt`: since when the user has a second factor; none without one. `SecondFactorRepository` keeps it:
 *   methods of `UserRepository` return it, and never store it.
 */
export class User extends Schema.Class<User>("@latchkey/domain/User")({
  instanceId: InstanceId,
  id: UserId,
  email: Email,
  passwordHash: Schema.OptionFromSelf(Schema.typeSchema(PasswordHash)),
  emailVerifiedAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf),
  claimedAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf).pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => Option.none())
  ),
  credentialVersion: Schema.Int,
  createdAt: Schema.DateTimeUtcFromSelf,
  externalId: Schema.OptionFromSelf(ExternalId).pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => Option.none())
  ),
  disabledAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf).pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => Option.none())
  ),
  deletionAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf).pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => Option.none())
  ),
  language: Schema.OptionFromSelf(Language).pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => Option.none())
  ),
  name: Schema.OptionFromSelf(UserName).pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => Option.none())
  ),
  metadata: UserData.pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => noData)
  ),
  userMetadata: UserData.pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => noData)
  ),
  secondFactorAt: Schema.OptionFromSelf(Schema.DateTimeUtcFromSelf).pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => Option.none())
  )
}) {}

/** A user as a sign-in reads it: without what would make reading it take longer for users who have more data. */
export type SignInUser = Omit<User, "metadata" | "name" | "userMetadata">

/** Returns `true` from the exact millisecond on at which the account is to be deleted. */
export const isDeletionDue = ({ deletionAt }: Pick<User, "deletionAt">, now: DateTime.Utc): boolean =>
  Option.exists(deletionAt, (at) => DateTime.lessThanOrEqualTo(at, now))

/** Returns `true` if the user may sign in at `now`: not disabled, and not to be deleted by then. */
export const isUsable = (user: Pick<User, "deletionAt" | "disabledAt">, now: DateTime.Utc): boolean =>
  Option.isNone(user.disabledAt) && !isDeletionDue(user, now)

/**
 * What sign-in needs to know about an address. `knownClient`: the presenting client, if it has signed in to that
 * account before. `failedSignIns`: how many sign-ins to the account have failed in a row, as `SignInFailures` counts
 * them; zero without an account.
 */
export interface SignInAccount {
  readonly user: Option.Option<SignInUser>
  readonly knownClient: Option.Option<ClientId>
  readonly failedSignIns: number
}

/**
 * Which users a list has. What is left out restricts nothing.
 *
 * - `prefix`, `text`: what the address begins with, and what it contains, in lower case.
 * - `status`: those in that state.
 * - `from`, `until`: those created at `from` or later, and before `until`.
 */
export interface UserSelection {
  readonly instanceId: InstanceId
  readonly prefix?: string
  readonly text?: string
  readonly status?: Option.Option<UserStatus>
  readonly from?: Option.Option<DateTime.Utc>
  readonly until?: Option.Option<DateTime.Utc>
}

/** `unverified`: the address was never verified. `disabled`, `deleting`: `disabledAt`, `deletionAt` is set. */
export type UserStatus = "deleting" | "disabled" | "unverified"

/** The order of a list: by the time of creation and the id, or by address, by code point. */
export type UserOrder = "email" | "email_descending" | "newest" | "oldest"

/** The port for users. Every method names the instance, and never sees users of another one. */
export class UserRepository extends Context.Tag("@latchkey/domain/UserRepository")<
  UserRepository,
  {
    /**
     * Adds a user, without a second factor. Fails with `EmailTaken`, and changes nothing, if the instance has that
     * address, and with `ExternalIdTaken` if it has that external id. Of any number of concurrent inserts for one
     * address, or one external id, exactly one succeeds. Both errors leave a surrounding transaction usable.
     */
    readonly insert: (user: User) => Effect.Effect<void, EmailTaken | ExternalIdTaken | PersistenceError>

    /**
     * Adds those of the instance's users whose id, address and external id no other user of it has, and returns their
     * ids, in any order. Of users among them that conflict with one another it adds one. Concurrent calls with the same
     * users add each of them once. A conflict leaves a surrounding transaction usable.
     */
    readonly insertAll: (
      instanceId: InstanceId,
      users: ReadonlyArray<User>
    ) => Effect.Effect<ReadonlyArray<UserId>, PersistenceError>

    /** Returns the users that have one of the addresses or one of the external ids, each once, in any order. */
    readonly findMatches: (query: {
      readonly instanceId: InstanceId
      readonly emails: ReadonlyArray<Email>
      readonly externalIds: ReadonlyArray<ExternalId>
    }) => Effect.Effect<ReadonlyArray<User>, PersistenceError>

    /** Returns the user with that address, or `None`. */
    readonly findByEmail: (instanceId: InstanceId, email: Email) => Effect.Effect<Option.Option<User>, PersistenceError>

    /** Returns the user with that id, or `None`. */
    readonly findById: (instanceId: InstanceId, userId: UserId) => Effect.Effect<Option.Option<User>, PersistenceError>

    /** Returns those of the users that exist, in any order. */
    readonly findAll: (
      instanceId: InstanceId,
      userIds: ReadonlyArray<UserId>
    ) => Effect.Effect<ReadonlyArray<User>, PersistenceError>

    /** Returns the user with that external id, or `None`. */
    readonly findByExternalId: (
      instanceId: InstanceId,
      externalId: ExternalId
    ) => Effect.Effect<Option.Option<User>, PersistenceError>

    /**
     * Returns up to `limit` users of a selection, in an order, starting after `after`, whether or not that user exists.
     * Cheap are lists by time of a range or a status, and lists by address of a `prefix`. A `text` may read every
     * address of the instance.
     */
    readonly list: (
      query: UserSelection & {
        readonly order: UserOrder
        readonly after: Option.Option<Pick<User, "createdAt" | "email" | "id">>
        readonly limit: number
      }
    ) => Effect.Effect<ReadonlyArray<User>, PersistenceError>

    /**
     * Returns how many users were created at each of the times or later, by the names of the times, and of all if a
     * time is `None`. Counts each no further than `limit`.
     */
    readonly countCreated: <Name extends string>(query: {
      readonly instanceId: InstanceId
      readonly since: Readonly<Record<Name, Option.Option<DateTime.Utc>>>
      readonly limit: number
    }) => Effect.Effect<Readonly<Record<Name, number>>, PersistenceError>

    /**
     * Returns up to `limit` users of all instances whose `deletionAt` is `until` or before, ordered by that time, the
     * instance and the id, starting after `after`.
     */
    readonly listDueDeletions: (query: {
      readonly until: DateTime.Utc
      readonly after: Option.Option<User>
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<User>, PersistenceError>

    /** Returns how many users the instance has. Reads all of them: not for requests of users. */
    readonly count: (instanceId: InstanceId) => Effect.Effect<number, PersistenceError>

    /**
     * Returns the user with that address, or `None`, and locks it until the surrounding transaction ends. Others who
     * lock the same user, or issue a session for it, wait.
     */
    readonly findByEmailForUpdate: (
      instanceId: InstanceId,
      email: Email
    ) => Effect.Effect<Option.Option<User>, PersistenceError>

    /**
     * Returns the user with that id, or `None`, and locks it as `findByEmailForUpdate` does. Its address may differ
     * from the one that the caller read before.
     */
    readonly findByIdForUpdate: (
      instanceId: InstanceId,
      userId: UserId
    ) => Effect.Effect<Option.Option<User>, PersistenceError>

    /**
     * Returns the user with that address, its failed sign-ins in a row, and the client whose `__client` token hashes to
     * `clientHash` if that user knows it. One query, which is the same whether or not the user exists. A client that
     * has expired at `now` is not known.
     */
    readonly findForSignIn: (key: {
      readonly instanceId: InstanceId
      readonly email: Email
      readonly clientHash: Option.Option<TokenHash>
      readonly now: DateTime.Utc
    }) => Effect.Effect<SignInAccount, PersistenceError>

    /**
     * Returns the schemes of the instance's password hashes, with the share of each, as `PasswordScheme.ofHash` finds
     * them. Cheap if all accounts have one scheme.
     */
    readonly passwordSchemes: (instanceId: InstanceId) => Effect.Effect<PasswordSchemes, PersistenceError>

    /**
     * Replaces the hash `current` with `next` if `current` is still the stored one (compare and set). Returns `true` if
     * it was replaced. Keeps the credential version, because the password is the same.
     */
    readonly replacePasswordHash: (change: {
      readonly instanceId: InstanceId
      readonly userId: UserId
      readonly current: PasswordHash
      readonly next: PasswordHash
    }) => Effect.Effect<boolean, PersistenceError>

    /**
     * Sets the password hash, whether or not there was one, raises the credential version by one, which revokes every
     * session, and forgets the user's known clients, if the version is still `credentialVersion`. Returns `true` if it
     * was set, and locks the user until the surrounding transaction ends.
     *
     * A session that is being issued concurrently may leave its client known, unless the transaction has locked the
     * user before. That holds for every method that forgets known clients.
     */
    readonly setPasswordHash: (change: {
      readonly instanceId: InstanceId
      readonly userId: UserId
      readonly credentialVersion: number
      readonly next: PasswordHash
    }) => Effect.Effect<boolean, PersistenceError>

    /**
     * Disables the user from `disabledAt` on, or enables it again if that is `None`. Disabling raises the credential
     * version by one, which revokes every session and makes concurrent sign-ins fail, and forgets the user's known
     * clients. Returns the changed user, or `None` if it does not exist.
     */
    readonly setDisabled: (change: {
      readonly instanceId: InstanceId
      readonly userId: UserId
      readonly disabledAt: Option.Option<DateTime.Utc>
    }) => Effect.Effect<Option.Option<User>, PersistenceError>

    /**
     * Records that the address was verified at `now`, if it was not before. Raises the credential version by one, which
     * revokes every session, and forgets the user's known clients. With `"drop_password"` the account is taken over:
     * the password is deleted, `claimedAt` is set to `now`, if it was not set before, and `deletionAt`, `language`,
     * `name`, `userMetadata`, the second factor, passkeys and identities are removed, because they are someone else's.
     * `externalId` and `metadata` stay: they are the app's. With `"keep_password"` the second factor, passkeys and
     * identities stay, and count as added at `now`: its owner is told about them only from then on.
     * Returns the changed user, or `None` if it does not exist.
     */
    readonly verifyEmail: (verification: {
      readonly instanceId: InstanceId
      readonly userId: UserId
      readonly now: DateTime.Utc
      readonly password: "keep_password" | "drop_password"
    }) => Effect.Effect<Option.Option<User>, PersistenceError>

    /**
     * Stores every field of the user except `secondFactorAt`, if it exists and `credentialVersion` is still the stored
     * version; `user` has that version or the next one. With the next one, every session is revoked and the known
     * clients are forgotten. Returns `true` if it was stored. Fails with `EmailTaken` or `ExternalIdTaken`, and changes
     * nothing, if another user of the instance has that address or that external id. Both errors leave a surrounding
     * transaction usable.
     */
    readonly update: (
      user: User,
      credentialVersion: number
    ) => Effect.Effect<boolean, EmailTaken | ExternalIdTaken | PersistenceError>

    /**
     * Deletes the user, with the sessions and the known clients. Returns the deleted user, or `None` if it does not
     * exist. Waits for sign-ins of that user that are in progress; those that come later find no user.
     */
    readonly delete: (instanceId: InstanceId, userId: UserId) => Effect.Effect<Option.Option<User>, PersistenceError>
  }
>() {}
