/**
 * Requesting a change of the email address. `EmailDispatcher` sends a link to the new address, `ConfirmEmailChange`
 * uses it.
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { SignInFailures } from "../account/SignInFailures.ts"
import { type User, UserRepository } from "../account/UserRepository.ts"
import * as Attempt from "../audit/Attempt.ts"
import { type Caller, widestNetwork } from "../core/Caller.ts"
import type { Email } from "../core/Email.ts"
import { InvalidCredentials, PasswordDisabled, type PersistenceError } from "../core/Errors.ts"
import { MagicLinkDisabled } from "../magic-link/MagicLinkErrors.ts"
import type { HasherOverloaded } from "../password/PasswordErrors.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { ReauthenticationRequired, Unauthenticated } from "../session/SessionErrors.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import type { Instance } from "../instance/Instance.ts"
import { maxAge } from "../magic-link/RequestMagicLink.ts"
import { QueuedEmailId } from "../core/Ids.ts"
import { EmailOutbox, QueuedEmail } from "../mail/EmailOutbox.ts"
import { requestedBy } from "../mail/Requester.ts"
import { EmailKind } from "../mail/MailDeliveryLog.ts"
import { Mailer } from "../mail/Mailer.ts"
import { isRecentProof } from "../password/OwnerProof.ts"
import type { Password } from "../password/Password.ts"
import { type HashingPlace, PasswordHasher } from "../password/PasswordHasher.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import type { ActiveSession } from "../session/SessionRepository.ts"
import { Sessions } from "../session/Sessions.ts"
import { perAccount, signInPerIp } from "../session/SignInLimits.ts"
import { StepUp } from "../session/StepUp.ts"
import { perEmailChange } from "./EmailChangeLimits.ts"
import { attempts } from "./EmailChangeRecords.ts"

/**
 * A request to change the address of the signed-in user.
 *
 * - `email`: the new address.
 * - `currentPassword`: none if it was not given.
 * - `mayOmitCurrentPassword`: as in `PasswordChange`.
 */
export interface EmailChangeInput {
  readonly instance: Instance
  readonly caller: Caller
  readonly email: Email
  readonly currentPassword: Option.Option<Password>
  readonly mayOmitCurrentPassword: boolean
}

/** The kind of the email to the new address. */
export const emailKind = EmailKind.make("email_change")

/** Why a change cannot be requested. `MagicLinkDisabled`: no email provider is configured. */
export type EmailChangeRefusal =
  | Unauthenticated
  | RateLimited<"sign_in" | "magic_link">
  | MagicLinkDisabled
  | PasswordDisabled
  | ReauthenticationRequired
  | InvalidCredentials
  | HasherOverloaded
  | PersistenceError

/** The use case of requesting a change of the address. */
export class RequestEmailChange extends Context.Tag("@latchkey/domain/RequestEmailChange")<
  RequestEmailChange,
  {
    /** Whether an email provider is configured. Passwords and magic links may be turned off. */
    readonly isAvailable: boolean

    /**
     * Queues an email with a link to the new address, in the same way for every address, free or taken. The worker
     * sends nothing to an address that has an account, or is reserved: its owner has asked for nothing, and the user
     * learns nothing about the accounts of others.
     *
     * Requires a fresh sign-in, as `ChangePassword` does: the current password, or an authentication with more than a
     * password in the last ten minutes if the request may omit it (OWASP ASVS 5.0, 6.2.3 and 7.5.1), and a passkey or
     * the second factor of users who have one. The current password must be right if it is given. Guesses are limited,
     * and count as failed sign-ins, as those of `ChangePassword`. Requests are limited per IP address together with
     * those for magic links, per account, and per mailbox of the new address.
     */
    readonly request: (input: EmailChangeInput) => Effect.Effect<void, EmailChangeRefusal>
  }
>() {}

interface Given {
  readonly place: HashingPlace
  readonly password: Password
}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const record = yield* Attempt.makeRecorder(attempts)
  const failures = yield* SignInFailures
  const hasher = yield* PasswordHasher
  const ids = yield* IdGenerator
  const limiter = yield* RateLimiter
  const { isConfigured } = yield* Mailer
  const outbox = yield* EmailOutbox
  const { authenticate } = yield* Sessions
  const stepUp = yield* StepUp
  const tokens = yield* TokenGenerator
  const users = yield* UserRepository

  /** Verifies the current password of an account that has one. */
  const verify = Effect.fnUntraced(function* (
    { caller, instance }: EmailChangeInput,
    { email }: ActiveSession,
    { password, place }: Given
  ) {
    yield* limiter.consume(instance, signInPerIp.keys(caller))
    const now = yield* DateTime.now
    const clientHash = Option.map(caller.clientToken, tokens.hash)
    const account = yield* users.findForSignIn({ instanceId: instance.id, email, clientHash, now })
    const { passwordHash } = yield* Effect.mapError(account.user, () => new Unauthenticated())
    if (Option.isNone(passwordHash)) return false
    const consumed = yield* limiter.consume(instance, perAccount(email, account.knownClient))
    if (!(yield* place.verify(password, passwordHash.value))) {
      yield* failures.record({ instanceId: instance.id, email, now })
      return yield* new InvalidCredentials()
    }
    yield* limiter.refund(consumed)
    return true
  })

  const enqueue = Effect.fnUntraced(function* ({ caller, email, instance }: EmailChangeInput, user: User) {
    const requestedAt = yield* DateTime.now
    const { languages, parameters } = requestedBy(caller, user)
    yield* outbox.enqueue(
      new QueuedEmail({
        instanceId: instance.id,
        id: yield* ids.next(QueuedEmailId),
        kind: emailKind,
        email,
        clientHash: Option.none(),
        languages,
        userId: Option.some(user.id),
        parameters: { ...parameters, userId: user.id, credentialVersion: String(user.credentialVersion) },
        requestedAt,
        expiresAt: DateTime.addDuration(requestedAt, maxAge),
        attempts: 0
      })
    )
  })

  const requestFrom = Effect.fnUntraced(function* (
    input: EmailChangeInput,
    session: ActiveSession,
    given: Option.Option<Given>
  ) {
    const { caller, email, instance, mayOmitCurrentPassword } = input
    yield* limiter.consume(instance, perEmailChange(caller, session.userId, email))
    if (!isConfigured) return yield* new MagicLinkDisabled()
    // Before the password is verified: a link for credentials that change meanwhile must not work.
    const found = yield* users.findById(instance.id, session.userId)
    const user = yield* Effect.mapError(found, () => new Unauthenticated())
    const now = yield* DateTime.now
    if (yield* stepUp.isNeeded(instance, user, session)) return yield* new ReauthenticationRequired()
    const isVerified = Option.isSome(given) && (yield* verify(input, session, given.value))
    const isFresh = isVerified || (mayOmitCurrentPassword && isRecentProof(stepUp, session, now))
    if (!isFresh) return yield* new ReauthenticationRequired()
    yield* enqueue(input, user)
  })

  const request = Effect.fnUntraced(
    function* (input: EmailChangeInput) {
      const session = yield* authenticate(input)
      if (Option.isNone(input.currentPassword)) return yield* requestFrom(input, session, Option.none())
      if (!input.instance.authConfig.password) return yield* new PasswordDisabled()
      const password = input.currentPassword.value
      // Only a signed-in user takes a place.
      return yield* hasher.withPlace({ fairnessKey: widestNetwork(input.caller) }, (place) =>
        requestFrom(input, session, Option.some({ place, password }))
      )
    },
    (attempt, input) => record("email_change_request", input)(attempt),
    traced("RequestEmailChange.request")
  )

  return RequestEmailChange.of({ isAvailable: isConfigured, request })
})

/** The use case as a layer. The links are sent by an `EmailDispatcher`, of this process or another. */
export const layer = Layer.effect(RequestEmailChange, make)
