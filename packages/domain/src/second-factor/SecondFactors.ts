/** What signed-in users do with their second factor. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { byUser } from "../audit/AuditLog.ts"
import * as LockUnchanged from "../account/LockUnchanged.ts"
import { User, UserRepository } from "../account/UserRepository.ts"
import * as Attempt from "../audit/Attempt.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { InvalidToken, PersistenceError } from "../core/Errors.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import {
  EnrollmentExpired,
  type SecondFactorDisabled,
  type SecondFactorExists,
  SecondFactorNotFound
} from "./SecondFactorErrors.ts"
import { ReauthenticationRequired, Unauthenticated } from "../session/SessionErrors.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import type { Instance, SecondFactorMode } from "../instance/Instance.ts"
import { AccountNotices } from "../mail/AccountNotices.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import { AuthenticationMethods } from "../instance/AuthenticationMethods.ts"
import { type IssuedSession, SessionIssuer, whileLocked } from "../session/SessionIssuer.ts"
import { type ActiveSession, SessionRepository } from "../session/SessionRepository.ts"
import { type SessionRequest, Sessions } from "../session/Sessions.ts"
import { signInPerIp } from "../session/SignInLimits.ts"
import { StepUp } from "../session/StepUp.ts"
import * as Enrollment from "./internal/Enrollment.ts"
import * as RecoveryCode from "./RecoveryCode.ts"
import { accountChanges, attempts, auditActions } from "./SecondFactorRecords.ts"
import { SecondFactorRepository } from "./SecondFactorRepository.ts"
import type { TotpCode } from "./Totp.ts"

/** What an authenticator app needs, and what comes back with its first code. */
export type TotpEnrollment = Enrollment.TotpEnrollment

/**
 * Whether the user has a second factor.
 *
 * - `mode`: the setting of the instance.
 * - `isAvailable`: whether the user can set one up: not with the mode `off`, and not without a server key.
 * - `confirmedAt`: since when they have one; none without.
 * - `recoveryCodes`: how many are left.
 */
export interface SecondFactorStatus {
  readonly mode: SecondFactorMode
  readonly isAvailable: boolean
  readonly confirmedAt: Option.Option<DateTime.Utc>
  readonly recoveryCodes: number
}

/** A request with the first code of an authenticator app. `enrollment` is unchecked. */
export interface TotpConfirmation extends SessionRequest {
  readonly enrollment: string
  readonly code: TotpCode
}

/** Why a first code sets up no authenticator app. */
export type ConfirmationRefused =
  | Unauthenticated
  | RateLimited<"sign_in">
  | SecondFactorDisabled
  | SecondFactorExists
  | EnrollmentExpired
  | InvalidToken
  | PersistenceError

/** A new session, and the only copy of the recovery codes, as users read them. */
export interface ConfirmedSecondFactor {
  readonly issued: IssuedSession
  readonly recoveryCodes: ReadonlyArray<Redacted.Redacted>
}

/**
 * The use case of managing a second factor. A change requires that the user signed in, or authenticated again, in the
 * last ten minutes, and with the second factor or a passkey if they have one. Otherwise it fails with
 * `ReauthenticationRequired`. The audit log records every change.
 */
export class SecondFactors extends Context.Tag("@latchkey/domain/SecondFactors")<
  SecondFactors,
  {
    /** Returns whether the signed-in user has a second factor. */
    readonly status: (request: SessionRequest) => Effect.Effect<SecondFactorStatus, Unauthenticated | PersistenceError>

    /**
     * Makes the secret of an authenticator app. Stores nothing: it counts when a first code confirms it. `enrollment`:
     * one that was begun before, unchecked. While it works for the user, it is returned again, with the same secret.
     */
    readonly begin: (
      request: SessionRequest & { readonly enrollment?: string }
    ) => Effect.Effect<
      TotpEnrollment,
      Unauthenticated | ReauthenticationRequired | SecondFactorDisabled | SecondFactorExists | PersistenceError
    >

    /**
     * Sets up an authenticator app that shows the right code, with ten recovery codes. Revokes every session of the
     * user, issues a new one at level 2, and queues a notice: one transaction, which a disconnecting client does not
     * interrupt. The code works for nothing else any more. Fails with `InvalidToken` for a wrong code; guesses are
     * limited per IP address as sign-ins are. Fails with `EnrollmentExpired` in a session of level 1, if the user has
     * got a passkey since it began.
     */
    readonly confirm: (confirmation: TotpConfirmation) => Effect.Effect<ConfirmedSecondFactor, ConfirmationRefused>

    /**
     * Removes the authenticator app and the recovery codes, also with the mode `off`. Revokes every session of the
     * user, issues a new one, and queues a notice: one transaction.
     */
    readonly remove: (
      request: SessionRequest
    ) => Effect.Effect<
      IssuedSession,
      Unauthenticated | ReauthenticationRequired | SecondFactorNotFound | PersistenceError
    >

    /** Replaces all recovery codes with ten new ones, the only copy of which it returns, and queues a notice. */
    readonly renewRecoveryCodes: (
      request: SessionRequest
    ) => Effect.Effect<
      ReadonlyArray<Redacted.Redacted>,
      Unauthenticated | ReauthenticationRequired | SecondFactorNotFound | PersistenceError
    >
  }
>() {}

const entryOf = AuditWriter.entryOf(auditActions)

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const enrollment = yield* Enrollment.make
  const factors = yield* SecondFactorRepository
  const issuer = yield* SessionIssuer
  const { levelOf } = yield* AuthenticationMethods
  const limiter = yield* RateLimiter
  const lockUnchanged = yield* LockUnchanged.make
  const events = yield* EventRecorder
  const notices = yield* AccountNotices
  const record = yield* Attempt.makeRecorder(attempts)
  const repository = yield* SessionRepository
  const { authenticate } = yield* Sessions
  const stepUp = yield* StepUp
  const tokens = yield* TokenGenerator
  const transaction = yield* Transaction
  const users = yield* UserRepository

  /** Returns the session and its user. */
  const signedIn = Effect.fnUntraced(function* (request: SessionRequest) {
    const session = yield* authenticate(request)
    const found = yield* users.findById(request.instance.id, session.userId)
    return { session, user: yield* Effect.mapError(found, () => new Unauthenticated()) }
  })

  const checkStepUp = Effect.fnUntraced(function* ({ instance }: SessionRequest, user: User, session: ActiveSession) {
    const isConfirmed = yield* stepUp.isConfirmed(instance, user, session)
    if (!isConfirmed) return yield* new ReauthenticationRequired()
  })

  /** Locks the user in a transaction. Fails unless the credentials are those that were checked. */
  const lockUser = Effect.fnUntraced(function* (user: User) {
    return yield* Effect.mapError(yield* lockUnchanged(user), () => new Unauthenticated())
  })

  /** Locks the user, and revokes the session, in a transaction. Fails unless both are as they were. */
  const lock = Effect.fnUntraced(function* (session: ActiveSession, user: User) {
    const found = yield* lockUser(user)
    const wasActive = yield* repository.revokeById(user.instanceId, user.id, session.id)
    return yield* wasActive ? Effect.succeed(found) : new Unauthenticated()
  })

  const status: (typeof SecondFactors.Service)["status"] = Effect.fnUntraced(function* (request) {
    const { instance } = request
    const { user } = yield* signedIn(request)
    const found = Option.isSome(user.secondFactorAt) ? yield* factors.find(instance.id, user.id) : Option.none()
    return {
      mode: instance.authConfig.secondFactor,
      isAvailable: enrollment.isAvailable(instance),
      confirmedAt: user.secondFactorAt,
      recoveryCodes: Option.match(found, { onNone: () => 0, onSome: ({ recoveryCodes }) => recoveryCodes })
    }
  }, traced("SecondFactors.status"))

  const begin: (typeof SecondFactors.Service)["begin"] = Effect.fnUntraced(function* (request) {
    const { session, user } = yield* signedIn(request)
    yield* enrollment.check(request.instance, user)
    // It was begun after such a check, and only who began it has it.
    const resumed = yield* enrollment.resume(request.instance, user, request.enrollment ?? "")
    if (Option.isSome(resumed)) return resumed.value
    yield* checkStepUp(request, user, session)
    return yield* enrollment.begin(request.instance, user)
  }, traced("SecondFactors.begin"))

  /** Fails if a weaker session would get around a passkey that the user has added since. */
  const checkPasskey = Effect.fnUntraced(function* (instance: Instance, user: User, { methods }: ActiveSession) {
    const ways = yield* stepUp.waysOf(instance, user)
    const hasBetter = ways.some(({ isSecondFactor = false }) => !isSecondFactor)
    if (hasBetter && levelOf(methods) === 1) return yield* new EnrollmentExpired()
  })

  const confirm: (typeof SecondFactors.Service)["confirm"] = Effect.fnUntraced(
    function* (confirmation) {
      const { caller, instance } = confirmation
      yield* limiter.consume(instance, signInPerIp.keys(caller))
      const { session, user } = yield* signedIn(confirmation)
      yield* enrollment.check(instance, user)
      const confirmed = yield* enrollment.confirm(user, confirmation)
      return yield* Effect.gen(function* () {
        const locked = yield* lock(session, user)
        yield* checkPasskey(instance, locked, session)
        const added = yield* enrollment.add(instance, locked, caller, confirmed)
        const proof = Option.some("totp" as const)
        const issued = yield* issuer.renew({ instance, user: added.user, caller, former: session, proof })
        return { issued, recoveryCodes: added.recoveryCodes }
      }).pipe(
        transaction.run,
        // If the client disconnects now, the user would have no recovery codes.
        Effect.uninterruptible,
        whileLocked
      )
    },
    (attempt, confirmation) => record("second_factor_set", confirmation)(attempt),
    traced("SecondFactors.confirm")
  )

  const remove: (typeof SecondFactors.Service)["remove"] = Effect.fnUntraced(function* (request) {
    const { caller, instance } = request
    const { session, user } = yield* signedIn(request)
    if (Option.isNone(user.secondFactorAt)) return yield* new SecondFactorNotFound()
    yield* checkStepUp(request, user, session)
    return yield* Effect.gen(function* () {
      const { credentialVersion, ...locked } = yield* lock(session, user)
      const { id: userId, instanceId } = locked
      const isRemoved = yield* factors.remove({ instanceId, userId, credentialVersion })
      if (!isRemoved) return yield* new SecondFactorNotFound()
      const secondFactorAt = Option.none()
      const changed = new User({ ...locked, secondFactorAt, credentialVersion: credentialVersion + 1 })
      yield* notices.enqueue({ change: accountChanges.second_factor_removed, instance, user: changed, caller })
      const removed = { by: byUser, details: { sessions: "all" }, audit: entryOf("second_factor_removed") } as const
      yield* events.record({ type: "second_factor.removed", user: changed, ...removed })
      return yield* issuer.renew({ instance, user: changed, caller, former: session, proof: Option.none() })
    }).pipe(transaction.run, Effect.uninterruptible, whileLocked)
  }, traced("SecondFactors.remove"))

  const renewRecoveryCodes: (typeof SecondFactors.Service)["renewRecoveryCodes"] = Effect.fnUntraced(function* (
    request
  ) {
    const { caller, instance } = request
    const { session, user } = yield* signedIn(request)
    if (Option.isNone(user.secondFactorAt)) return yield* new SecondFactorNotFound()
    yield* checkStepUp(request, user, session)
    const codes = yield* enrollment.makeRecoveryCodes
    const hashes = codes.map((code) => RecoveryCode.hash(tokens, code))
    const replace = Effect.gen(function* () {
      // Otherwise codes could be replaced in a session that was revoked meanwhile.
      yield* lockUser(user)
      yield* authenticate(request)
      const isReplaced = yield* factors.replaceRecoveryCodes(instance.id, user.id, hashes, yield* DateTime.now)
      if (!isReplaced) return yield* new SecondFactorNotFound()
      yield* notices.enqueue({ change: accountChanges.recovery_codes_renewed, instance, user, caller })
      yield* audit(byUser, "recovery_codes_renewed", { instanceId: instance.id, userId: user.id })
    })
    yield* Effect.uninterruptible(transaction.run(replace))
    return codes.map(RecoveryCode.format)
  }, traced("SecondFactors.renewRecoveryCodes"))

  return SecondFactors.of({ status, begin, confirm, remove, renewRecoveryCodes })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(SecondFactors, make)
