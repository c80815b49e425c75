/**
 * Limits and checks the proof that a signed-in user is the owner of the account: the current password, or a recent
 * authentication with more than a password (OWASP ASVS 5.0, 6.2.3 and 7.5.1), and in any case what `StepUp` requires.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { SignInFailures } from "../account/SignInFailures.ts"
import { type SignInUser, UserRepository } from "../account/UserRepository.ts"
import type { Caller } from "../core/Caller.ts"
import { InvalidCredentials } from "../core/Errors.ts"
import { ReauthenticationRequired, Unauthenticated } from "../session/SessionErrors.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import type { Instance } from "../instance/Instance.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import type { ActiveSession } from "../session/SessionRepository.ts"
import { perAccount, signInPerIp } from "../session/SignInLimits.ts"
import { isRecent, StepUp } from "../session/StepUp.ts"
import type { Password } from "./Password.ts"
import type { HashingPlace } from "./PasswordHasher.ts"

/**
 * Returns `true` if the user authenticated in the last ten minutes, with a link or at level 2. A password alone counts
 * for nothing: the current one comes with the request.
 */
export const isRecentProof = (
  { isRecentAtLevel2 }: Pick<typeof StepUp.Service, "isRecentAtLevel2">,
  session: ActiveSession,
  now: DateTime.Utc
): boolean => (session.method === "password" ? isRecentAtLevel2(session, now) : isRecent(session, now))

/** The session of the request. */
export interface Presented {
  readonly instance: Instance
  readonly caller: Caller
  readonly session: ActiveSession
}

/**
 * What the user gave. `mayOmitCurrentPassword`: whether a recent authentication is enough. `false` for requests from
 * pages of other origins, even allowed ones.
 */
export interface Proof {
  readonly instance: Instance
  readonly session: ActiveSession
  readonly currentPassword: Option.Option<Password>
  readonly mayOmitCurrentPassword: boolean
}

/** Makes the two steps. */
export const make = Effect.gen(function* () {
  const failures = yield* SignInFailures
  const limiter = yield* RateLimiter
  const stepUp = yield* StepUp
  const tokens = yield* TokenGenerator
  const users = yield* UserRepository

  /** Counts an attempt as a sign-in is counted. Returns the user, and what a success refunds. */
  const limit = Effect.fnUntraced(function* ({ caller, instance, session }: Presented) {
    yield* limiter.consume(instance, signInPerIp.keys(caller))
    const account = yield* users.findForSignIn({
      instanceId: instance.id,
      email: session.email,
      clientHash: Option.map(caller.clientToken, tokens.hash),
      now: yield* DateTime.now
    })
    // Another user may have got the address since the session was checked.
    const user = yield* Effect.mapError(
      Option.filter(account.user, ({ id }) => id === session.userId),
      () => new Unauthenticated()
    )
    const consumed = yield* limiter.consume(instance, perAccount(session.email, account.knownClient))
    return { user, refund: limiter.refund(consumed) }
  })

  /** Fails unless it is the user's password. A wrong one is a failed sign-in. */
  const verify = Effect.fnUntraced(function* (
    place: HashingPlace,
    { email, instanceId, passwordHash }: SignInUser,
    password: Password
  ) {
    if (Option.isNone(passwordHash)) return yield* new InvalidCredentials()
    if (yield* place.verify(password, passwordHash.value)) return
    yield* failures.record({ instanceId, email, now: yield* DateTime.now })
    return yield* new InvalidCredentials()
  })

  /** Fails unless the current password is right, or was omitted and may be. */
  const check = Effect.fnUntraced(function* (
    place: HashingPlace,
    user: SignInUser,
    { currentPassword, instance, mayOmitCurrentPassword, session }: Proof
  ) {
    const now = yield* DateTime.now
    const given = Option.filter(currentPassword, () => Option.isSome(user.passwordHash))
    const isConfirmed = Option.isSome(given) || (mayOmitCurrentPassword && isRecentProof(stepUp, session, now))
    if (!isConfirmed || (yield* stepUp.isNeeded(instance, user, session))) return yield* new ReauthenticationRequired()
    if (Option.isSome(given)) yield* verify(place, user, given.value)
  })

  return { limit, check, verify }
})
