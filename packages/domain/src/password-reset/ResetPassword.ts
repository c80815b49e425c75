/** Setting a new password with a link from an email, for users who have forgotten theirs. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { byUser } from "../audit/AuditLog.ts"
import { isUsable, type PasswordHash, User, UserRepository } from "../account/UserRepository.ts"
import * as Attempt from "../audit/Attempt.ts"
import type { Caller } from "../core/Caller.ts"
import type { Email } from "../core/Email.ts"
import { InvalidToken, PasswordDisabled, type PersistenceError } from "../core/Errors.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import { MagicLinkDisabled } from "../magic-link/MagicLinkErrors.ts"
import type { HasherOverloaded, PasswordRejected } from "../password/PasswordErrors.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { parse as parseToken, type TokenHash } from "../core/Token.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import type { Instance } from "../instance/Instance.ts"
import { EmailVerification } from "../magic-link/EmailVerification.ts"
import { magicLinkVerifyPerIp } from "../magic-link/MagicLinkLimits.ts"
import { MagicLinkRepository } from "../magic-link/MagicLinkRepository.ts"
import { AccountNotices } from "../mail/AccountNotices.ts"
import type { Password } from "../password/Password.ts"
import * as HashingQueue from "../password/HashingQueue.ts"
import type { HashingPlace } from "../password/PasswordHasher.ts"
import * as PasswordViolations from "../password/PasswordViolations.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import * as RemoveAdditions from "../second-factor/RemoveAdditions.ts"
import { outcomeOf, SessionIssuer, type SignInResult, whileLocked } from "../session/SessionIssuer.ts"
import { attempts } from "./PasswordResetRecords.ts"
import * as PasswordResetToken from "./PasswordResetToken.ts"
import { RequestPasswordReset } from "./RequestPasswordReset.ts"
import { accountChanges } from "../password/PasswordRecords.ts"

/** A presented link to set a new password. `linkToken` is unchecked. */
export interface PresentedReset {
  readonly instance: Instance
  readonly caller: Caller
  readonly linkToken: string
}

/** A presented link with the new password. */
export interface PasswordReset extends PresentedReset {
  readonly password: Password
}

/**
 * Why a link cannot be used. A token that is malformed, unknown, used, expired, of a magic link, or of a disabled
 * account is always `InvalidToken`. `PasswordDisabled`: the instance has passwords turned off. `MagicLinkDisabled`: no
 * email provider is configured.
 */
export type PasswordResetError =
  | RateLimited<"magic_link">
  | PasswordDisabled
  | MagicLinkDisabled
  | InvalidToken
  | PersistenceError

/** The use case of setting a new password with a link. Fails with `RateLimited` before any lookup. */
export class ResetPassword extends Context.Tag("@latchkey/domain/ResetPassword")<
  ResetPassword,
  {
    /**
     * Returns the address whose password the link sets, and uses nothing up. A page shows it before the user sets a
     * password: an attacker may have sent a link to their own account.
     */
    readonly open: (link: PresentedReset) => Effect.Effect<Email, PasswordResetError>

    /**
     * Fails with `PasswordRejected` if the password breaks the policy of the instance. Consumes neither the link nor a
     * limit.
     */
    readonly checkPolicy: PasswordViolations.CheckPolicy

    /**
     * Consumes a link: once, within its 15 minutes, also on a client that did not request it. Sets the password,
     * verifies the address as `EmailVerification` does, revokes every session of the user, forgets the known clients,
     * and issues a new session. All of it is one transaction, which a disconnecting client does not interrupt. Other
     * links of the address stop working.
     *
     * Removes the passkeys and the authenticator app that were added in the last seven days: someone else who knew the
     * former password may have added them, and the notice about each tells the owner to set a new password. Older ones
     * stay, because access to the mailbox must not be enough to remove what the owner has signed in with for long.
     *
     * Checks the password policy before the token, and the `PasswordRules` of the app before it is consumed: a rejected
     * password consumes no link. Fails with `HasherOverloaded` before any query, and creates no account.
     */
    readonly reset: (
      reset: PasswordReset
    ) => Effect.Effect<SignInResult, PasswordResetError | PasswordRejected | HasherOverloaded>
  }
>() {}

interface CheckedReset extends Pick<PasswordReset, "caller" | "instance"> {
  readonly tokenHash: TokenHash
  readonly next: PasswordHash
}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const checkPassword = yield* PasswordViolations.makeCheck
  const checkPolicy = yield* PasswordViolations.makePolicyCheck
  const hashAllowed = yield* PasswordViolations.makeHashAllowed
  const record = yield* Attempt.makeRecorder(attempts)
  const enter = yield* HashingQueue.makeEnter(magicLinkVerifyPerIp)
  const { isAvailable } = yield* RequestPasswordReset
  const issuer = yield* SessionIssuer
  const limiter = yield* RateLimiter
  const events = yield* EventRecorder
  const links = yield* MagicLinkRepository
  const notices = yield* AccountNotices
  const removeAdditions = yield* RemoveAdditions.make
  const tokens = yield* TokenGenerator
  const transaction = yield* Transaction
  const users = yield* UserRepository
  const verification = yield* EmailVerification

  const checkAttempt = Effect.fnUntraced(function* ({ caller, instance }: PresentedReset) {
    yield* limiter.consume(instance, magicLinkVerifyPerIp.keys(caller))
    if (!instance.authConfig.password) return yield* new PasswordDisabled()
    if (!isAvailable(instance)) return yield* new MagicLinkDisabled()
  })

  const find = Effect.fnUntraced(function* ({ instance, linkToken }: PresentedReset) {
    const token = yield* Effect.mapError(parseToken(linkToken), () => new InvalidToken())
    const link = yield* links.find(instance.id, PasswordResetToken.hash(tokens, token), yield* DateTime.now)
    return yield* Effect.mapError(link, () => new InvalidToken())
  })

  /**
   * Consumes the link, and returns its user with a verified address. The first verification may delete the password.
   */
  const consume = Effect.fnUntraced(function* ({ caller, instance, tokenHash }: CheckedReset) {
    const link = yield* links.consume(instance.id, tokenHash, yield* DateTime.now)
    if (Option.isNone(link)) return yield* new InvalidToken()
    const { email } = link.value
    const found = yield* users.findByEmailForUpdate(instance.id, email)
    const now = yield* DateTime.now
    const isActive = Option.exists(found, (user) => isUsable(user, now))
    if (!isActive) return yield* new InvalidToken()
    const verified = verification.verifyEmail({ instance, email, caller, createsUser: "never" })
    return (yield* Effect.catchTag(verified, "UserNotFound", () => new InvalidToken())).user
  })

  const replace = (checked: CheckedReset) =>
    Effect.gen(function* () {
      const { caller, instance, next } = checked
      const user = yield* consume(checked)
      const { credentialVersion, id: userId } = user
      yield* users.setPasswordHash({ instanceId: instance.id, userId, credentialVersion, next })
      const changed = new User({ ...user, passwordHash: Option.some(next), credentialVersion: credentialVersion + 1 })
      const change = Option.isSome(user.passwordHash) ? accountChanges.password_changed : accountChanges.password_set
      yield* notices.enqueue({ change, instance, user: changed, caller })
      yield* events.record({ type: "password.changed", user: changed, by: byUser, details: { sessions: "all" } })
      const since = RemoveAdditions.shortlyBefore(yield* DateTime.now)
      const left = yield* removeAdditions({ instance, user: changed, caller, since })
      return yield* issuer.issue({ instance, user: left, methods: ["password"], caller })
    }).pipe(
      transaction.run,
      // If the client disconnects now, the user would not know which password is set.
      Effect.uninterruptible,
      whileLocked
    )

  const resetFrom = Effect.fnUntraced(function* (place: HashingPlace, reset: PasswordReset) {
    const { caller, instance, password } = reset
    yield* checkAttempt(reset)
    yield* checkPolicy({ instance, password })
    const { email, tokenHash } = yield* find(reset)
    yield* checkPassword({ instance, email, password })
    const next = yield* hashAllowed(password, place.hash(password))
    return yield* replace({ caller, instance, tokenHash, next })
  })

  const open = Effect.fnUntraced(
    function* (presented: PresentedReset) {
      yield* checkAttempt(presented)
      return (yield* find(presented)).email
    },
    (attempt, presented) => record("password_reset", presented, () => "ConfirmationNeeded")(attempt),
    traced("ResetPassword.open")
  )

  const reset = (request: PasswordReset) =>
    enter(request, (place) => resetFrom(place, request)).pipe(
      record("password_reset", request, outcomeOf),
      traced("ResetPassword.reset")
    )

  return ResetPassword.of({ checkPolicy, open, reset })
})

/** The use case as a layer. */
export const layer = Layer.effect(ResetPassword, make)
