/** Users delete their own accounts, or keep them after all. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { byUser } from "../audit/AuditLog.ts"
import { User, UserRepository } from "../account/UserRepository.ts"
import * as Attempt from "../audit/Attempt.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import { widestNetwork } from "../core/Caller.ts"
import type { InvalidCredentials, PersistenceError } from "../core/Errors.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import type { HasherOverloaded } from "../password/PasswordErrors.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { type ReauthenticationRequired, Unauthenticated } from "../session/SessionErrors.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { violated } from "../core/Invariant.ts"
import type { Instance } from "../instance/Instance.ts"
import { AccountNotices } from "../mail/AccountNotices.ts"
import * as OwnerProof from "../password/OwnerProof.ts"
import type { Password } from "../password/Password.ts"
import { type HashingPlace, PasswordHasher } from "../password/PasswordHasher.ts"
import { type ActiveSession, SessionRepository } from "../session/SessionRepository.ts"
import { type SessionRequest, Sessions } from "../session/Sessions.ts"
import { StepUp } from "../session/StepUp.ts"
import { accountChanges, attempts, auditActions } from "./PersonalDataRecords.ts"
import { UserDeletion } from "./UserDeletion.ts"

/** The signed-in user, and whether deleting the account requires the current password or a new link. */
export interface OwnAccount {
  readonly user: User
  readonly needsReauthentication: boolean
}

/**
 * A request to delete the account.
 *
 * - `currentPassword`: none if it was not given.
 * - `mayOmitCurrentPassword`: as in `PasswordChange`.
 */
export interface AccountDeletion extends SessionRequest {
  readonly currentPassword: Option.Option<Password>
  readonly mayOmitCurrentPassword: boolean
}

/** When the account will be deleted, and whether it has been deleted already. */
export interface DeletionResult {
  readonly deletionAt: DateTime.Utc
  readonly isDeleted: boolean
}

/** The use case of deleting one's own account. */
export class DeleteAccount extends Context.Tag("@latchkey/domain/DeleteAccount")<
  DeleteAccount,
  {
    /** Returns the account of the session. Fails with `Unauthenticated` if the user no longer exists. */
    readonly find: (request: {
      readonly instance: Instance
      readonly session: ActiveSession
    }) => Effect.Effect<OwnAccount, Unauthenticated | PersistenceError>

    /**
     * Deletes the account of the signed-in user: immediately if the instance has no `deletionGraceDays`, as
     * `UserDeletion` does. Otherwise sets when it will be deleted, revokes every other session, and queues a notice. A
     * time that was set before stays if it is earlier.
     *
     * Requires the current password, or an authentication with more than a password in the last ten minutes, as
     * `ChangePassword` does, and fails, is limited and counts failures in the same way. With passwords turned off, the
     * password does not count. Fails with `Unauthenticated`, and changes nothing, if the presented session was revoked
     * in the meantime.
     */
    readonly request: (
      deletion: AccountDeletion
    ) => Effect.Effect<
      DeletionResult,
      | Unauthenticated
      | RateLimited<"sign_in">
      | ReauthenticationRequired
      | InvalidCredentials
      | HasherOverloaded
      | PersistenceError
    >

    /** Keeps the account after all, and queues a notice. Does nothing if no deletion is scheduled. */
    readonly cancel: (request: SessionRequest) => Effect.Effect<void, Unauthenticated | PersistenceError>
  }
>() {}

const entryOf = AuditWriter.entryOf(auditActions)

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const deletion = yield* UserDeletion
  const events = yield* EventRecorder
  const hasher = yield* PasswordHasher
  const notices = yield* AccountNotices
  const proof = yield* OwnerProof.make
  const record = yield* Attempt.makeRecorder(attempts)
  const sessions = yield* SessionRepository
  const { authenticate } = yield* Sessions
  const stepUp = yield* StepUp
  const transaction = yield* Transaction
  const users = yield* UserRepository

  const find: (typeof DeleteAccount.Service)["find"] = Effect.fnUntraced(function* ({ instance, session }) {
    const found = yield* users.findById(instance.id, session.userId)
    const user = yield* Effect.mapError(found, () => new Unauthenticated())
    return { user, needsReauthentication: !OwnerProof.isRecentProof(stepUp, session, yield* DateTime.now) }
  }, traced("DeleteAccount.find"))

  /** Locks the user of the session in the surrounding transaction, and fails if the session was revoked meanwhile. */
  const lock = Effect.fnUntraced(function* (request: SessionRequest, session: ActiveSession) {
    const locked = yield* users.findByIdForUpdate(request.instance.id, session.userId)
    yield* authenticate(request)
    return yield* Effect.mapError(locked, () => new Unauthenticated())
  })

  const same = violated("A user whose address and external id stay the same can be stored")
  const store = (user: User) =>
    Effect.catchTags(users.update(user, user.credentialVersion), { EmailTaken: same, ExternalIdTaken: same })

  const schedule = Effect.fnUntraced(
    function* (request: SessionRequest, session: ActiveSession, deletionAt: DateTime.Utc) {
      const { caller, instance } = request
      const found = yield* lock(request, session)
      const at = Option.match(found.deletionAt, {
        onNone: () => deletionAt,
        onSome: (former) => DateTime.min(former, deletionAt)
      })
      const user = new User({ ...found, deletionAt: Option.some(at) })
      yield* store(user)
      yield* sessions.revokeOthers(instance.id, user.id, session.id)
      yield* notices.enqueue({ change: accountChanges.deletion_scheduled, instance, user, caller })
      const audit = entryOf("user_deletion_scheduled", `deletionAt=${DateTime.formatIso(at)}`)
      const details = { sessions: "others" } as const
      yield* events.record({ type: "user.deletion_scheduled", user, by: byUser, details, audit })
      return { deletionAt: at, isDeleted: false }
    },
    transaction.run,
    // If the client disconnects now, the user would not know whether the account will be deleted.
    Effect.uninterruptible
  )

  const deleteNow = (request: SessionRequest, { userId }: ActiveSession, now: DateTime.Utc) =>
    deletion
      .delete({ instanceId: request.instance.id, userId, by: byUser }, () => Effect.asVoid(authenticate(request)))
      .pipe(
        Effect.catchTag("UserNotFound", () => new Unauthenticated()),
        Effect.as({ deletionAt: now, isDeleted: true }),
        Effect.uninterruptible
      )

  const requestFrom = Effect.fnUntraced(function* (
    place: HashingPlace,
    session: ActiveSession,
    deletion: AccountDeletion
  ) {
    const { caller, instance, mayOmitCurrentPassword } = deletion
    const { refund, user } = yield* proof.limit({ instance, caller, session })
    const currentPassword = instance.authConfig.password ? deletion.currentPassword : Option.none()
    yield* proof.check(place, user, { instance, session, currentPassword, mayOmitCurrentPassword })
    yield* refund
    const now = yield* DateTime.now
    const { deletionGraceDays: days } = instance.accountConfig
    return days === 0
      ? yield* deleteNow(deletion, session, now)
      : yield* schedule(deletion, session, DateTime.add(now, { days }))
  })

  const request = Effect.fnUntraced(
    function* (deletion: AccountDeletion) {
      const session = yield* authenticate(deletion)
      const fairnessKey = widestNetwork(deletion.caller)
      return yield* hasher.withPlace({ fairnessKey }, (place) => requestFrom(place, session, deletion))
    },
    (attempt, deletion) => record("account_deletion", deletion)(attempt),
    traced("DeleteAccount.request")
  )

  const keep = Effect.fnUntraced(function* (request: SessionRequest, session: ActiveSession) {
    const { caller, instance } = request
    const found = yield* lock(request, session)
    if (Option.isNone(found.deletionAt)) return
    const user = new User({ ...found, deletionAt: Option.none() })
    yield* store(user)
    yield* notices.enqueue({ change: accountChanges.deletion_cancelled, instance, user, caller })
    const audit = entryOf("user_deletion_cancelled")
    yield* events.record({ type: "user.deletion_cancelled", user, by: byUser, audit })
  }, transaction.run)

  const cancel: (typeof DeleteAccount.Service)["cancel"] = Effect.fnUntraced(function* (request) {
    yield* keep(request, yield* authenticate(request))
  }, traced("DeleteAccount.cancel"))

  return DeleteAccount.of({ find, request, cancel })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(DeleteAccount, make)
