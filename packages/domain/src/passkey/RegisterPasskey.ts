/** Adding a passkey to one's account. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { byUser } from "../audit/AuditLog.ts"
import type { User } from "../account/UserRepository.ts"
import * as Attempt from "../audit/Attempt.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { Caller } from "../core/Caller.ts"
import type { Email } from "../core/Email.ts"
import { InvalidCredentials, type PersistenceError } from "../core/Errors.ts"
import { EventRecorder } from "../event/EventRecorder.ts"
import { type PasskeyDisabled, type PasskeyExists, TooManyPasskeys } from "./PasskeyErrors.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { type ReauthenticationRequired, Unauthenticated } from "../session/SessionErrors.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import type { UserId } from "../core/Ids.ts"
import type { Token } from "../core/Token.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import type { Instance } from "../instance/Instance.ts"
import { AccountNotices } from "../mail/AccountNotices.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import type { ActiveSession } from "../session/SessionRepository.ts"
import * as ConfirmedOwner from "../session/ConfirmedOwner.ts"
import { type SessionRequest, Sessions } from "../session/Sessions.ts"
import { type RegistrationCredential, UserHandle } from "./Credential.ts"
import * as Authenticators from "./Authenticators.ts"
import * as Challenges from "./internal/Challenges.ts"
import * as Refusal from "./Refusal.ts"
import { signInPerIp } from "../session/SignInLimits.ts"
import { passkeyChallengePerIp } from "./PasskeyLimits.ts"
import { accountChanges, attempts, auditActions } from "./PasskeyRecords.ts"
import { Passkey, PasskeyId, PasskeyRepository, maxPasskeys } from "./PasskeyRepository.ts"
import type { RelyingParty } from "./RelyingParty.ts"
import { type RegisteredCredential, WebAuthn } from "./WebAuthn.ts"

/**
 * What a browser needs to create a passkey.
 *
 * - `email`: what the authenticator shows as the name of the account.
 * - `algorithms`: COSE algorithms, in the order of preference.
 * - `passkeys`: those that the user has. An authenticator that holds one of them creates no other one.
 */
export interface PasskeyCreation {
  readonly challenge: Token
  readonly relyingParty: RelyingParty
  readonly userHandle: UserHandle
  readonly email: Email
  readonly algorithms: ReadonlyArray<number>
  readonly passkeys: ReadonlyArray<Passkey>
}

/**
 * A credential that a browser has created. `name`: what the user calls it; by default the name of the authenticator.
 */
export interface PasskeyRegistration {
  readonly instance: Instance
  readonly caller: Caller
  readonly credential: RegistrationCredential
  readonly name: Option.Option<string>
}

/**
 * Why a user may not add a passkey. `ReauthenticationRequired`: they have not authenticated in the last ten minutes, or
 * with less than they have: a user with a passkey or a second factor needs a session of assurance level 2.
 */
export type RegistrationRefused =
  | RateLimited<"sign_in">
  | PasskeyDisabled
  | Unauthenticated
  | ReauthenticationRequired
  | TooManyPasskeys
  | PersistenceError

/** The use case of adding a passkey. Fails with `RateLimited` before any lookup. */
export class RegisterPasskey extends Context.Tag("@latchkey/domain/RegisterPasskey")<
  RegisterPasskey,
  {
    /**
     * Issues a challenge to the client of the signed-in user: it lasts five minutes, and can be answered once. It is
     * void once the user's credentials change.
     */
    readonly request: (request: SessionRequest) => Effect.Effect<PasskeyCreation, RegistrationRefused>

    /**
     * Adds the passkey, sends a notice, and records it in the audit log. It verifies nothing but itself: the email
     * address stays as it is, and so does the session. Fails with `InvalidCredentials` alike for everything that does
     * not verify: also a challenge that was issued for another user, client or ceremony. The challenge is consumed
     * whatever the outcome. Fails with `PasskeyExists` if the instance has the credential. All of it is one transaction
     * with the user locked: of concurrent calls none adds one too many, and none outlives the session.
     */
    readonly register: (
      registration: PasskeyRegistration
    ) => Effect.Effect<Passkey, RegistrationRefused | InvalidCredentials | PasskeyExists>
  }
>() {}

/** A credential that verified, and the session of its user. */
interface Verified {
  readonly registered: RegisteredCredential
  readonly rpId: string
  readonly session: ActiveSession
}

const entryOf = AuditWriter.entryOf(auditActions)

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const { consume, issueTo, relyingParty } = yield* Challenges.make
  const owners = yield* ConfirmedOwner.make
  const ids = yield* IdGenerator
  const limiter = yield* RateLimiter
  const events = yield* EventRecorder
  const notices = yield* AccountNotices
  const passkeys = yield* PasskeyRepository
  const record = yield* Attempt.makeRecorder(attempts)
  const { authenticate } = yield* Sessions
  const tokens = yield* TokenGenerator
  const transaction = yield* Transaction
  const webAuthn = yield* WebAuthn

  /** Returns the passkeys of a user who can have one more. */
  const listBelowMax = Effect.fnUntraced(function* ({ id, instanceId }: User) {
    const all = yield* passkeys.list(instanceId, id)
    return all.length < maxPasskeys ? all : yield* new TooManyPasskeys()
  })

  const handleOf = Effect.fnUntraced(function* (instance: Instance, userId: UserId) {
    const fresh = UserHandle.make(Redacted.value(yield* tokens.generate))
    return yield* Effect.mapError(yield* passkeys.assignHandle(instance.id, userId, fresh), () => new Unauthenticated())
  })

  const request: (typeof RegisterPasskey.Service)["request"] = Effect.fnUntraced(function* (asked) {
    const { caller, instance } = asked
    yield* limiter.consume(instance, passkeyChallengePerIp.keys(caller))
    const party = yield* relyingParty(instance)
    const owner = yield* owners.read(asked)
    const all = yield* listBelowMax(owner)
    const userHandle = yield* handleOf(instance, owner.id)
    const { challenge } = yield* issueTo(asked, owner)
    return {
      challenge,
      relyingParty: party,
      userHandle,
      email: owner.email,
      algorithms: webAuthn.algorithms,
      passkeys: all
    }
  }, traced("RegisterPasskey.request"))

  const verify = Effect.fnUntraced(function* (registration: PasskeyRegistration) {
    const { credential, instance } = registration
    const { id: rpId, origins } = yield* relyingParty(instance)
    const session = yield* authenticate(registration)
    const { challenge, issuedTo } = yield* consume({ ...registration, ceremony: "registration" })
    if (!Option.contains(issuedTo, session.userId)) return yield* Refusal.refuse("challenge_of_other")
    const registered = yield* Refusal.orRefuse(webAuthn.verifyRegistration(credential, { challenge, rpId, origins }))
    return { registered, rpId, session } satisfies Verified
  })

  const toPasskey = Effect.fnUntraced(function* (
    { registered, rpId, session: { userId } }: Verified,
    { credential, instance, name }: PasskeyRegistration
  ) {
    return new Passkey({
      ...registered,
      instanceId: instance.id,
      id: yield* ids.next(PasskeyId),
      userId,
      rpId,
      transports: credential.response.transports,
      name: Option.getOrElse(name, () => Authenticators.nameOf(registered.aaguid)),
      createdAt: yield* DateTime.now
    })
  })

  const store = (verified: Verified, registration: PasskeyRegistration) =>
    Effect.gen(function* () {
      const { caller, instance } = registration
      const owner = yield* owners.lock(registration, verified.session)
      yield* listBelowMax(owner)
      const passkey = yield* toPasskey(verified, registration)
      yield* passkeys.insert(passkey)
      yield* notices.enqueue({ change: accountChanges.passkey_added, instance, user: owner, caller })
      const details = { passkey: { id: passkey.id } }
      const audit = entryOf("passkey_added", passkey.id)
      yield* events.record({ type: "passkey.added", user: owner, by: byUser, details, audit })
      return passkey
    }).pipe(
      transaction.run,
      // If the client disconnects now, the user would not know whether the passkey was added.
      Effect.uninterruptible
    )

  const register: (typeof RegisterPasskey.Service)["register"] = Effect.fnUntraced(
    function* (registration) {
      yield* limiter.consume(registration.instance, signInPerIp.keys(registration.caller))
      return yield* store(yield* verify(registration), registration)
    },
    (attempt, registration) => record("passkey_add", registration)(attempt),
    traced("RegisterPasskey.register")
  )

  return RegisterPasskey.of({ request, register })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(RegisterPasskey, make)
