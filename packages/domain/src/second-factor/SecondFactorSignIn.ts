/** Completing a sign-in that lacks its second factor. */
import type * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as LockUnchanged from "../account/LockUnchanged.ts"
import * as Attempt from "../audit/Attempt.ts"
import type { InvalidToken, PersistenceError } from "../core/Errors.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { SecondFactorDisabled, type SecondFactorExists, type SecondFactorKeyMissing } from "./SecondFactorErrors.ts"
import { Unauthenticated } from "../session/SessionErrors.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { AccountNotices } from "../mail/AccountNotices.ts"
import * as OneTimeTokens from "../one-time-token/OneTimeTokens.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import { add } from "../instance/AuthenticationMethods.ts"
import * as PendingSignIns from "../session/PendingSignIns.ts"
import { type IssuedSession, SessionIssuer } from "../session/SessionIssuer.ts"
import { signInPerIp } from "../session/SignInLimits.ts"
import { type SecondFactorOption, StepUp } from "../session/StepUp.ts"
import * as CodeCheck from "./CodeCheck.ts"
import * as Enrollment from "./internal/Enrollment.ts"
import * as FindPending from "./FindPending.ts"
import type { SecondFactorCode } from "./SecondFactorCode.ts"
import { accountChanges, attempts } from "./SecondFactorRecords.ts"
import type { ConfirmationRefused, ConfirmedSecondFactor, TotpEnrollment } from "./SecondFactors.ts"
import type { TotpCode } from "./Totp.ts"

/** A client with a pending sign-in. `pendingToken`: the value of its cookie, if it sent exactly one. */
export type PendingRequest = FindPending.PendingRequest

/**
 * The use case of completing a pending sign-in. Every method fails with `Unauthenticated` if there is none: the client
 * has another one or none, it was used or has expired, the credentials have changed since, or the user is disabled.
 */
export class SecondFactorSignIn extends Context.Tag("@latchkey/domain/SecondFactorSignIn")<
  SecondFactorSignIn,
  {
    /** Returns what completes the pending sign-in. Uses nothing up. */
    readonly find: (
      request: PendingRequest
    ) => Effect.Effect<Arr.NonEmptyReadonlyArray<SecondFactorOption>, Unauthenticated | PersistenceError>

    /**
     * Completes the sign-in with a code: once, on the client that began it. Fails with `InvalidToken` for a code that
     * is wrong, was used, or belongs to a time more than 30 seconds from now; the sign-in stays pending. A code of an
     * authenticator app counts for its user before it is compared, and is taken back if it signs in: 5 wrong ones in 15
     * minutes and 20 a day are allowed, on all clients together. Recovery codes are too long to guess, and always work.
     * Using the code, ending the pending sign-in and issuing the session are one transaction, which a disconnecting
     * client does not interrupt.
     */
    readonly complete: (
      request: PendingRequest & { readonly code: SecondFactorCode }
    ) => Effect.Effect<
      IssuedSession,
      Unauthenticated | RateLimited<"sign_in"> | InvalidToken | SecondFactorKeyMissing | PersistenceError
    >

    /**
     * As `SecondFactors.begin`, for a user without a second factor on an instance that requires one. Fails with
     * `SecondFactorDisabled` for a user with a passkey, who signs in with it.
     */
    readonly beginEnrollment: (
      request: PendingRequest & { readonly enrollment?: string }
    ) => Effect.Effect<TotpEnrollment, Unauthenticated | SecondFactorDisabled | SecondFactorExists | PersistenceError>

    /** As `SecondFactors.confirm`, and completes the sign-in. */
    readonly confirmEnrollment: (
      request: PendingRequest & { readonly enrollment: string; readonly code: TotpCode }
    ) => Effect.Effect<ConfirmedSecondFactor, ConfirmationRefused>
  }
>() {}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const checkCode = yield* CodeCheck.make
  const enrollment = yield* Enrollment.make
  const findPending = yield* FindPending.make
  const issuer = yield* SessionIssuer
  const limiter = yield* RateLimiter
  const lockUnchanged = yield* LockUnchanged.make
  const notices = yield* AccountNotices
  const pendings = yield* OneTimeTokens.make(PendingSignIns.kind)
  const record = yield* Attempt.makeRecorder(attempts)
  const stepUp = yield* StepUp
  const transaction = yield* Transaction

  /** Ends the pending sign-in in a transaction, and returns its user, locked. Of concurrent calls one succeeds. */
  const consume = Effect.fnUntraced(function* ({ key, user }: FindPending.FoundPending) {
    // First the user, as a sign-in does that replaces the pending one.
    const found = yield* Effect.mapError(yield* lockUnchanged(user), () => new Unauthenticated())
    const consumed = yield* pendings.consume(key)
    return yield* Option.isSome(consumed) ? Effect.succeed(found) : new Unauthenticated()
  })

  const find: (typeof SecondFactorSignIn.Service)["find"] = Effect.fnUntraced(function* (request) {
    const { methods, user } = yield* findPending(request)
    const missing = yield* stepUp.missingFactor(request.instance, user, methods)
    return yield* Effect.mapError(missing, () => new Unauthenticated())
  }, traced("SecondFactorSignIn.find"))

  const complete: (typeof SecondFactorSignIn.Service)["complete"] = Effect.fnUntraced(
    function* (request) {
      const { caller, code, instance } = request
      yield* limiter.consume(instance, signInPerIp.keys(caller))
      const found = yield* findPending(request)
      const proof = yield* checkCode({ instance, user: found.user, code })
      const issued = yield* Effect.gen(function* () {
        const user = yield* consume(found)
        yield* proof.accept
        const isRecovery = proof.method === "recovery_code"
        if (isRecovery) yield* notices.enqueue({ change: accountChanges.recovery_code_used, instance, user, caller })
        const methods = add(found.methods, proof.method)
        return yield* issuer.grant({ instance, user, methods, caller })
      }).pipe(
        transaction.run,
        // If the client disconnects now, the code must not be used without a session.
        Effect.uninterruptible,
        Effect.catchTag("CredentialsChanged", () => new Unauthenticated())
      )
      yield* proof.settle
      return issued
    },
    (attempt, request) => record("second_factor", request)(attempt),
    traced("SecondFactorSignIn.complete")
  )

  /** Fails unless the pending sign-in lacks an authenticator app to be set up. */
  const checkEnrollment = Effect.fnUntraced(function* (
    { instance }: PendingRequest,
    { methods, user }: FindPending.FoundPending
  ) {
    yield* enrollment.check(instance, user)
    const missing = yield* stepUp.missingFactor(instance, user, methods)
    if (!Option.exists(missing, (options) => options.includes("totp_enrollment"))) {
      return yield* new SecondFactorDisabled()
    }
  })

  const beginEnrollment: (typeof SecondFactorSignIn.Service)["beginEnrollment"] = Effect.fnUntraced(function* (
    request
  ) {
    const found = yield* findPending(request)
    yield* checkEnrollment(request, found)
    const resumed = yield* enrollment.resume(request.instance, found.user, request.enrollment ?? "")
    return Option.isSome(resumed) ? resumed.value : yield* enrollment.begin(request.instance, found.user)
  }, traced("SecondFactorSignIn.beginEnrollment"))

  const confirmEnrollment: (typeof SecondFactorSignIn.Service)["confirmEnrollment"] = Effect.fnUntraced(
    function* (request) {
      const { caller, instance } = request
      yield* limiter.consume(instance, signInPerIp.keys(caller))
      const found = yield* findPending(request)
      yield* checkEnrollment(request, found)
      const confirmed = yield* enrollment.confirm(found.user, request)
      return yield* Effect.gen(function* () {
        const locked = yield* consume(found)
        const added = yield* enrollment.add(instance, locked, caller, confirmed)
        const methods = add(found.methods, "totp")
        const issued = yield* issuer.grant({ instance, user: added.user, methods, caller })
        return { issued, recoveryCodes: added.recoveryCodes }
      }).pipe(
        transaction.run,
        // If the client disconnects now, the user would have no recovery codes.
        Effect.uninterruptible,
        Effect.catchTag("CredentialsChanged", () => new Unauthenticated())
      )
    },
    (attempt, request) => record("second_factor", request)(attempt),
    traced("SecondFactorSignIn.confirmEnrollment")
  )

  return SecondFactorSignIn.of({ find, complete, beginEnrollment, confirmEnrollment })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(SecondFactorSignIn, make)
