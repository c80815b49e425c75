/** Authenticating again in a session, before a dangerous change. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { SignInFailures } from "../account/SignInFailures.ts"
import { type SignInUser, UserRepository } from "../account/UserRepository.ts"
import * as Attempt from "../audit/Attempt.ts"
import { widestNetwork } from "../core/Caller.ts"
import { violated } from "../core/Invariant.ts"
import { InvalidCredentials, type InvalidToken, PasswordDisabled, type PersistenceError } from "../core/Errors.ts"
import * as ConfirmIdentity from "../identity-provider/ConfirmIdentity.ts"
import type {
  ClientSecretKeyMissing,
  IdentityProviderDisabled,
  IdentityProviderUnavailable,
  IdentityRejected
} from "../identity-provider/IdentityProviderErrors.ts"
import type { BegunVisit, ReturnedVisit, VisitRequest } from "../identity-provider/SignInWithIdentityProvider.ts"
import type { PasskeyDisabled } from "../passkey/PasskeyErrors.ts"
import type { HasherOverloaded } from "../password/PasswordErrors.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { ReauthenticationRequired, Unauthenticated } from "../session/SessionErrors.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { AccountNotices } from "../mail/AccountNotices.ts"
import type { AuthenticationCredential } from "../passkey/Credential.ts"
import * as VerifyPasskey from "../passkey/VerifyPasskey.ts"
import * as OwnerProof from "../password/OwnerProof.ts"
import type { Password } from "../password/Password.ts"
import { PasswordHasher } from "../password/PasswordHasher.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import * as CodeCheck from "../second-factor/CodeCheck.ts"
import type { SecondFactorCode } from "../second-factor/SecondFactorCode.ts"
import type { SecondFactorKeyMissing } from "../second-factor/SecondFactorErrors.ts"
import { AuthenticationMethods, type MethodId } from "../instance/AuthenticationMethods.ts"
import { type IssuedSession, SessionIssuer } from "../session/SessionIssuer.ts"
import { type ActiveSession, SessionRepository } from "../session/SessionRepository.ts"
import { type SessionRequest, Sessions } from "../session/Sessions.ts"
import { signInPerIp } from "../session/SignInLimits.ts"
import { StepUp } from "../session/StepUp.ts"
import { attempts } from "./ReauthenticationRecords.ts"
import { accountChanges } from "../second-factor/SecondFactorRecords.ts"

/**
 * The use case of authenticating again. Each method issues a new session with new tokens and a new `authenticatedAt`
 * (OWASP ASVS 5.0, 7.2.4), and revokes the presented one. Its methods are those of the presented one and the new one;
 * but neither a password nor an identity of level 1 renews level 2.
 */
export class Reauthenticate extends Context.Tag("@latchkey/domain/Reauthenticate")<
  Reauthenticate,
  {
    /**
     * With the password. Is limited and counts failures as a sign-in does. Fails with `InvalidCredentials` for a wrong
     * one, and for users without one. Fails with `ReauthenticationRequired`, whatever the password, in a session of
     * level 2 of a user who has a passkey or a second factor: it would pass for a recent one of level 2. If the user no
     * longer has either, the new session has level 1.
     */
    readonly withPassword: (
      request: SessionRequest & { readonly password: Password }
    ) => Effect.Effect<
      IssuedSession,
      | Unauthenticated
      | PasswordDisabled
      | RateLimited<"sign_in">
      | ReauthenticationRequired
      | InvalidCredentials
      | HasherOverloaded
      | PersistenceError
    >

    /** With a code of the authenticator app or a recovery code, as `SecondFactorSignIn.complete` checks them. */
    readonly withCode: (
      request: SessionRequest & { readonly code: SecondFactorCode }
    ) => Effect.Effect<
      IssuedSession,
      Unauthenticated | RateLimited<"sign_in"> | InvalidToken | SecondFactorKeyMissing | PersistenceError
    >

    /**
     * With a passkey of the user, as `SignInWithPasskey.signIn` checks it. Fails with `InvalidCredentials` for one of
     * another user, too.
     */
    readonly withPasskey: (
      request: SessionRequest & { readonly credential: AuthenticationCredential }
    ) => Effect.Effect<
      IssuedSession,
      Unauthenticated | PasskeyDisabled | RateLimited<"sign_in"> | InvalidCredentials | PersistenceError
    >

    /**
     * Begins a visit to a provider, which comes back within ten minutes, once, to the same client, and is void once the
     * user's credentials change. Limited as visits to sign in are.
     */
    readonly beginWithIdentityProvider: (
      request: VisitRequest
    ) => Effect.Effect<
      BegunVisit,
      | Unauthenticated
      | IdentityProviderDisabled
      | IdentityProviderUnavailable
      | IdentityRejected
      | ClientSecretKeyMissing
      | RateLimited<"sign_in">
      | PersistenceError
    >

    /**
     * With an identity of the user, which the provider has confirmed. Fails with `IdentityRejected` for any other
     * account there, and with `Unauthenticated` unless the visit was begun by the signed-in user. Fails with
     * `ReauthenticationRequired` where a password does, unless the provider is trusted with several factors and has
     * used them. Call it with a visit to reauthenticate. While the provider is out of reach, the visit is not consumed,
     * and can come back again.
     */
    readonly withIdentityProvider: (
      visit: ReturnedVisit
    ) => Effect.Effect<
      IssuedSession,
      | Unauthenticated
      | IdentityProviderUnavailable
      | IdentityRejected
      | ClientSecretKeyMissing
      | RateLimited<"sign_in">
      | ReauthenticationRequired
      | PersistenceError
    >

    /**
     * With another method, which the caller has limited and verified: renews the session in one transaction, which a
     * disconnecting client does not interrupt. `accept`: what else belongs to that transaction, with the user locked,
     * such as using the proof up. Its failure renews nothing.
     */
    readonly renew: <E = never>(
      request: SessionRequest,
      session: ActiveSession,
      method: MethodId,
      accept?: Effect.Effect<void, E>
    ) => Effect.Effect<IssuedSession, E | Unauthenticated | PersistenceError>
  }
>() {}

/** Makes the function that renews a session in one transaction, which a disconnecting client does not interrupt. */
const makeRenew = Effect.gen(function* () {
  const issuer = yield* SessionIssuer
  const sessions = yield* SessionRepository
  const transaction = yield* Transaction
  const users = yield* UserRepository

  const renew: (typeof Reauthenticate.Service)["renew"] = (
    { caller, instance },
    session,
    method,
    accept = Effect.void
  ) =>
    Effect.gen(function* () {
      const locked = yield* users.findByIdForUpdate(instance.id, session.userId)
      const user = yield* Effect.mapError(locked, () => new Unauthenticated())
      // With the credential version that it was checked for: another one has revoked it.
      const wasActive = yield* sessions.revokeById(instance.id, user.id, session.id)
      if (!wasActive) return yield* new Unauthenticated()
      yield* accept
      const issued = issuer.renew({ instance, user, caller, former: session, proof: Option.some(method) })
      return yield* Effect.catchTag(issued, "CredentialsChanged", () => new Unauthenticated())
    }).pipe(transaction.run, Effect.uninterruptible)
  return renew
})

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const checkCode = yield* CodeCheck.make
  const confirmIdentity = yield* ConfirmIdentity.make
  const failures = yield* SignInFailures
  const hasher = yield* PasswordHasher
  const { levelOf } = yield* AuthenticationMethods
  const limiter = yield* RateLimiter
  const notices = yield* AccountNotices
  const owner = yield* OwnerProof.make
  const record = yield* Attempt.makeRecorder(attempts)
  const renew = yield* makeRenew
  const { authenticate } = yield* Sessions
  const stepUp = yield* StepUp
  const users = yield* UserRepository
  const verifyPasskey = yield* VerifyPasskey.make

  const userOf = ({ instance }: SessionRequest, { userId }: ActiveSession) =>
    Effect.flatMap(
      users.findById(instance.id, userId),
      Effect.mapError(() => new Unauthenticated())
    )

  /** Fails in a session of level 2 of a user who has a passkey or a second factor, which level 1 does not renew. */
  const checkLevel = Effect.fnUntraced(function* (
    { instance }: SessionRequest,
    user: SignInUser,
    { methods }: ActiveSession
  ) {
    if (levelOf(methods) === 1) return
    const ways = yield* stepUp.waysOf(instance, user)
    if (ways.length > 0) return yield* new ReauthenticationRequired()
  })

  const withPassword: (typeof Reauthenticate.Service)["withPassword"] = Effect.fnUntraced(
    function* (request) {
      const { caller, instance, password } = request
      if (!instance.authConfig.password) return yield* new PasswordDisabled()
      const session = yield* authenticate(request)
      // Only a signed-in user takes a place.
      return yield* hasher.withPlace({ fairnessKey: widestNetwork(caller) }, (place) =>
        Effect.gen(function* () {
          const { refund, user } = yield* owner.limit({ instance, caller, session })
          // It was no guess: nothing was compared.
          yield* Effect.tapError(checkLevel(request, user, session), () => refund)
          yield* owner.verify(place, user, password)
          const issued = yield* renew(request, session, "password")
          yield* refund
          yield* failures.reset(instance.id, user.email)
          return issued
        })
      )
    },
    (attempt, request) => record("reauthentication", request)(attempt),
    traced("Reauthenticate.withPassword")
  )

  const withCode: (typeof Reauthenticate.Service)["withCode"] = Effect.fnUntraced(
    function* (request) {
      const { caller, code, instance } = request
      yield* limiter.consume(instance, signInPerIp.keys(caller))
      const session = yield* authenticate(request)
      const user = yield* userOf(request, session)
      const proof = yield* checkCode({ instance, user, code })
      const notify =
        proof.method === "recovery_code"
          ? notices.enqueue({ change: accountChanges.recovery_code_used, instance, user, caller })
          : Effect.void
      const issued = yield* renew(request, session, proof.method, Effect.zipRight(proof.accept, notify))
      yield* proof.settle
      return issued
    },
    (attempt, request) => record("reauthentication", request)(attempt),
    traced("Reauthenticate.withCode")
  )

  const withPasskey: (typeof Reauthenticate.Service)["withPasskey"] = Effect.fnUntraced(
    function* (request) {
      yield* limiter.consume(request.instance, signInPerIp.keys(request.caller))
      const session = yield* authenticate(request)
      const { passkey, recordUse } = yield* verifyPasskey(request)
      if (passkey.userId !== session.userId) return yield* new InvalidCredentials()
      return yield* renew(request, session, "passkey", recordUse)
    },
    (attempt, request) => record("reauthentication", request)(attempt),
    traced("Reauthenticate.withPasskey")
  )

  const beginWithIdentityProvider: (typeof Reauthenticate.Service)["beginWithIdentityProvider"] = Effect.fnUntraced(
    function* (request) {
      const owner = Effect.gen(function* () {
        const { credentialVersion, id: userId } = yield* userOf(request, yield* authenticate(request))
        return { userId, credentialVersion }
      })
      const begun = yield* confirmIdentity.begin(request, owner)
      return yield* Effect.mapError(begun, () => new Unauthenticated())
    },
    traced("Reauthenticate.beginWithIdentityProvider")
  )

  const withIdentityProvider: (typeof Reauthenticate.Service)["withIdentityProvider"] = Effect.fnUntraced(
    function* (returned) {
      const { intent } = returned
      if (intent !== "reauthenticate") return yield* violated("Only a visit to reauthenticate renews a session")()
      const { method, recordUse, session } = yield* confirmIdentity.confirm(returned)
      const user = yield* userOf(returned, session)
      if (levelOf([method]) === 1) yield* checkLevel(returned, user, session)
      return yield* renew(returned, session, method, recordUse)
    },
    (attempt, returned) => record("reauthentication", returned)(attempt),
    traced("Reauthenticate.withIdentityProvider")
  )

  return Reauthenticate.of({
    withPassword,
    withCode,
    withPasskey,
    beginWithIdentityProvider,
    withIdentityProvider,
    renew
  })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(Reauthenticate, make)
