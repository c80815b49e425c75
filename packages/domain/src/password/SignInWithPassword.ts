/**
 * Sign-in with an email address and a password. It does the same work for every address, with or without an account:
 * the same queries, the same limits, one verification, of schemes in the same proportions. An attacker cannot tell them
 * apart.
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { maxFailures, SignInFailures } from "../account/SignInFailures.ts"
import {
  isUsable,
  type PasswordHash,
  type SignInAccount,
  type SignInUser,
  UserRepository
} from "../account/UserRepository.ts"
import * as Attempt from "../audit/Attempt.ts"
import { type Caller, widestNetwork } from "../core/Caller.ts"
import type { Email } from "../core/Email.ts"
import { InvalidCredentials, PasswordDisabled, type PersistenceError } from "../core/Errors.ts"
import type { HasherOverloaded } from "./PasswordErrors.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import * as FailureReason from "../core/FailureReason.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import type { Instance } from "../instance/Instance.ts"
import { Mailer } from "../mail/Mailer.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import { outcomeOf, SessionIssuer, type SignInResult } from "../session/SessionIssuer.ts"
import { perAccount, signInPerIp } from "../session/SignInLimits.ts"
import * as Decoys from "./internal/Decoys.ts"
import * as HashingQueue from "./HashingQueue.ts"
import { type Password, parse as parsePassword } from "./Password.ts"
import { type HashingOptions, type HashingPlace, PasswordHasher } from "./PasswordHasher.ts"
import { attempts } from "./PasswordRecords.ts"

/** A request to sign in. */
export interface SignInRequest {
  readonly instance: Instance
  readonly caller: Caller
  readonly email: Email
  readonly password: Password
}

/** The use case of signing in with a password. */
export class SignInWithPassword extends Context.Tag("@latchkey/domain/SignInWithPassword")<
  SignInWithPassword,
  {
    /**
     * Fails with `HasherOverloaded` as `signIn` would. Call it before the password is read: in an overload, a refusal
     * then costs next to nothing.
     */
    readonly checkOverload: HashingQueue.CheckOverload

    /**
     * Signs in, and replaces a hash with legacy parameters or of another system. A success refunds what it consumed of
     * the account's limit. A known client has its own limit, so that an attacker who guesses cannot lock the owner out.
     *
     * Fails with `InvalidCredentials` alike for an address without an account, an account without a password, a
     * disabled account, a wrong password, a password that is changed or deleted concurrently, and, whatever the
     * password, for an unknown client after `maxFailures` failures in a row. Without an email provider the owner would
     * have no other way to sign in on a new device: then failures are counted, and refuse no client. Fails with
     * `PasswordDisabled` before any lookup if the instance has passwords turned off, with `RateLimited` before any
     * hashing, and with `HasherOverloaded` before any query: without a place in the hashing queue, an attempt costs
     * nothing and consumes no limit.
     */
    readonly signIn: (
      request: SignInRequest
    ) => Effect.Effect<
      SignInResult,
      RateLimited<"sign_in"> | PasswordDisabled | InvalidCredentials | HasherOverloaded | PersistenceError
    >
  }
>() {}

/**
 * Makes the use case. Hashes one random password, to verify against where there is no account: fails with
 * `HasherOverloaded` if the hasher's queue is full. In the scope, it reads which schemes the accounts' hashes have.
 */
export const make = Effect.gen(function* () {
  const checkOverload = yield* HashingQueue.makeCheck("sign_in")
  const enter = yield* HashingQueue.makeEnter(signInPerIp)
  const record = yield* Attempt.makeRecorder(attempts)
  const hasher = yield* PasswordHasher
  const issuer = yield* SessionIssuer
  const failures = yield* SignInFailures
  const limiter = yield* RateLimiter
  const mailer = yield* Mailer
  const tokens = yield* TokenGenerator
  const users = yield* UserRepository

  // Made here, so that it costs exactly what current hashes cost, of a password that is thrown away.
  const dummyHash = yield* tokens.generate.pipe(
    Effect.flatMap((token) => parsePassword(Redacted.value(token))),
    Effect.orDie,
    Effect.flatMap((password) => hasher.hash(password, { fairnessKey: "startup" }))
  )

  const decoyFor = yield* Decoys.make(dummyHash)

  const rehash = (user: SignInUser, password: Password, current: PasswordHash, options: HashingOptions) =>
    hasher.hash(password, options).pipe(
      Effect.flatMap((next) =>
        users.replacePasswordHash({ instanceId: user.instanceId, userId: user.id, current, next })
      ),
      Effect.catchAll((error) =>
        Effect.logWarning("A password hash could not be replaced", FailureReason.ofError(error))
      )
    )

  const isRefused = ({ failedSignIns, knownClient }: SignInAccount) =>
    mailer.isConfigured && failedSignIns >= maxFailures && Option.isNone(knownClient)

  const resetFailures = ({ email, instance }: SignInRequest, { failedSignIns }: SignInAccount) =>
    failedSignIns === 0
      ? Effect.void
      : Effect.catchAll(failures.reset(instance.id, email), (error) =>
          Effect.logWarning("Failed sign-ins could not be reset", FailureReason.ofError(error))
        )

  const signInFrom = Effect.fnUntraced(function* (place: HashingPlace, request: SignInRequest) {
    const { instance, caller, email, password } = request
    // Deferred: a failure, a session or a pending sign-in is written before a reply tells whether the password is
    // right.
    yield* limiter.consume(instance, signInPerIp.keys(caller), "deferred")
    if (!instance.authConfig.password) return yield* new PasswordDisabled()
    const now = yield* DateTime.now
    const clientHash = Option.map(caller.clientToken, tokens.hash)
    const decoy = yield* decoyFor(instance.id, email)
    const account = yield* users.findForSignIn({ instanceId: instance.id, email, clientHash, now })
    const consumed = yield* limiter.consume(instance, perAccount(email, account.knownClient), "deferred")

    const storedHash = Option.flatMap(account.user, ({ passwordHash }) => passwordHash)
    const isRight = yield* place.verify(
      password,
      Option.getOrElse(storedHash, () => decoy)
    )
    const user = Option.filter(account.user, (found) => isUsable(found, now))
    if (!isRight || Option.isNone(user) || Option.isNone(storedHash) || isRefused(account)) {
      yield* failures.record({ instanceId: instance.id, email, now })
      return yield* new InvalidCredentials()
    }

    const issued = yield* issuer
      .issue({ instance, user: user.value, methods: ["password"], caller })
      .pipe(Effect.catchTag("CredentialsChanged", () => new InvalidCredentials()))
    yield* limiter.refund(consumed)
    yield* resetFailures(request, account)
    if (hasher.needsRehash(storedHash.value)) {
      yield* rehash(user.value, password, storedHash.value, { fairnessKey: widestNetwork(caller) })
    }
    return issued
  })

  const signIn = (request: SignInRequest) =>
    enter(request, (place) => signInFrom(place, request)).pipe(
      record("sign_in", request, outcomeOf),
      traced("SignInWithPassword.signIn")
    )

  return SignInWithPassword.of({ checkOverload, signIn })
})

/** The use case as a layer. Fails as `make` does. */
export const layer = Layer.scoped(SignInWithPassword, make)
