/**
 * Sign-in with email and password. It does the same work for every address, with an account or without: the same
 * queries, the same budgets, one verification. There is nothing to tell them apart by.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { accountSpending } from "../rate-limit/LimitKey.ts"
import * as Attempt from "../audit/internal/Attempt.ts"
import type { Caller } from "../core/Caller.ts"
import type { Email } from "../core/Email.ts"
import { type HasherOverloaded, InvalidCredentials, type PersistenceError, type RateLimited } from "../core/Errors.ts"
import type { Instance } from "../instance/Instance.ts"
import { parse as parsePassword, type Password, type PasswordHash } from "./Password.ts"
import { HashingFor, PasswordHasher } from "./PasswordHasher.ts"
import { type Admission, RateLimiter, type Spending } from "../rate-limit/RateLimiter.ts"
import { Secrets } from "../core/TokenGenerator.ts"
import { type IssuedSession, SessionIssuer } from "../session/SessionIssuer.ts"
import { traced } from "../core/Tracing.ts"
import type { User } from "../account/User.ts"
import { UserRepository } from "../account/UserRepository.ts"

/** Who wants to sign in, and with which password. @since 0.1.0 */
export interface SignInRequest {
  readonly instance: Instance
  readonly email: Email
  readonly password: Password
  readonly caller: Caller
}

/** The use case of signing in with a password. @since 0.1.0 */
export class SignIn extends Context.Tag("@latchkey/domain/SignIn")<
  SignIn,
  {
    /**
     * Signs in, and makes the stored hash anew when it has older parameters. A success gives back what it took from
     * the budget of the account. A browser that has signed in to the account before has a budget of its own, so that
     * strangers who guess cannot lock the owner out.
     *
     * An address without an account, an account without a password, a disabled account and a wrong password are
     * `InvalidCredentials`, all four, and so is a password that was changed or dropped meanwhile. `RateLimited` comes before any hashing.
     */
    readonly withPassword: (
      request: SignInRequest
    ) => Effect.Effect<IssuedSession, RateLimited | InvalidCredentials | HasherOverloaded | PersistenceError>
  }
>() {}

/**
 * The use case over its ports, as an effect. Hashes one random password, to have something to verify where there is
 * no account: so it fails with `HasherOverloaded` when the hasher has no room.
 *
 * @since 0.1.0
 */
export const make: Effect.Effect<
  typeof SignIn.Service,
  HasherOverloaded,
  PasswordHasher | RateLimiter | Secrets | SessionIssuer | UserRepository
> = Effect.gen(function* () {
  const logged = yield* Attempt.makeLogged
  const hasher = yield* PasswordHasher
  const issuer = yield* SessionIssuer
  const limiter = yield* RateLimiter
  const secrets = yield* Secrets
  const users = yield* UserRepository

  // Verified where there is no hash to verify. Made here, so that it costs exactly what today's hashes cost, of a
  // password that nobody knows.
  const dummyHash = yield* secrets.make.pipe(
    Effect.flatMap((secret) => parsePassword(Redacted.value(secret))),
    Effect.orDie,
    Effect.flatMap(hasher.hash)
  )

  const rehash = (user: User, password: Password, current: PasswordHash) =>
    hasher.hash(password).pipe(
      Effect.flatMap((next) =>
        users.replacePasswordHash({ instanceId: user.instanceId, userId: user.id, current, next })
      ),
      Effect.catchAll((error) => Effect.logWarning("A password hash could not be renewed", error._tag))
    )

  // The session is made: that its attempt still counts is no reason to refuse it.
  const giveBack = (instance: Instance, admission: Admission, spending: Spending) =>
    Effect.catchAll(limiter.giveBack(instance, admission, spending), (error) =>
      Effect.logWarning("An attempt could not be given back", error._tag)
    )

  const withPassword = Effect.fnUntraced(
    function* ({ instance, email, password, caller }: SignInRequest) {
      const account = yield* users.findForSignIn({
        instanceId: instance.id,
        email,
        clientHash: Option.map(caller.client, secrets.hash),
        now: yield* DateTime.now
      })
      const spending = accountSpending(email, account.knownClient)
      const admission = yield* limiter.admit(instance, "sign_in", [
        { budget: "signInPerAddress", subject: caller.address },
        spending
      ])

      const stored = Option.flatMap(account.user, (user) => user.passwordHash)
      const mayEnter = Option.filter(account.user, ({ disabledAt }) => Option.isNone(disabledAt))
      const matches = yield* hasher.verify(
        password,
        Option.getOrElse(stored, () => dummyHash)
      )
      if (!matches || Option.isNone(mayEnter) || Option.isNone(stored)) return yield* new InvalidCredentials()

      const issued = yield* issuer
        .issue({ instance, user: mayEnter.value, method: "password", caller })
        .pipe(Effect.catchTag("CredentialsChanged", () => new InvalidCredentials()))
      yield* giveBack(instance, admission, spending)
      if (hasher.needsRehash(stored.value)) yield* rehash(mayEnter.value, password, stored.value)
      return issued
    },
    (attempt, request) =>
      attempt.pipe(
        Effect.provideService(HashingFor, request.caller.address),
        logged("sign_in", request),
        traced("SignIn.withPassword")
      )
  )

  return SignIn.of({ withPassword })
})

/** The use case over its ports. Fails as `make` does. @since 0.1.0 */
export const layer: Layer.Layer<
  SignIn,
  HasherOverloaded,
  PasswordHasher | RateLimiter | Secrets | SessionIssuer | UserRepository
> = Layer.effect(SignIn, make)
