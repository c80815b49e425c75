/**
 * Requesting the removal of lost passkeys and a lost authenticator app, with a link by email that works after a waiting
 * time. `EmailDispatcher` sends it, `CompleteFactorRecovery` uses it.
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { byUser } from "../audit/AuditLog.ts"
import { FormerEmails } from "../account/FormerEmails.ts"
import * as LockUnchanged from "../account/LockUnchanged.ts"
import { isUsable, type User, UserRepository } from "../account/UserRepository.ts"
import * as Attempt from "../audit/Attempt.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import { maxUserAgent } from "../core/Caller.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { FactorRecoveryDisabled, FactorRecoveryNotNeeded } from "./FactorRecoveryErrors.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { EmailNotVerified, Unauthenticated } from "../session/SessionErrors.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import type { Instance } from "../instance/Instance.ts"
import { magicLinkPerIp } from "../magic-link/MagicLinkLimits.ts"
import { Mailer } from "../mail/Mailer.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import * as FindPending from "../second-factor/FindPending.ts"
import type { PendingRequest } from "../second-factor/SecondFactorSignIn.ts"
import { FactorRecovery, FactorRecoveryRepository, lifetime } from "./FactorRecoveryRepository.ts"
import { type SessionRequest, Sessions } from "../session/Sessions.ts"
import { StepUp } from "../session/StepUp.ts"
import { factorRecoveryPerAccountPerDay } from "./FactorRecoveryLimits.ts"
import { attempts, auditActions } from "./FactorRecoveryRecords.ts"
import * as RecoveryEmails from "./internal/RecoveryEmails.ts"

/**
 * What a user can do about lost factors.
 *
 * - `isAvailable`: whether the user can request a recovery: the instance allows it, their address is verified, and they
 *   have a factor that they would need.
 * - `open`: the recovery that is open.
 */
export interface FactorRecoveryStatus {
  readonly isAvailable: boolean
  readonly open: Option.Option<FactorRecovery>
}

/** Why a recovery is not requested. */
export type FactorRecoveryRefused =
  | RateLimited<"magic_link">
  | FactorRecoveryDisabled
  | Unauthenticated
  | FactorRecoveryNotNeeded
  | EmailNotVerified
  | PersistenceError

/**
 * The use case of requesting a recovery. Only users who have presented their first factor can, and only with a verified
 * email address.
 */
export class RequestFactorRecovery extends Context.Tag("@latchkey/domain/RequestFactorRecovery")<
  RequestFactorRecovery,
  {
    /**
     * Returns `true` if the instance allows recoveries by email, requires no second factor, and an email provider is
     * configured.
     */
    readonly isAvailable: (instance: Instance) => boolean

    /** Returns the status of the signed-in user. Runs no query where the instance does not allow recoveries. */
    readonly status: (
      request: SessionRequest
    ) => Effect.Effect<FactorRecoveryStatus, Unauthenticated | PersistenceError>

    /** Returns the status of the user whose sign-in is pending. */
    readonly statusAtSignIn: (
      request: PendingRequest
    ) => Effect.Effect<FactorRecoveryStatus, Unauthenticated | PersistenceError>

    /**
     * Requests a recovery for the signed-in user, and returns it. Fails with `FactorRecoveryNotNeeded` unless a change
     * of the account would require a passkey or a second factor that the session lacks.
     *
     * Stores the recovery, which can be completed after the waiting time of the instance, and not while a former
     * address of the user is reserved: its owner would get none of the emails, and may restore it. From then on it
     * works for seven days. Queues two emails to the address of the user, one that is due immediately and one at the
     * end of the waiting time: one transaction with an entry in the audit log. While one is open, returns that one, and
     * neither moves its times nor queues an email. Requests are limited per IP address together with those for magic
     * links. A user can begin three a day.
     */
    readonly request: (request: SessionRequest) => Effect.Effect<FactorRecovery, FactorRecoveryRefused>

    /** As `request`, for the user whose sign-in is pending, and who has a factor that it lacks. It stays pending. */
    readonly requestAtSignIn: (request: PendingRequest) => Effect.Effect<FactorRecovery, FactorRecoveryRefused>
  }
>() {}

/** The user, and whether there is a factor that they would need. */
interface Person {
  readonly user: User
  readonly isNeeded: boolean
}

const unavailable: FactorRecoveryStatus = { isAvailable: false, open: Option.none() }

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const emails = yield* RecoveryEmails.make
  const findPending = yield* FindPending.make
  const formers = yield* FormerEmails
  const limiter = yield* RateLimiter
  const lockUnchanged = yield* LockUnchanged.make
  const { isConfigured } = yield* Mailer
  const record = yield* Attempt.makeRecorder(attempts)
  const recoveries = yield* FactorRecoveryRepository
  const { authenticate } = yield* Sessions
  const stepUp = yield* StepUp
  const transaction = yield* Transaction
  const users = yield* UserRepository

  const isAvailable = (instance: Instance) => instance.allowsFactorRecovery && isConfigured

  /** Returns the user of the session, and whether a change of the account requires a factor that the session lacks. */
  const signedIn = Effect.fnUntraced(function* (request: SessionRequest) {
    const session = yield* authenticate(request)
    const found = yield* users.findById(request.instance.id, session.userId)
    const user = yield* Effect.mapError(found, () => new Unauthenticated())
    return { user, isNeeded: yield* stepUp.isNeeded(request.instance, user, session) }
  })

  /** Returns the user whose sign-in is pending, and whether there is a factor that it lacks. */
  const signingIn = Effect.fnUntraced(function* (request: PendingRequest) {
    const { user } = yield* findPending(request)
    const ways = yield* stepUp.waysOf(request.instance, user)
    return { user, isNeeded: ways.length > 0 }
  })

  const statusOf = Effect.fnUntraced(function* ({ isNeeded, user }: Person) {
    const open = yield* recoveries.find(user.instanceId, user.id, yield* DateTime.now)
    return { isAvailable: isNeeded && Option.isSome(user.emailVerifiedAt), open }
  })

  const status: (typeof RequestFactorRecovery.Service)["status"] = Effect.fnUntraced(function* (request) {
    return isAvailable(request.instance) ? yield* statusOf(yield* signedIn(request)) : unavailable
  }, traced("RequestFactorRecovery.status"))

  const statusAtSignIn: (typeof RequestFactorRecovery.Service)["statusAtSignIn"] = Effect.fnUntraced(function* (
    request
  ) {
    const person = yield* signingIn(request)
    return isAvailable(request.instance) ? yield* statusOf(person) : unavailable
  }, traced("RequestFactorRecovery.statusAtSignIn"))

  /** Returns when the waiting time ends that begins now. */
  const endOfWait = Effect.fnUntraced(function* (instance: Instance, user: User, now: DateTime.Utc) {
    const reserved = (yield* formers.list(user.instanceId, user.id)).map(({ expiresAt }) => expiresAt)
    return reserved.reduce(DateTime.max, DateTime.addDuration(now, instance.factorRecoveryWait))
  })

  /** Stores a recovery of a locked user, with its emails. */
  const begin = Effect.fnUntraced(function* ({ caller, instance }: SessionRequest, user: User, now: DateTime.Utc) {
    const availableAt = yield* endOfWait(instance, user, now)
    const recovery = new FactorRecovery({
      instanceId: instance.id,
      userId: user.id,
      credentialVersion: user.credentialVersion,
      userAgent: (caller.userAgent ?? "").slice(0, maxUserAgent),
      requestedAt: now,
      availableAt,
      expiresAt: DateTime.addDuration(availableAt, lifetime)
    })
    const isStored = yield* recoveries.insert(recovery, now)
    if (!isStored) return yield* new Unauthenticated()
    yield* emails.enqueue(recovery, user, caller)
    yield* audit(byUser, "factor_recovery_requested", { instanceId: instance.id, userId: user.id })
    return recovery
  })

  /** Returns the open recovery, or begins one. */
  const findOrBegin = (request: SessionRequest, user: User) =>
    Effect.gen(function* () {
      const now = yield* DateTime.now
      const usable = Option.filter(yield* lockUnchanged(user), (locked) => isUsable(locked, now))
      const owner = yield* Effect.mapError(usable, () => new Unauthenticated())
      const open = yield* recoveries.find(owner.instanceId, owner.id, now)
      if (Option.isSome(open)) return open.value
      // After the look at the open one: a user who begins again while one is open consumes nothing.
      yield* limiter.consume(request.instance, factorRecoveryPerAccountPerDay.keys(owner.id))
      return yield* begin(request, owner, now)
    }).pipe(transaction.run, Effect.uninterruptible)

  const requestOf = Effect.fnUntraced(function* <E>(
    request: SessionRequest,
    person: Effect.Effect<Person, E | Unauthenticated | PersistenceError>
  ) {
    yield* limiter.consume(request.instance, magicLinkPerIp.keys(request.caller))
    if (!isAvailable(request.instance)) return yield* new FactorRecoveryDisabled()
    const { isNeeded, user } = yield* person
    if (!isNeeded) return yield* new FactorRecoveryNotNeeded()
    if (Option.isNone(user.emailVerifiedAt)) return yield* new EmailNotVerified()
    return yield* findOrBegin(request, user)
  })

  const request: (typeof RequestFactorRecovery.Service)["request"] = Effect.fnUntraced(
    function* (request) {
      return yield* requestOf(request, signedIn(request))
    },
    (attempt, request) => record("factor_recovery_request", request)(attempt),
    traced("RequestFactorRecovery.request")
  )

  const requestAtSignIn: (typeof RequestFactorRecovery.Service)["requestAtSignIn"] = Effect.fnUntraced(
    function* (request) {
      return yield* requestOf(request, signingIn(request))
    },
    (attempt, request) => record("factor_recovery_request", request)(attempt),
    traced("RequestFactorRecovery.requestAtSignIn")
  )

  return RequestFactorRecovery.of({ isAvailable, status, statusAtSignIn, request, requestAtSignIn })
})

/** The use case as a layer. The emails are sent by an `EmailDispatcher`, of this process or another. */
export const layer = Layer.effect(RequestFactorRecovery, make)
