/** What operators do with users. The audit log records every change, and who was looked at. */
import * as Arr from "effect/Array"
import * as Cache from "effect/Cache"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ExternalId } from "../account/ExternalId.ts"
import * as IdentityRecords from "../account/IdentityRecords.ts"
import { type Identity, type IdentityId, IdentityRepository } from "../account/IdentityRepository.ts"
import { SignInFailures } from "../account/SignInFailures.ts"
import { type User, type UserOrder, UserRepository, type UserStatus } from "../account/UserRepository.ts"
import type { ActingOperator } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import { UserNotFound } from "../account/AccountErrors.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import { IdentityNotFound } from "../identity-provider/IdentityProviderErrors.ts"
import { PasskeyNotFound } from "../passkey/PasskeyErrors.ts"
import { SecondFactorNotFound } from "../second-factor/SecondFactorErrors.ts"
import { SessionNotFound } from "../session/SessionErrors.ts"
import { type InstanceId, type SessionId, UserId } from "../core/Ids.ts"
import { SessionRepository, type SessionSummary } from "../session/SessionRepository.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { AuthenticationMethods } from "../instance/AuthenticationMethods.ts"
import type { Instance } from "../instance/Instance.ts"
import { AccountNotices } from "../mail/AccountNotices.ts"
import { PasskeyRepository } from "../passkey/PasskeyRepository.ts"
import { SecondFactorRepository } from "../second-factor/SecondFactorRepository.ts"
import { type FactorRecovery, FactorRecoveryRepository } from "../factor-recovery/FactorRecoveryRepository.ts"
import { NoSignInMethod } from "./OperatorErrors.ts"
import { accountChanges, auditActions } from "./OperatorRecords.ts"
import { sessionCount } from "./internal/sessionCount.ts"
import { ofUser, type UserDetails } from "./UserDetails.ts"

/**
 * A user, with the number of failed sign-ins in a row, the number of passkeys, the accounts at identity providers, and
 * the active sessions. `factorRecovery`: the open one.
 */
export interface UserView {
  readonly user: UserDetails
  readonly failedSignIns: number
  readonly passkeys: number
  readonly identities: ReadonlyArray<Identity>
  readonly factorRecovery: Option.Option<FactorRecovery>
  readonly sessions: ReadonlyArray<SessionSummary>
}

/**
 * A user in a list. `lastSignInAt`: on a client that is still known to the user; none after a change of the
 * credentials, until the next sign-in.
 */
export interface ListedUser {
  readonly user: UserDetails
  readonly passkeys: number
  readonly identities: ReadonlyArray<Identity>
  readonly lastSignInAt: Option.Option<DateTime.Utc>
}

/** A page of users. `next`: the user after whom the next page begins. */
export interface UserPage {
  readonly users: ReadonlyArray<ListedUser>
  readonly next: Option.Option<UserCursor>
}

/** Where a page of users begins. */
export type UserCursor = Pick<User, "createdAt" | "email" | "id">

/**
 * Which users to list: the one with `id` as its id or external id, if there is one, and otherwise those whose address
 * contains `text`; all if it is empty. A list with a `text` is ordered by address, and one with a `status` by time:
 * stores have no other.
 */
export interface UserSearch {
  readonly instance: Instance
  readonly text: string
  readonly id: string
  readonly status: Option.Option<UserStatus>
  readonly order: UserOrder
}

/** A user, and the operator who reads or changes them. */
export interface UserTarget {
  readonly instance: Instance
  readonly userId: UserId
  readonly by: ActingOperator
}

/** The use case of managing users. */
export class UserAdministration extends Context.Tag("@latchkey/domain/UserAdministration")<
  UserAdministration,
  {
    /** Returns up to `limit` users. Ignores case. */
    readonly search: (
      query: UserSearch & { readonly after: Option.Option<UserCursor>; readonly limit: number }
    ) => Effect.Effect<UserPage, PersistenceError>

    /** Writes into the audit log that an operator exports what a search finds. The log has no part of an address. */
    readonly recordExport: (request: {
      readonly instance: Instance
      readonly by: ActingOperator
    }) => Effect.Effect<void, PersistenceError>

    /**
     * Returns a user, and the newest hundred active sessions of that user. The audit log records it: in this process
     * once in five minutes for the same operator and user, and always for an operator without a dashboard session.
     */
    readonly find: (target: UserTarget) => Effect.Effect<UserView, UserNotFound | PersistenceError>

    /** Revokes one session of the user. */
    readonly revokeSession: (
      target: UserTarget & { readonly sessionId: SessionId }
    ) => Effect.Effect<void, SessionNotFound | PersistenceError>

    /** Revokes every session of the user. Sign-ins in progress fail. Returns how many sessions were revoked. */
    readonly revokeAllSessions: (target: UserTarget) => Effect.Effect<number, UserNotFound | PersistenceError>

    /**
     * Disables the user: no sign-in method works any more, every session is revoked, and the known clients are
     * forgotten.
     */
    readonly disable: (target: UserTarget) => Effect.Effect<void, UserNotFound | PersistenceError>

    /** Enables the user again, with the same credentials as before, and resets the count of failed sign-ins. */
    readonly enable: (target: UserTarget) => Effect.Effect<void, UserNotFound | PersistenceError>

    /** Sets the number of failed sign-ins in a row to zero: the password works on new devices again. */
    readonly resetFailedSignIns: (target: UserTarget) => Effect.Effect<void, UserNotFound | PersistenceError>

    /**
     * Removes the authenticator app and the recovery codes of a user who has lost them, revokes every session, and
     * queues a notice: one transaction. Identify the user first: from then on the password or a link is enough.
     */
    readonly resetSecondFactor: (
      target: UserTarget
    ) => Effect.Effect<void, UserNotFound | SecondFactorNotFound | PersistenceError>

    /**
     * Removes all passkeys of a user who has lost them, revokes every session, and queues a notice: one transaction.
     * Fails with `PasskeyNotFound`, and changes nothing, if the user has none. The authenticator app stays. Identify
     * the user first: from then on the password or a link is enough, unless the user has an app.
     */
    readonly removePasskeys: (
      target: UserTarget
    ) => Effect.Effect<void, UserNotFound | PasskeyNotFound | PersistenceError>

    /**
     * Unlinks an account at an identity provider from a user who has lost it, or never had it, revokes every session,
     * and queues a notice: one transaction. Fails with `NoSignInMethod`, and changes nothing, if the user could not
     * sign in any more.
     */
    readonly removeIdentity: (
      target: UserTarget & { readonly identityId: IdentityId }
    ) => Effect.Effect<void, UserNotFound | IdentityNotFound | NoSignInMethod | PersistenceError>
  }
>() {}

const auditInterval = Duration.minutes(5)

/** The key under which a view of a user is remembered. */
interface View {
  readonly by: ActingOperator
  readonly instanceId: InstanceId
  readonly userId: UserId
}

const sessionLimit = 100

// Printable ASCII: addresses contain nothing else, and some stores refuse NUL.
const inAddresses = /^[!-~]*$/

// The whole id: an address may begin with `user_`, too.
const isUserId = Schema.is(UserId)
const isExternalId = Schema.is(ExternalId)

/** Returns an order that stores have for the search. */
const orderOf = ({ status }: UserSearch, text: string, order: UserOrder): UserOrder => {
  const isByAddress = order === "email" || order === "email_descending"
  if (Option.isSome(status)) return isByAddress ? "newest" : order
  return text === "" || isByAddress ? order : "email"
}

const entryOf = AuditWriter.entryOf({ ...auditActions, ...IdentityRecords.auditActions })

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const { admits } = yield* AuthenticationMethods
  const audit = yield* AuditWriter.make({ ...auditActions, ...IdentityRecords.auditActions })
  const events = yield* EventRecorder
  const factors = yield* SecondFactorRepository
  const failures = yield* SignInFailures
  const identities = yield* IdentityRepository
  const notices = yield* AccountNotices
  const passkeys = yield* PasskeyRepository
  const recoveries = yield* FactorRecoveryRepository
  const repository = yield* SessionRepository
  const transaction = yield* Transaction
  const users = yield* UserRepository

  const audited = yield* Cache.makeWith({
    capacity: 1000,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? auditInterval : Duration.zero),
    lookup: ({ by, instanceId, userId }: View) => audit(by, "user_viewed", { instanceId, userId })
  })

  const recordView = ({ by, instance, userId }: UserTarget) => {
    const view = { by: Data.struct(by), instanceId: instance.id, userId }
    return by.operatorSessionId === undefined
      ? audit(by, "user_viewed", view)
      : // Concurrent views share one entry: a client that disconnects must not interrupt it for the others.
        Effect.uninterruptible(audited.get(Data.struct(view)))
  }

  const listed = Effect.fnUntraced(function* ({ id: instanceId }: Instance, found: ReadonlyArray<User>) {
    const ids = found.map(({ id }) => id)
    if (ids.length === 0) return []
    const counts = yield* passkeys.countOfUsers(instanceId, ids)
    const linked = Arr.groupBy(yield* identities.listOfUsers(instanceId, ids), ({ userId }) => userId)
    const signIns = yield* repository.lastSignIns(instanceId, ids)
    return found.map((user) => ({
      user: ofUser(user),
      passkeys: counts.get(user.id) ?? 0,
      identities: linked[user.id] ?? [],
      lastSignInAt: Option.fromNullable(signIns.get(user.id))
    }))
  })

  /** Returns the one user with that id or external id. */
  const findByAnyId = Effect.fnUntraced(function* ({ id }: Instance, text: string) {
    const userId = text.toLowerCase()
    if (isUserId(userId)) return yield* users.findById(id, userId)
    return isExternalId(text) ? yield* users.findByExternalId(id, text) : Option.none()
  })

  const search: (typeof UserAdministration.Service)["search"] = Effect.fnUntraced(function* (query) {
    const { after, instance, limit, order, status } = query
    const text = query.text.trim().toLowerCase()
    const byId = yield* findByAnyId(instance, query.id.trim())
    if (Option.isSome(byId)) return { users: yield* listed(instance, [byId.value]), next: Option.none() }
    if (!inAddresses.test(text)) return { users: [], next: Option.none() }
    // One more than the page shows whether there is a next page.
    const found = yield* users.list({
      instanceId: instance.id,
      text,
      status,
      order: orderOf(query, text, order),
      after,
      limit: limit + 1
    })
    const page = found.slice(0, limit)
    const next = found.length > limit ? Option.fromNullable(page.at(-1)) : Option.none()
    return { users: yield* listed(instance, page), next }
  }, traced("UserAdministration.search"))

  const recordExport: (typeof UserAdministration.Service)["recordExport"] = ({ by, instance }) =>
    audit(by, "users_exported", { instanceId: instance.id, detail: "list of the dashboard" })

  const find: (typeof UserAdministration.Service)["find"] = Effect.fnUntraced(function* (target) {
    const { instance, userId } = target
    const found = yield* users.findById(instance.id, userId)
    const user = yield* Effect.mapError(found, () => new UserNotFound())
    yield* recordView(target)
    const now = yield* DateTime.now
    const sessions = yield* repository.list({
      instanceId: instance.id,
      userId,
      now,
      idleLifetime: instance.idleLifetime,
      limit: sessionLimit
    })
    const factorRecovery = yield* recoveries.find(instance.id, userId, now)
    const { length: passkeyCount } = yield* passkeys.list(instance.id, userId)
    return {
      user: ofUser(user),
      failedSignIns: yield* failures.count(user),
      passkeys: passkeyCount,
      identities: yield* identities.list(instance.id, userId),
      factorRecovery,
      sessions
    }
  }, traced("UserAdministration.find"))

  const revokeSession: (typeof UserAdministration.Service)["revokeSession"] = Effect.fnUntraced(
    function* ({ by, instance, sessionId, userId }) {
      const isRevoked = yield* repository.revokeById(instance.id, userId, sessionId)
      if (!isRevoked) return yield* new SessionNotFound()
      const user = { instanceId: instance.id, id: userId }
      const details = { session: { id: sessionId } }
      yield* events.record({ type: "session.revoked", user, by, details, audit: entryOf("session_revoked", sessionId) })
    },
    transaction.run,
    traced("UserAdministration.revokeSession")
  )

  const revokeAllSessions = Effect.fnUntraced(
    function* ({ by, instance, userId }: UserTarget) {
      const user = yield* users.findById(instance.id, userId)
      if (Option.isNone(user)) return yield* new UserNotFound()
      const revoked = yield* repository.revokeAll(instance.id, userId)
      if (revoked > 0) yield* notices.enqueue({ change: accountChanges.sessions_revoked, instance, user: user.value })
      const details = { sessions: "all" } as const
      if (revoked > 0) yield* events.record({ type: "session.revoked", user: user.value, by, details })
      yield* audit(by, "sessions_revoked", { instanceId: instance.id, userId, detail: sessionCount(revoked) })
      return revoked
    },
    transaction.run,
    traced("UserAdministration.revokeAllSessions")
  )

  const setDisabled = Effect.fnUntraced(function* (
    { instance, userId }: UserTarget,
    disabledAt: Option.Option<DateTime.Utc>
  ) {
    // Otherwise a sign-in in progress could make its client known after the others were forgotten.
    yield* users.findByIdForUpdate(instance.id, userId)
    const user = yield* users.setDisabled({ instanceId: instance.id, userId, disabledAt })
    return yield* Effect.mapError(user, () => new UserNotFound())
  })

  const disable = Effect.fnUntraced(
    function* (target: UserTarget) {
      const { by } = target
      const user = yield* setDisabled(target, Option.some(yield* DateTime.now))
      const disabled = { by, details: { sessions: "all" }, audit: entryOf("user_disabled") } as const
      yield* events.record({ type: "user.disabled", user, ...disabled })
    },
    transaction.run,
    traced("UserAdministration.disable")
  )

  const enable = Effect.fnUntraced(
    function* (target: UserTarget) {
      const { by, instance } = target
      const user = yield* setDisabled(target, Option.none())
      // Disabling forgot the known clients: with a count from before, the password would work nowhere.
      yield* failures.reset(instance.id, user.email)
      yield* events.record({ type: "user.enabled", user, by, audit: entryOf("user_enabled") })
    },
    transaction.run,
    traced("UserAdministration.enable")
  )

  const resetFailedSignIns = Effect.fnUntraced(
    function* ({ by, instance, userId }: UserTarget) {
      const user = yield* users.findById(instance.id, userId)
      if (Option.isNone(user)) return yield* new UserNotFound()
      yield* failures.reset(instance.id, user.value.email)
      yield* audit(by, "failed_sign_ins_reset", { instanceId: instance.id, userId })
    },
    transaction.run,
    traced("UserAdministration.resetFailedSignIns")
  )

  /** Locks the user in a transaction. */
  const lock = ({ instance, userId }: UserTarget) =>
    Effect.flatMap(
      users.findByIdForUpdate(instance.id, userId),
      Effect.mapError(() => new UserNotFound())
    )

  const resetSecondFactor = Effect.fnUntraced(
    function* (target: UserTarget) {
      const { by, instance, userId } = target
      const user = yield* lock(target)
      const { credentialVersion } = user
      const isRemoved = yield* factors.remove({ instanceId: instance.id, userId, credentialVersion })
      if (!isRemoved) return yield* new SecondFactorNotFound()
      yield* notices.enqueue({ change: accountChanges.second_factor_reset, instance, user })
      const removal = { by, details: { sessions: "all" }, audit: entryOf("second_factor_reset") } as const
      yield* events.record({ type: "second_factor.removed", user, ...removal })
    },
    transaction.run,
    traced("UserAdministration.resetSecondFactor")
  )

  const removePasskeys = Effect.fnUntraced(
    function* (target: UserTarget) {
      const { by, instance, userId } = target
      const user = yield* lock(target)
      const removed = yield* passkeys.deleteAll(instance.id, userId)
      if (removed === 0) return yield* new PasskeyNotFound()
      yield* repository.revokeAll(instance.id, userId)
      yield* notices.enqueue({ change: accountChanges.passkeys_reset, instance, user })
      const audit = entryOf("passkeys_reset", `passkeys=${removed}`)
      yield* events.record({ type: "passkey.removed", user, by, details: { sessions: "all" }, audit })
    },
    transaction.run,
    traced("UserAdministration.removePasskeys")
  )

  const removeIdentity: (typeof UserAdministration.Service)["removeIdentity"] = Effect.fnUntraced(
    function* (target) {
      const { by, identityId, instance, userId } = target
      const user = yield* lock(target)
      const isRemoved = yield* identities.delete(instance.id, userId, identityId)
      if (!isRemoved) return yield* new IdentityNotFound()
      // After it: what is left must be enough.
      if (!(yield* admits(instance, user))) return yield* new NoSignInMethod({ reason: "password_needed" })
      yield* repository.revokeAll(instance.id, userId)
      yield* notices.enqueue({ change: IdentityRecords.accountChanges.identity_removed, instance, user })
      const details = { identity: { id: identityId }, sessions: "all" } as const
      const audit = entryOf("identity_removed", identityId)
      yield* events.record({ type: "identity.removed", user, by, details, audit })
    },
    transaction.run,
    traced("UserAdministration.removeIdentity")
  )

  return UserAdministration.of({
    search,
    recordExport,
    find,
    revokeSession,
    revokeAllSessions,
    disable,
    enable,
    resetFailedSignIns,
    resetSecondFactor,
    removePasskeys,
    removeIdentity
  })
})

/** The use case as a layer. */
export const layer = Layer.effect(UserAdministration, make)
