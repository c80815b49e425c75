/**
 * Creating, changing and deleting users, as operators and their programs do. The audit log records every change by the
 * names of the changed fields, and no value that could be secret.
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { ExternalId } from "../account/ExternalId.ts"
import { FormerEmails } from "../account/FormerEmails.ts"
import * as IdentityRecords from "../account/IdentityRecords.ts"
import { IdentityRepository } from "../account/IdentityRepository.ts"
import * as ReservedEmail from "../account/ReservedEmail.ts"
import { SignInFailures } from "../account/SignInFailures.ts"
import * as UserData from "../account/UserData.ts"
import { type PasswordHash, User, UserRepository } from "../account/UserRepository.ts"
import type { ActingOperator } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { Email } from "../core/Email.ts"
import { type EmailTaken, type ExternalIdTaken, type UserDataRejected, UserNotFound } from "../account/AccountErrors.ts"
import { PersistenceError } from "../core/Errors.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import { NoSignInMethod } from "./OperatorErrors.ts"
import type { HasherOverloaded, PasswordHashRejected, PasswordRejected } from "../password/PasswordErrors.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import { UserId } from "../core/Ids.ts"
import type { Language } from "../language/Language.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { AuthenticationMethods } from "../instance/AuthenticationMethods.ts"
import type { Instance } from "../instance/Instance.ts"
import { InvitationRepository } from "../invitation/InvitationRepository.ts"
import { MagicLinkRepository } from "../magic-link/MagicLinkRepository.ts"
import { AccountNotices } from "../mail/AccountNotices.ts"
import * as ForgetAddress from "../mail/ForgetAddress.ts"
import { PasskeyRepository } from "../passkey/PasskeyRepository.ts"
import type { ForeignHash } from "../password/ForeignHash.ts"
import type { Password } from "../password/Password.ts"
import { PasswordHasher } from "../password/PasswordHasher.ts"
import * as PasswordViolations from "../password/PasswordViolations.ts"
import { OneTimeTokenRepository } from "../one-time-token/OneTimeTokenRepository.ts"
import { UserDeletion } from "../personal-data/UserDeletion.ts"
import { SecondFactorRepository } from "../second-factor/SecondFactorRepository.ts"
import { accountChanges, auditActions } from "./OperatorRecords.ts"
import * as UserChanges from "./internal/UserChanges.ts"
import { ofUser, type UserDetails } from "./UserDetails.ts"
import * as PasswordRecords from "../password/PasswordRecords.ts"
import * as PersonalDataRecords from "../personal-data/PersonalDataRecords.ts"

/**
 * A user to create. Without a password, the user signs in with links. `passwordHash`: the hash that another system made
 * of the user's password, in place of `password`, which counts if both are given. The policy cannot be checked then.
 */
export interface NewUser {
  readonly email: Email
  readonly emailVerified: boolean
  readonly externalId: Option.Option<ExternalId>
  readonly password: Option.Option<Password>
  readonly passwordHash?: Option.Option<ForeignHash> | undefined
  readonly disabled: boolean
  readonly language?: Option.Option<Language> | undefined
  readonly name?: Option.Option<UserData.UserName> | undefined
  readonly metadata?: UserData.UserData | undefined
  readonly userMetadata?: UserData.UserData | undefined
}

/**
 * Fields to change; absent ones stay. `None` removes the external id, the language or the password, by either of the
 * two fields that set it. A new address is not verified, unless `emailVerified` is given, too. `deletionAt`: `None`
 * keeps an account that its owner has asked to delete. `metadata`, `userMetadata`: patches, too, and `None` removes all
 * members. `signInMethods`: `None` hands back an account that someone else had.
 */
export interface UserPatch {
  readonly email?: Email | undefined
  readonly emailVerified?: boolean | undefined
  readonly externalId?: Option.Option<ExternalId> | undefined
  readonly password?: Option.Option<Password> | undefined
  readonly passwordHash?: Option.Option<ForeignHash> | undefined
  readonly disabled?: boolean | undefined
  readonly deletionAt?: Option.None<DateTime.Utc> | undefined
  readonly language?: Option.Option<Language> | undefined
  readonly name?: Option.Option<UserData.UserName> | undefined
  readonly metadata?: Option.Option<UserData.DataPatch> | undefined
  readonly userMetadata?: Option.Option<UserData.DataPatch> | undefined
  readonly signInMethods?: Option.None<never> | undefined
}

/** An instance, and the operator who acts in it. */
export interface Provisioner {
  readonly instance: Instance
  readonly by: ActingOperator
}

/** The user, and whether it is new: with an external id that the instance has, the user is returned as it is. */
export interface CreatedUser {
  readonly user: UserDetails
  readonly isNew: boolean
}

type Conflict = EmailTaken | ExternalIdTaken
type Refusal = PasswordHashRejected | PasswordRejected | HasherOverloaded | PersistenceError

/** The use case of creating, changing and deleting users. */
export class UserProvisioning extends Context.Tag("@latchkey/domain/UserProvisioning")<
  UserProvisioning,
  {
    /**
     * Creates a user, whom an invitation of the address no longer concerns. Its password meets the policy and the app's
     * rules. Fails with `PasswordHashRejected` for a hash that the hasher does not adopt. If the instance has a user
     * with that external id, returns that one unchanged, so that a request can be repeated. The app's hooks belong to
     * the transaction.
     */
    readonly create: (
      request: Provisioner & { readonly user: NewUser }
    ) => Effect.Effect<CreatedUser, Conflict | Refusal | NoSignInMethod>

    /**
     * Changes a user. A change of the address, of the password or of `disabled` ends every session, and what was sent
     * to the former address is void. Fails with `NoSignInMethod` if the last way to sign in would go, and with
     * `UserDataRejected` if an object of data would be longer than it may be.
     *
     * A patch with `signInMethods` removes the password, unless it sets one, all passkeys, the authenticator app and
     * all accounts at identity providers, and ends every session. No former address can be restored any more, also if
     * the address stays.
     */
    readonly update: (
      request: Provisioner & { readonly userId: UserId; readonly patch: UserPatch }
    ) => Effect.Effect<UserDetails, Conflict | Refusal | NoSignInMethod | UserDataRejected | UserNotFound>

    /** Deletes a user immediately, as `UserDeletion` does, also one whose owner has asked for a later deletion. */
    readonly delete: (
      request: Provisioner & { readonly userId: UserId }
    ) => Effect.Effect<void, UserNotFound | PersistenceError>
  }
>() {}

const nameOf = (
  field: "password" | "passwordHash",
  value: Option.Option<unknown> | undefined
): ReadonlyArray<string> => {
  if (value === undefined) return []
  return [Option.isNone(value) ? "password=null" : field]
}

/** Returns a field with its new value, and with the former one if that differs. */
const changeOf = <A>(field: string, value: A | undefined, former: A): ReadonlyArray<string> => {
  if (value === undefined) return []
  return [`${field}=${value}${value === former ? "" : ` was=${former}`}`]
}

/**
 * Returns the names of the fields that a patch has. Values, and former ones, are there only of fields that are no
 * secret and say nothing about who the user is.
 */
const describe = (patch: UserPatch, user: User): string => {
  const { deletionAt, disabled, email, emailVerified, externalId, language, password, passwordHash } = patch
  const isHandedBack = patch.signInMethods !== undefined
  const deletion = Option.getOrNull(Option.map(user.deletionAt, DateTime.formatIso))
  return [
    email === undefined ? [] : ["email"],
    changeOf("emailVerified", emailVerified, Option.isSome(user.emailVerifiedAt)),
    externalId === undefined ? [] : ["externalId"],
    nameOf("password", password),
    nameOf("passwordHash", passwordHash),
    changeOf("disabled", disabled, Option.isSome(user.disabledAt)),
    changeOf("deletionAt", deletionAt === undefined ? undefined : null, deletion),
    changeOf("language", language && Option.getOrNull(language), Option.getOrNull(user.language)),
    (["name", "metadata", "userMetadata"] as const).filter((field) => patch[field] !== undefined),
    isHandedBack ? ["signInMethods=null"] : []
  ]
    .flat()
    .join(", ")
}

/** Returns when the address was verified, after a patch. */
const verifiedAt = (user: User, { email, emailVerified }: UserPatch, now: DateTime.Utc): User["emailVerifiedAt"] => {
  const isOther = email !== undefined && email !== user.email
  const kept = isOther ? Option.none() : user.emailVerifiedAt
  if (emailVerified === undefined) return kept
  return emailVerified ? Option.orElseSome(kept, () => now) : Option.none()
}

type UserDataFields = Pick<User, UserData.DataField>

/** Returns the two objects of data after a patch. */
const patchedData = (user: User, patch: UserPatch): Either.Either<UserDataFields, UserDataRejected> =>
  Either.all({
    metadata: UserData.change("metadata", user, patch.metadata),
    userMetadata: UserData.change("userMetadata", user, patch.userMetadata)
  })

/** Returns the user after a patch. `passwordHash`: of the password in the patch. `data`: after the patch. */
const patched = (
  user: User,
  patch: UserPatch,
  data: UserDataFields,
  passwordHash: Option.Option<PasswordHash> | undefined,
  now: DateTime.Utc
): User => {
  const isOtherAddress = patch.email !== undefined && patch.email !== user.email
  const isDisabled = patch.disabled === true && Option.isNone(user.disabledAt)
  const endsSessions = isOtherAddress || passwordHash !== undefined || isDisabled
  return new User({
    ...user,
    ...data,
    email: patch.email ?? user.email,
    emailVerifiedAt: verifiedAt(user, patch, now),
    externalId: patch.externalId ?? user.externalId,
    passwordHash: passwordHash ?? user.passwordHash,
    deletionAt: patch.deletionAt ?? user.deletionAt,
    language: patch.language ?? user.language,
    name: patch.name ?? user.name,
    disabledAt: isDisabled ? Option.some(now) : patch.disabled === false ? Option.none() : user.disabledAt,
    credentialVersion: user.credentialVersion + (endsSessions ? 1 : 0)
  })
}

const entryOf = AuditWriter.entryOf({ ...auditActions, ...IdentityRecords.auditActions })

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make({ ...auditActions, ...IdentityRecords.auditActions })
  const checkPassword = yield* PasswordViolations.makeCheck
  const hashAllowed = yield* PasswordViolations.makeHashAllowed
  const checkReserved = yield* ReservedEmail.makeCheck
  const deletion = yield* UserDeletion
  const factors = yield* SecondFactorRepository
  const failures = yield* SignInFailures
  const forgetAddress = yield* ForgetAddress.make
  const formers = yield* FormerEmails
  const hasher = yield* PasswordHasher
  const events = yield* EventRecorder
  const ids = yield* IdGenerator
  const invitations = yield* InvitationRepository
  const links = yield* MagicLinkRepository
  const { admits } = yield* AuthenticationMethods
  const identities = yield* IdentityRepository
  const notices = yield* AccountNotices
  const oneTimeTokens = yield* OneTimeTokenRepository
  const passkeys = yield* PasskeyRepository
  const transaction = yield* Transaction
  const users = yield* UserRepository

  /** Fails with `NoSignInMethod` if the instance has no method that the user could sign in with. */
  const checkMethod = (instance: Instance, user: Parameters<typeof admits>[1]) =>
    Effect.filterOrFail(
      admits(instance, user),
      (isAllowed) => isAllowed,
      () => new NoSignInMethod({ reason: "password_needed" })
    )

  const hash = Effect.fnUntraced(function* ({ by, instance }: Provisioner, email: Email, password: Password) {
    yield* checkPassword({ instance, email, password })
    return yield* hashAllowed(password, hasher.hash(password, { fairnessKey: by.ipAddress ?? by.actor }))
  })

  const adopt = ({ by }: Provisioner, foreign: ForeignHash) =>
    hasher.adopt(foreign, { fairnessKey: by.ipAddress ?? by.actor })

  /** Returns what to store of a password, or else of a hash; `undefined` without both. */
  const passwordHashOf = (
    request: Provisioner,
    email: Email,
    { password, passwordHash }: Pick<UserPatch, "password" | "passwordHash">
  ) => {
    if (password !== undefined) return Effect.transposeMapOption(password, (text) => hash(request, email, text))
    if (passwordHash === undefined) return Effect.succeed(undefined)
    return Effect.transposeMapOption(passwordHash, (foreign) => adopt(request, foreign))
  }

  const insert = Effect.fnUntraced(function* ({ by, instance }: Provisioner, user: User) {
    // Before the user: see `lock`.
    yield* oneTimeTokens.deleteAll(instance.id, [user.email])
    yield* invitations.consume(instance.id, user.email, user.createdAt)
    yield* users.insert(user)
    yield* checkReserved(user)
    yield* events.record(...UserChanges.creation(user, by, entryOf("user_created")))
  }, transaction.run)

  const create: (typeof UserProvisioning.Service)["create"] = Effect.fnUntraced(function* (request) {
    const { disabled, email, emailVerified, externalId, password, passwordHash: foreign } = request.user
    const { id: instanceId } = request.instance
    const existing = yield* Option.match(externalId, {
      onNone: () => Effect.succeedNone,
      onSome: (id) => users.findByExternalId(instanceId, id)
    })
    if (Option.isSome(existing)) return { user: ofUser(existing.value), isNew: false }
    const id = yield* ids.next(UserId)
    yield* checkMethod(request.instance, { id, passwordHash: Option.orElse(password, () => foreign ?? Option.none()) })
    const given = Option.isSome(password) ? { password } : { passwordHash: foreign }
    const passwordHash = (yield* passwordHashOf(request, email, given)) ?? Option.none()
    const now = yield* DateTime.now
    const user = new User({
      instanceId,
      id,
      email,
      passwordHash,
      emailVerifiedAt: emailVerified ? Option.some(now) : Option.none(),
      externalId,
      credentialVersion: 0,
      createdAt: now,
      disabledAt: disabled ? Option.some(now) : Option.none(),
      language: request.user.language ?? Option.none(),
      name: request.user.name ?? Option.none(),
      metadata: request.user.metadata ?? UserData.noData,
      userMetadata: request.user.userMetadata ?? UserData.noData
    })
    yield* insert(request, user)
    return { user: ofUser(user), isNew: true }
  }, traced("UserProvisioning.create"))

  const find = (instance: Instance, userId: UserId) =>
    Effect.flatMap(users.findById(instance.id, userId), (user) => Effect.mapError(user, () => new UserNotFound()))

  /**
   * Locks the user until the transaction ends. If `endsLinks`, first deletes the links, pending sign-ups and invitation
   * of the address: every transaction locks links first, then pending sign-ups and invitations, then users.
   */
  const lock = Effect.fnUntraced(function* (instance: Instance, userId: UserId, endsLinks: (email: Email) => boolean) {
    const { email } = yield* find(instance, userId)
    if (endsLinks(email)) {
      const now = yield* DateTime.now
      // They can no longer be restored. Before the current one, in the order of `RestoreEmail`.
      for (const former of yield* formers.list(instance.id, userId)) yield* links.deleteAll(instance.id, former.email)
      yield* links.deleteAll(instance.id, email)
      yield* oneTimeTokens.deleteAll(instance.id, [email])
      yield* invitations.consume(instance.id, email, now)
    }
    const locked = yield* users.findByIdForUpdate(instance.id, userId)
    // Otherwise the user was moved or deleted meanwhile.
    return yield* Effect.mapError(
      Option.filter(locked, (user) => user.email === email),
      () => new UserNotFound()
    )
  })

  /** Makes former addresses free: they can no longer be restored. */
  const releaseFormer = Effect.fnUntraced(function* (instance: Instance, userId: UserId) {
    for (const former of yield* formers.list(instance.id, userId)) yield* forgetAddress(instance.id, former.email)
    yield* formers.release(instance.id, userId, 0)
  })

  /** Removes passkeys, identities and the authenticator app of a locked user. Returns the user afterwards. */
  const removeFactors = Effect.fnUntraced(function* ({ by, instance }: Provisioner, user: User) {
    const { credentialVersion, id: userId, instanceId } = user
    const removed = yield* passkeys.deleteAll(instanceId, userId)
    if (removed > 0) {
      yield* notices.enqueue({ change: accountChanges.passkeys_reset, instance, user })
      const audit = entryOf("passkeys_reset", `passkeys=${removed}`)
      yield* events.record({ type: "passkey.removed", user, by, details: { sessions: "all" }, audit })
    }
    const linked = yield* identities.list(instanceId, userId)
    for (const { id } of linked) {
      yield* identities.delete(instanceId, userId, id)
      const details = { identity: { id }, sessions: "all" } as const
      yield* events.record({ type: "identity.removed", user, by, details, audit: entryOf("identity_removed", id) })
    }
    if (linked.length > 0) {
      yield* notices.enqueue({ change: IdentityRecords.accountChanges.identity_removed, instance, user })
    }
    // Again: until now, one of the identities may have been the only way to sign in.
    yield* checkMethod(instance, user)
    if (!(yield* factors.remove({ instanceId, userId, credentialVersion }))) return user
    yield* notices.enqueue({ change: accountChanges.second_factor_reset, instance, user })
    const removal = { by, details: { sessions: "all" }, audit: entryOf("second_factor_reset") } as const
    yield* events.record({ type: "second_factor.removed", user, ...removal })
    return new User({ ...user, secondFactorAt: Option.none(), credentialVersion: credentialVersion + 1 })
  })

  const store = Effect.fnUntraced(function* (
    request: Provisioner & { readonly userId: UserId; readonly patch: UserPatch },
    given: Option.Option<PasswordHash> | undefined
  ) {
    const { by, instance, patch, userId } = request
    const isHandedBack = patch.signInMethods !== undefined
    const passwordHash = given ?? (isHandedBack ? Option.none() : undefined)
    const isOther = (email: Email) => patch.email !== undefined && patch.email !== email
    const user = yield* lock(instance, userId, (email) => isHandedBack || isOther(email))
    const data = yield* patchedData(user, patch)
    const next = patched(user, patch, data, passwordHash, yield* DateTime.now)
    yield* checkMethod(instance, next)
    if (!(yield* users.update(next, user.credentialVersion))) return yield* new UserNotFound()
    if (isOther(user.email)) yield* checkReserved(next)
    if (isHandedBack || isOther(user.email)) yield* releaseFormer(instance, userId)
    if (isOther(user.email)) yield* forgetAddress(instance.id, user.email)
    const after = isHandedBack ? yield* removeFactors(request, next) : next
    if (Option.isSome(user.disabledAt) && Option.isNone(next.disabledAt)) yield* failures.reset(instance.id, next.email)
    if (Option.isSome(user.deletionAt) && Option.isNone(next.deletionAt)) {
      yield* notices.enqueue({ change: PersonalDataRecords.accountChanges.deletion_cancelled, instance, user: next })
    }
    const changesPassword = given !== undefined || (isHandedBack && Option.isSome(user.passwordHash))
    yield* events.record(...UserChanges.between(user, next, by, changesPassword))
    if (changesPassword) {
      yield* notices.enqueue({ change: PasswordRecords.accountChanges.password_changed, instance, user: next })
    }
    // One entry for all of it, also for a patch that changes nothing.
    yield* audit(by, "user_updated", { instanceId: instance.id, userId, detail: describe(patch, user) })
    return ofUser(after)
  }, transaction.run)

  const update: (typeof UserProvisioning.Service)["update"] = Effect.fnUntraced(function* (request) {
    const { instance, patch, userId } = request
    const found = yield* find(instance, userId)
    if (describe(patch, found) === "") return ofUser(found)
    const passwordHash = yield* passwordHashOf(request, patch.email ?? found.email, patch)
    return yield* store(request, passwordHash)
  }, traced("UserProvisioning.update"))

  const remove: (typeof UserProvisioning.Service)["delete"] = ({ by, instance, userId }) =>
    deletion.delete({ instanceId: instance.id, userId, by }).pipe(traced("UserProvisioning.delete"))

  return UserProvisioning.of({ create, update, delete: remove })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(UserProvisioning, make)
