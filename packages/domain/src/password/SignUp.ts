/**
 * Sign-up with email and password.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Attempt from "../audit/internal/Attempt.ts"
import type { Caller } from "../core/Caller.ts"
import type { Email } from "../core/Email.ts"
import {
  type EmailTaken,
  type HasherOverloaded,
  PasswordRejected,
  PersistenceError,
  type RateLimited
} from "../core/Errors.ts"
import { Identifiers } from "../core/IdGenerator.ts"
import type { Instance } from "../instance/Instance.ts"
import type { Password } from "./Password.ts"
import { HashingFor, PasswordHasher } from "./PasswordHasher.ts"
import { violations } from "../instance/PasswordPolicy.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import { type IssuedSession, SessionIssuer } from "../session/SessionIssuer.ts"
import { Transaction } from "../core/Transaction.ts"
import { User } from "../account/User.ts"
import { UserRepository } from "../account/UserRepository.ts"

/** Who wants an account, and with which password. @since 0.1.0 */
export interface SignUpRequest {
  readonly instance: Instance
  readonly email: Email
  readonly password: Password
  readonly caller: Caller
}

/** The use case of making an account with a password. @since 0.1.0 */
export class SignUp extends Context.Tag("@latchkey/domain/SignUp")<
  SignUp,
  {
    /**
     * Makes an account, its address unproven, and signs it in. The policy is judged before the address is looked at,
     * so that a weak password says nothing about who has an account. User and session are one transaction; of several
     * that race for an address one gets it, and the others fail with `EmailTaken`. Nothing is mailed.
     */
    readonly withPassword: (
      request: SignUpRequest
    ) => Effect.Effect<IssuedSession, RateLimited | PasswordRejected | EmailTaken | HasherOverloaded | PersistenceError>
  }
>() {}

/** The use case over its ports, as an effect. @since 0.1.0 */
export const make: Effect.Effect<
  typeof SignUp.Service,
  never,
  Identifiers | PasswordHasher | RateLimiter | SessionIssuer | Transaction | UserRepository
> = Effect.gen(function* () {
  const logged = yield* Attempt.makeLogged
  const hasher = yield* PasswordHasher
  const identifiers = yield* Identifiers
  const issuer = yield* SessionIssuer
  const limiter = yield* RateLimiter
  const transaction = yield* Transaction
  const users = yield* UserRepository

  const withPassword = Effect.fn("SignUp.withPassword")(
    function* ({ instance, email, password, caller }: SignUpRequest) {
      yield* limiter.admit(instance, "sign_up", [{ budget: "signUpPerAddress", subject: caller.address }])

      const broken = violations(instance.passwordPolicy, password)
      if (broken.length > 0) return yield* new PasswordRejected({ violations: broken })

      const user = new User({
        instanceId: instance.id,
        id: yield* identifiers.user,
        email,
        passwordHash: Option.some(yield* hasher.hash(password)),
        emailVerifiedAt: Option.none(),
        credentialEpoch: 0,
        createdAt: yield* DateTime.now
      })

      return yield* users.insert(user).pipe(
        Effect.zipRight(issuer.issue({ instance, user, method: "password", caller })),
        transaction.run,
        Effect.uninterruptible,
        // Nobody else can have changed a user that only this transaction sees.
        Effect.catchTag("CredentialsChanged", (cause) => new PersistenceError({ cause }))
      )
    },
    (attempt, request) =>
      attempt.pipe(Effect.provideService(HashingFor, request.caller.address), logged("sign_up", request))
  )

  return SignUp.of({ withPassword })
})

/** The use case over its ports. @since 0.1.0 */
export const layer: Layer.Layer<
  SignUp,
  never,
  Identifiers | PasswordHasher | RateLimiter | SessionIssuer | Transaction | UserRepository
> = Layer.effect(SignUp, make)
