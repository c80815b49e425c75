/** Signing in to the dashboard with a passkey, which names the operator by itself. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { InvalidCredentials, PersistenceError } from "../core/Errors.ts"
import type { PasskeyDisabled } from "../passkey/PasskeyErrors.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import type { Token } from "../core/Token.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import type { AuthenticationCredential } from "../passkey/Credential.ts"
import * as CheckPasskey from "../passkey/CheckPasskey.ts"
import * as Refusal from "../passkey/Refusal.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import * as OpenSession from "./internal/OpenSession.ts"
import * as OperatorChallenges from "./internal/OperatorChallenges.ts"
import { OperatorAccounts } from "./OperatorAccounts.ts"
import { operatorChallengePerIp, operatorPasskeyPerIp } from "./OperatorLimits.ts"
import {
  type OperatorPasskey,
  OperatorPasskeyRepository,
  type OperatorPasskeyUse
} from "./OperatorPasskeyRepository.ts"
import type { OperatorPasskeyRequest } from "./OperatorPasskeyRequest.ts"
import type { OpenedSession } from "./OperatorSessions.ts"

/** What a browser needs to ask for a passkey. `clientToken`: the value of the dashboard's cookie of the client. */
export interface OperatorPasskeyOptions {
  readonly challenge: Token
  readonly rpId: string
  readonly clientToken: Token
}

/** A credential that a browser presents to sign in. */
export interface PresentedOperatorPasskey extends OperatorPasskeyRequest {
  readonly credential: AuthenticationCredential
}

/** The use case of signing operators in with a passkey. The audit log records every sign-in. */
export class OperatorPasskeySignIn extends Context.Tag("@latchkey/domain/OperatorPasskeySignIn")<
  OperatorPasskeySignIn,
  {
    /**
     * Returns `true` if operators can use passkeys on a dashboard at that origin: its host is no IP address, and an
     * adapter verifies them.
     */
    readonly isAvailable: (origin: string) => boolean

    /** Returns the RP ID of the dashboard at that origin. `None` if operators cannot use passkeys on it. */
    readonly rpIdOf: (origin: string) => Option.Option<string>

    /**
     * Issues a challenge to the client, which is a new one if the caller presents none. It lasts five minutes, and can
     * be answered once. Names no operator and no passkey. Fails with `RateLimited` before everything else.
     */
    readonly request: (
      request: OperatorPasskeyRequest
    ) => Effect.Effect<OperatorPasskeyOptions, RateLimited<"sign_in"> | PasskeyDisabled | PersistenceError>

    /**
     * Opens a session. Fails with `RateLimited` before any lookup. Fails with `InvalidCredentials` alike for an unknown
     * passkey, one that does not verify, a challenge that was answered, has expired or was issued to another client, a
     * page of another origin, and an operator who is disabled or deleted. The challenge is consumed whatever the
     * outcome. Recording the use and opening the session are one transaction: if the passkey is removed concurrently,
     * there is no session.
     */
    readonly signIn: (
      presented: PresentedOperatorPasskey
    ) => Effect.Effect<OpenedSession, RateLimited<"sign_in"> | PasskeyDisabled | InvalidCredentials | PersistenceError>
  }
>() {}

/** A passkey that verified. */
interface Verified {
  readonly passkey: OperatorPasskey
  readonly use: OperatorPasskeyUse
}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const { consume, issue, relyingParty, usableParty } = yield* OperatorChallenges.make
  const accounts = yield* OperatorAccounts
  const check = yield* CheckPasskey.make
  const limiter = yield* RateLimiter
  const openSession = yield* OpenSession.make
  const passkeys = yield* OperatorPasskeyRepository
  const transaction = yield* Transaction

  const request: (typeof OperatorPasskeySignIn.Service)["request"] = Effect.fnUntraced(function* (asked) {
    yield* limiter.consume(asked.instance, operatorChallengePerIp.keys(asked.caller))
    const { id: rpId } = yield* relyingParty(asked.origin)
    return { rpId, ...(yield* issue(asked, "authentication", Option.none())) }
  }, traced("OperatorPasskeySignIn.request"))

  const verify = Effect.fnUntraced(function* (presented: PresentedOperatorPasskey) {
    const { credential, origin } = presented
    const { id: rpId, origins } = yield* relyingParty(origin)
    const { challenge } = yield* consume({ ...presented, ceremony: "authentication" })
    return yield* check(credential, yield* passkeys.find(credential.id), { challenge, rpId, origins })
  })

  const complete = ({ passkey, use }: Verified, { caller }: PresentedOperatorPasskey) =>
    Effect.gen(function* () {
      // Locks the operator before the passkey, as removing one does.
      const signedIn = yield* accounts.recordSignIn(passkey.operatorId, use.at)
      const operator = yield* Effect.catchTag(signedIn, "NoSuchElementException", () => Refusal.refuse("user", use.id))
      const isStored = yield* passkeys.recordUse(use)
      if (!isStored) return yield* Refusal.refuse("concurrent_change", use.id)
      const token = yield* openSession({ caller, method: "passkey", operator: Option.some(operator) })
      return { token, operator: Option.some(operator) }
    }).pipe(
      transaction.run,
      // If the client disconnects now, the log must not have a sign-in whose session is not stored.
      Effect.uninterruptible
    )

  const signIn: (typeof OperatorPasskeySignIn.Service)["signIn"] = Effect.fnUntraced(function* (presented) {
    const { caller, instance } = presented
    const consumed = yield* limiter.consume(instance, operatorPasskeyPerIp.keys(caller))
    const opened = yield* Effect.flatMap(verify(presented), (verified) => complete(verified, presented)).pipe(
      Effect.tapErrorTag("InvalidCredentials", () =>
        Effect.annotateLogs(Effect.logWarning("A passkey was rejected at the dashboard"), {
          ipAddress: caller.ipAddress
        })
      )
    )
    yield* limiter.refund(consumed)
    return opened
  }, traced("OperatorPasskeySignIn.signIn"))

  const rpIdOf = (origin: string) => Option.map(usableParty(origin), ({ id }) => id)
  const isAvailable = (origin: string) => Option.isSome(rpIdOf(origin))

  return OperatorPasskeySignIn.of({ isAvailable, request, rpIdOf, signIn })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(OperatorPasskeySignIn, make)
