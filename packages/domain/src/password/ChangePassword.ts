/**
 * Changing one's password, and setting one after signing in by link, which is also how a forgotten password is reset.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { Caller } from "../core/Caller.ts"
import {
  type HasherOverloaded,
  InvalidCredentials,
  PasswordRejected,
  type PersistenceError,
  type RateLimited,
  ReauthenticationRequired,
  Unauthenticated
} from "../core/Errors.ts"
import type { Instance } from "../instance/Instance.ts"
import { accountSpending } from "../rate-limit/LimitKey.ts"
import * as Attempt from "../audit/internal/Attempt.ts"
import type { Password, PasswordHash } from "./Password.ts"
import { HashingFor, PasswordHasher } from "./PasswordHasher.ts"
import { violations } from "../instance/PasswordPolicy.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import { Secrets } from "../core/TokenGenerator.ts"
import type { LiveSession } from "../session/Session.ts"
import { type IssuedSession, SessionIssuer } from "../session/SessionIssuer.ts"
import { SessionRepository } from "../session/SessionRepository.ts"
import { Sessions } from "../session/Sessions.ts"
import { Transaction } from "../core/Transaction.ts"
import { User } from "../account/User.ts"
import { UserRepository } from "../account/UserRepository.ts"

/** Who wants which password. `currentPassword`: none if it was not given. @since 0.1.0 */
export interface PasswordChange {
  readonly instance: Instance
  readonly caller: Caller
  readonly password: Password
  readonly currentPassword: Option.Option<Password>
}

/**
 * What the signed-in user has: a password or none, and whether the current one has to be given to set another.
 *
 * @since 0.1.0
 */
export interface PasswordFacts {
  readonly hasPassword: boolean
  readonly needsCurrentPassword: boolean
}

/** Ten minutes: so long after signing in by a link no current password is asked for. @since 0.1.0 */
export const linkProofLifetime = Duration.minutes(10)

/** The use case of setting a password. @since 0.1.0 */
export class Passwords extends Context.Tag("@latchkey/domain/Passwords")<
  Passwords,
  {
    /**
     * What whoever holds this live session has, for a page that lets them change it. Fails with `Unauthenticated` when
     * the user is gone.
     */
    readonly describe: (holder: {
      readonly instance: Instance
      readonly session: LiveSession
    }) => Effect.Effect<PasswordFacts, Unauthenticated | PersistenceError>

    /**
     * Sets the password of the signed-in user. The current one has to be right when it is given, and it has to be given
     * unless the session comes from a link of the last ten minutes (OWASP ASVS 5.0, 6.2.3): otherwise
     * `ReauthenticationRequired`. Every session of the user ends, and sign-ins under way with what was before fail. The
     * browser gets a new session under new secrets (7.2.4): a stolen copy of its cookies is worth nothing any more.
     * Limited like a sign-in; a success gives back what it took from the budget of the account.
     */
    readonly set: (
      change: PasswordChange
    ) => Effect.Effect<
      IssuedSession,
      | Unauthenticated
      | RateLimited
      | PasswordRejected
      | ReauthenticationRequired
      | InvalidCredentials
      | HasherOverloaded
      | PersistenceError
    >
  }
>() {}

/** A change that may be made. */
interface CheckedChange extends Pick<PasswordChange, "instance" | "caller"> {
  readonly user: User
  readonly next: PasswordHash
}

const isFreshLink = ({ authenticatedAt, method }: LiveSession, now: DateTime.Utc): boolean =>
  method === "magic_link" && DateTime.lessThan(now, DateTime.addDuration(authenticatedAt, linkProofLifetime))

/** The use case over its ports, as an effect. @since 0.1.0 */
export const make: Effect.Effect<
  typeof Passwords.Service,
  never,
  PasswordHasher | RateLimiter | Secrets | SessionIssuer | SessionRepository | Sessions | Transaction | UserRepository
> = Effect.gen(function* () {
  const logged = yield* Attempt.makeLogged
  const hasher = yield* PasswordHasher
  const issuer = yield* SessionIssuer
  const limiter = yield* RateLimiter
  const repository = yield* SessionRepository
  const secrets = yield* Secrets
  const { authenticate } = yield* Sessions
  const transaction = yield* Transaction
  const users = yield* UserRepository

  const describe: (typeof Passwords.Service)["describe"] = Effect.fn("Passwords.describe")(function* ({
    instance,
    session
  }) {
    const found = yield* users.findById(instance.id, session.userId)
    const user = yield* Effect.mapError(found, () => new Unauthenticated())
    const needsCurrentPassword = !isFreshLink(session, yield* DateTime.now)
    return { hasPassword: Option.isSome(user.passwordHash), needsCurrentPassword }
  })

  const change = Effect.fnUntraced(
    function* ({ instance, caller, user, next }: CheckedChange) {
      const { credentialEpoch, id: userId } = user
      const isSet = yield* users.setPasswordHash({ instanceId: instance.id, userId, credentialEpoch, next })
      if (!isSet) return yield* new InvalidCredentials()
      yield* repository.endAll(instance.id, userId)
      const changed = new User({ ...user, passwordHash: Option.some(next), credentialEpoch: credentialEpoch + 1 })
      return yield* issuer.issue({ instance, user: changed, method: "password", caller })
    },
    transaction.run,
    // A browser that hangs up now must not leave it unknown which password holds.
    Effect.uninterruptible,
    Effect.catchTag("CredentialsChanged", () => new InvalidCredentials())
  )

  const set = Effect.fn("Passwords.set")(
    function* ({ instance, caller, password, currentPassword }: PasswordChange) {
      const session = yield* authenticate({ instance, caller })
      const now = yield* DateTime.now
      const account = yield* users.findForSignIn({
        instanceId: instance.id,
        email: session.email,
        clientHash: Option.map(caller.client, secrets.hash),
        now
      })
      const user = yield* Effect.mapError(account.user, () => new Unauthenticated())
      const spending = accountSpending(session.email, account.knownClient)
      const admission = yield* limiter.admit(instance, "sign_in", [
        { budget: "signInPerAddress", subject: caller.address },
        spending
      ])

      const broken = violations(instance.passwordPolicy, password)
      if (broken.length > 0) return yield* new PasswordRejected({ violations: broken })

      const given = Option.all({ current: currentPassword, stored: user.passwordHash })
      if (Option.isNone(given) && !isFreshLink(session, now)) return yield* new ReauthenticationRequired()
      const isRight = Option.isNone(given) || (yield* hasher.verify(given.value.current, given.value.stored))
      if (!isRight) return yield* new InvalidCredentials()

      const next = yield* hasher.hash(password)
      const issued = yield* change({ instance, caller, user, next })
      // The password is set: that its attempt still counts is no reason to fail.
      yield* Effect.catchAll(limiter.giveBack(instance, admission, spending), (error) =>
        Effect.logWarning("An attempt could not be given back", error._tag)
      )
      return issued
    },
    (attempt, change) =>
      attempt.pipe(Effect.provideService(HashingFor, change.caller.address), logged("password_set", change))
  )

  return Passwords.of({ describe, set })
})

/** The use case over its ports. @since 0.1.0 */
export const layer: Layer.Layer<
  Passwords,
  never,
  PasswordHasher | RateLimiter | Secrets | SessionIssuer | SessionRepository | Sessions | Transaction | UserRepository
> = Layer.effect(Passwords, make)
