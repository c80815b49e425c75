/** Sign-in with a passkey, which names the user by itself: no email address is asked for. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isUsable, UserRepository } from "../account/UserRepository.ts"
import * as Attempt from "../audit/Attempt.ts"
import type { Caller } from "../core/Caller.ts"
import type { InvalidCredentials, PersistenceError } from "../core/Errors.ts"
import type { PasskeyDisabled } from "./PasskeyErrors.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import type { Token } from "../core/Token.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import type { Instance } from "../instance/Instance.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import { outcomeOf, SessionIssuer, type SignInResult } from "../session/SessionIssuer.ts"
import type { AuthenticationCredential } from "./Credential.ts"
import * as Challenges from "./internal/Challenges.ts"
import * as Refusal from "./Refusal.ts"
import * as UsableParty from "./internal/UsableParty.ts"
import * as VerifyPasskey from "./VerifyPasskey.ts"
import { signInPerIp } from "../session/SignInLimits.ts"
import { passkeyChallengePerIp } from "./PasskeyLimits.ts"
import { attempts } from "./PasskeyRecords.ts"

/**
 * What a browser needs to ask for a passkey. `clientToken`: the value of the cookie of the client, which alone can
 * answer the challenge.
 */
export interface PasskeyRequest {
  readonly challenge: Token
  readonly rpId: string
  readonly clientToken: Token
}

/** The use case of signing in with a passkey. */
export class SignInWithPasskey extends Context.Tag("@latchkey/domain/SignInWithPasskey")<
  SignInWithPasskey,
  {
    /**
     * Returns `true` if users of the instance can add passkeys and sign in with them: the instance has them turned on,
     * its host is no IP address and within the RP ID, and an adapter verifies them.
     */
    readonly isAvailable: (instance: Instance) => boolean

    /** Returns the RP ID of the instance. `None` if its users cannot use passkeys. */
    readonly rpIdOf: (instance: Instance) => Option.Option<string>

    /**
     * Issues a challenge to the client, which is a new one if the caller presents none. It lasts five minutes, and can
     * be answered once: to sign in, or to authenticate again. Names no user and no passkey. Fails with
     * `PasskeyDisabled` unless passkeys are available.
     */
    readonly request: (request: {
      readonly instance: Instance
      readonly caller: Caller
    }) => Effect.Effect<PasskeyRequest, RateLimited<"sign_in"> | PasskeyDisabled | PersistenceError>

    /**
     * Signs in, at assurance level 2: a passkey always verifies its user. Fails with `RateLimited` before any lookup.
     * Fails with `InvalidCredentials` alike for an unknown passkey, one that does not verify, a challenge that was
     * answered, has expired or was issued to another client, a page of an origin that is not allowed, and a disabled
     * account; `of` tells the first and the challenge apart from the rest. The challenge is consumed whatever the
     * outcome. Recording the use and issuing the session are one transaction: if the passkey is removed concurrently,
     * or its account is taken over, there is no session. It cancels a recovery.
     */
    readonly signIn: (request: {
      readonly instance: Instance
      readonly caller: Caller
      readonly credential: AuthenticationCredential
    }) => Effect.Effect<SignInResult, RateLimited<"sign_in"> | PasskeyDisabled | InvalidCredentials | PersistenceError>
  }
>() {}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const { issue, relyingParty } = yield* Challenges.make
  const usableParty = yield* UsableParty.make
  const verify = yield* VerifyPasskey.make
  const issuer = yield* SessionIssuer
  const limiter = yield* RateLimiter
  const record = yield* Attempt.makeRecorder(attempts)
  const transaction = yield* Transaction
  const users = yield* UserRepository

  const request: (typeof SignInWithPasskey.Service)["request"] = Effect.fnUntraced(function* (asked) {
    yield* limiter.consume(asked.instance, passkeyChallengePerIp.keys(asked.caller))
    const { id: rpId } = yield* relyingParty(asked.instance)
    return { rpId, ...(yield* issue(asked)) }
  }, traced("SignInWithPasskey.request"))

  const complete = (
    { passkey, recordUse, usedAt }: VerifyPasskey.VerifiedPasskey,
    { caller, instance }: Challenges.Request
  ) =>
    Effect.gen(function* () {
      const found = yield* users.findById(instance.id, passkey.userId)
      const usable = Option.filter(found, (user) => isUsable(user, usedAt))
      const user = yield* Effect.catchTag(usable, "NoSuchElementException", () => Refusal.refuse("user", passkey.id))
      // Locks the user before the passkey, as removing one does. Without the passkey, the session is rolled back.
      const issued = yield* issuer.issue({ instance, user, methods: ["passkey"], caller })
      yield* recordUse
      return issued
    }).pipe(
      transaction.run,
      Effect.catchTag("CredentialsChanged", () => Refusal.refuse("concurrent_change", passkey.id))
    )

  const signIn: (typeof SignInWithPasskey.Service)["signIn"] = Effect.fnUntraced(
    function* (presented) {
      yield* limiter.consume(presented.instance, signInPerIp.keys(presented.caller))
      return yield* complete(yield* verify(presented), presented)
    },
    (attempt, presented) => record("passkey_sign_in", presented, outcomeOf)(attempt),
    traced("SignInWithPasskey.signIn")
  )

  const rpIdOf = (instance: Instance) => Option.map(usableParty(instance), ({ id }) => id)
  const isAvailable = (instance: Instance) => Option.isSome(rpIdOf(instance))

  return SignInWithPasskey.of({ isAvailable, request, rpIdOf, signIn })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(SignInWithPasskey, make)
