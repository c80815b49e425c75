/**
 * Limits and checks the proof that a signed-in user is the owner of the account: the current password, or a recent
 * sign-in with a link (OWASP ASVS 5.0, 6.2.3 and 7.5.1).
 */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { SignInFailures } from "../../account/SignInFailures.ts"
import { type User, UserRepository } from "../../account/UserRepository.ts"
import type { Caller } from "../../core/Caller.ts"
import { InvalidCredentials, ReauthenticationRequired, Unauthenticated } from "../../core/Errors.ts"
import { TokenGenerator } from "../../core/TokenGenerator.ts"
import type { Instance } from "../../instance/Instance.ts"
import * as LimitKey from "../../rate-limit/LimitKey.ts"
import { RateLimiter } from "../../rate-limit/RateLimiter.ts"
import type { ActiveSession } from "../../session/SessionRepository.ts"
import type { Password } from "../Password.ts"
import type { HashingPlace } from "../PasswordHasher.ts"

/** Ten minutes: how long after signing in with a link no current password is required. */
export const recentLinkLifetime = Duration.minutes(10)

/** Returns `true` if the user signed in with a link in the last ten minutes. */
export const isRecentLink = ({ authenticatedAt, method }: ActiveSession, now: DateTime.Utc): boolean =>
  method === "magic_link" && DateTime.lessThan(now, DateTime.addDuration(authenticatedAt, recentLinkLifetime))

/** The session of the request. */
export interface Presented {
  readonly instance: Instance
  readonly caller: Caller
  readonly session: ActiveSession
}

/**
 * What the user gave. `mayOmitCurrentPassword`: whether a recent sign-in with a link is enough. `false` for requests
 * from pages of other origins, even allowed ones.
 */
export interface Proof {
  readonly session: ActiveSession
  readonly currentPassword: Option.Option<Password>
  readonly mayOmitCurrentPassword: boolean
}

/** Makes the two steps. */
export const make = Effect.gen(function* () {
  const failures = yield* SignInFailures
  const limiter = yield* RateLimiter
  const tokens = yield* TokenGenerator
  const users = yield* UserRepository

  /** Counts an attempt as a sign-in is counted. Returns the user, and what a success refunds. */
  const limit = Effect.fnUntraced(function* ({ caller, instance, session }: Presented) {
    yield* limiter.consume(instance, LimitKey.perIp("signInPerIp", caller))
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
    const consumed = yield* limiter.consume(instance, LimitKey.perAccount(session.email, account.knownClient))
    return { user, refund: limiter.refund(consumed) }
  })

  /** Fails unless the current password is right, or was omitted and may be. A wrong one is a failed sign-in. */
  const check = Effect.fnUntraced(function* (
    place: HashingPlace,
    { email, instanceId, passwordHash }: User,
    { currentPassword, mayOmitCurrentPassword, session }: Proof
  ) {
    const now = yield* DateTime.now
    const given = Option.all({ current: currentPassword, stored: passwordHash })
    const isConfirmed = Option.isSome(given) || (mayOmitCurrentPassword && isRecentLink(session, now))
    if (!isConfirmed) return yield* new ReauthenticationRequired()
    const isRight = Option.isNone(given) || (yield* place.verify(given.value.current, given.value.stored))
    if (isRight) return
    yield* failures.record({ instanceId, email, now })
    return yield* new InvalidCredentials()
  })

  return { limit, check }
})
