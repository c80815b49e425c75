/** Sign-up with an email address and a password. */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { byUser } from "../audit/AuditLog.ts"
import * as ReservedEmail from "../account/ReservedEmail.ts"
import { type PasswordHash, User, UserRepository } from "../account/UserRepository.ts"
import * as Attempt from "../audit/Attempt.ts"
import type { Caller } from "../core/Caller.ts"
import type { Email } from "../core/Email.ts"
import type { EmailTaken, SignUpRefused } from "../account/AccountErrors.ts"
import * as SignUpRules from "../account/SignUpRules.ts"
import { PasswordDisabled, type PersistenceError, SignUpClosed } from "../core/Errors.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import type { HasherOverloaded, PasswordRejected } from "./PasswordErrors.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import { violated } from "../core/Invariant.ts"
import type { Token } from "../core/Token.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import type { Instance } from "../instance/Instance.ts"
import { Mailer } from "../mail/Mailer.ts"
import * as RequestVerification from "../pending-sign-up/RequestVerification.ts"
import { perSignUpRequest } from "../pending-sign-up/PendingSignUpLimits.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import { outcomeOf, SessionIssuer, type SignInResult, whileLocked } from "../session/SessionIssuer.ts"
import * as HashingQueue from "./HashingQueue.ts"
import type { Password } from "./Password.ts"
import type { HashingPlace } from "./PasswordHasher.ts"
import { attempts } from "./PasswordRecords.ts"
import * as PasswordViolations from "./PasswordViolations.ts"
import { perSignUp, signUpPerIp } from "./SignUpLimits.ts"
import { UserId } from "../core/Ids.ts"

/** A request to create an account. */
export interface SignUpRequest {
  readonly instance: Instance
  readonly caller: Caller
  readonly email: Email
  readonly password: Password
}

/**
 * The result of a sign-up.
 *
 * - `SignedUp`: the account exists, and is signed in.
 * - `VerificationNeeded`: the instance verifies addresses before it creates accounts, and an email was queued. The same
 *   for every address. The link in the email recognizes the client by `clientToken`, the value of its `__client`
 *   cookie.
 */
export type SignUpResult = Data.TaggedEnum<{
  SignedUp: { readonly issued: SignInResult }
  VerificationNeeded: { readonly clientToken: Token }
}>

const { SignedUp, VerificationNeeded } = Data.taggedEnum<SignUpResult>()

/** The use case of creating an account with a password. */
export class SignUp extends Context.Tag("@latchkey/domain/SignUp")<
  SignUp,
  {
    /**
     * Fails with `HasherOverloaded` as `signUp` would. Call it before the password is read: in an overload, a refusal
     * then costs next to nothing.
     */
    readonly checkOverload: HashingQueue.CheckOverload

    /**
     * With the verification `after`, creates an account with an unverified address, and signs it in. Fails with
     * `PasswordDisabled` or `SignUpClosed`, alike for every address, if the instance has passwords turned off or lets
     * no one sign up, and with `SignUpRefused` for an address that the instance or the `SignUpRules` of the app do not
     * admit. Checks that and the password policy before it looks for an account, so that nothing reveals who has one.
     * Stores user and session in one transaction: of concurrent requests for one address one succeeds, and the others
     * fail with `EmailTaken`. So does a request for an address that is reserved for a user who had it before.
     * `onCreated` of the app's `AccountHooks` belongs to the transaction. Sends no email. Fails with `HasherOverloaded`
     * before any query: without a place in the hashing queue, an attempt consumes no limit.
     *
     * With the verification `before`, checks the same, and then stores the sign-up and queues an email, in the same way
     * for every address: creates no account, issues no session, and never fails with `EmailTaken`. `VerifySignUp` does
     * the rest. Also counts against limits per mailbox. Fails with `SignUpClosed` without an email provider.
     */
    readonly signUp: (
      request: SignUpRequest
    ) => Effect.Effect<
      SignUpResult,
      | RateLimited<"sign_up">
      | PasswordDisabled
      | SignUpClosed
      | SignUpRefused
      | PasswordRejected
      | EmailTaken
      | HasherOverloaded
      | PersistenceError
    >
  }
>() {}

const outcomeOfSignUp = (result: SignUpResult): string =>
  result._tag === "SignedUp" ? outcomeOf(result.issued) : result._tag

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const checkOverload = yield* HashingQueue.makeCheck("sign_up")
  const enter = yield* HashingQueue.makeEnter(signUpPerIp)
  const record = yield* Attempt.makeRecorder(attempts)
  const checkAdmitted = yield* SignUpRules.makeCheck
  const checkPassword = yield* PasswordViolations.makeCheck
  const hashAllowed = yield* PasswordViolations.makeHashAllowed
  const checkReserved = yield* ReservedEmail.makeCheck
  const events = yield* EventRecorder
  const ids = yield* IdGenerator
  const issuer = yield* SessionIssuer
  const limiter = yield* RateLimiter
  const { isConfigured } = yield* Mailer
  const requestVerification = yield* RequestVerification.make
  const transaction = yield* Transaction
  const users = yield* UserRepository

  const create = Effect.fnUntraced(function* (request: SignUpRequest, passwordHash: PasswordHash) {
    const { caller, email, instance } = request
    const user = new User({
      instanceId: instance.id,
      id: yield* ids.next(UserId),
      email,
      passwordHash: Option.some(passwordHash),
      emailVerifiedAt: Option.none(),
      credentialVersion: 0,
      createdAt: yield* DateTime.now
    })
    return yield* Effect.gen(function* () {
      yield* Effect.catchTag(users.insert(user), "ExternalIdTaken", violated("A user who signs up has no external id"))
      yield* checkReserved(user)
      yield* events.record({ type: "user.created", user, by: byUser })
      return yield* issuer.issue({ instance, user, methods: ["password"], caller })
    }).pipe(transaction.run, Effect.uninterruptible, whileLocked)
  })

  const signUpFrom = Effect.fnUntraced(function* (place: HashingPlace, request: SignUpRequest) {
    const { instance, caller, email, password } = request
    yield* limiter.consume(instance, perSignUp(caller))
    if (!instance.authConfig.password) return yield* new PasswordDisabled()
    yield* checkAdmitted({ instance, email })
    // Never falls back to accounts that no one has verified.
    if (instance.verifiesBeforeSignUp && !isConfigured) return yield* new SignUpClosed()
    yield* checkPassword({ instance, email, password })
    if (!instance.verifiesBeforeSignUp) {
      return SignedUp({ issued: yield* create(request, yield* hashAllowed(password, place.hash(password))) })
    }
    yield* limiter.consume(instance, perSignUpRequest(email))
    const passwordHash = yield* hashAllowed(password, place.hash(password))
    return VerificationNeeded({
      clientToken: yield* requestVerification({ ...request, credential: passwordHash })
    })
  })

  const signUp = (request: SignUpRequest) =>
    enter(request, (place) => signUpFrom(place, request)).pipe(
      record("sign_up", request, outcomeOfSignUp),
      traced("SignUp.signUp")
    )

  return SignUp.of({ checkOverload, signUp })
})

/** The use case as a layer. */
export const layer = Layer.effect(SignUp, make)
