/** An operator's own passkeys: adding, listing, naming and removing them. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as AuditWriter from "../audit/AuditWriter.ts"
import { InvalidCredentials, type PersistenceError } from "../core/Errors.ts"
import type { OperatorNotFound } from "./OperatorErrors.ts"
import { type PasskeyDisabled, type PasskeyExists, PasskeyNotFound, TooManyPasskeys } from "../passkey/PasskeyErrors.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { ReauthenticationRequired, Unauthenticated } from "../session/SessionErrors.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import { PasskeyId, maxPasskeys } from "../passkey/PasskeyRepository.ts"
import type { Token } from "../core/Token.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { type RegistrationCredential, UserHandle } from "../passkey/Credential.ts"
import * as Authenticators from "../passkey/Authenticators.ts"
import type { RelyingParty } from "../passkey/RelyingParty.ts"
import { type RegisteredCredential, WebAuthn } from "../passkey/WebAuthn.ts"
import * as Refusal from "../passkey/Refusal.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import { actingIn } from "./internal/actingIn.ts"
import * as OperatorChallenges from "./internal/OperatorChallenges.ts"
import * as PasskeyOwner from "./internal/PasskeyOwner.ts"
import type { Operator } from "./Operator.ts"
import { operatorChallengePerIp, operatorPasskeyPerIp } from "./OperatorLimits.ts"
import { OperatorPasskey, OperatorPasskeyRepository } from "./OperatorPasskeyRepository.ts"
import type { OperatorPasskeyRequest } from "./OperatorPasskeyRequest.ts"
import { auditActions } from "./OperatorRecords.ts"
import type { OperatorSessionSummary } from "./OperatorRepository.ts"

/**
 * The passkeys of an operator, and what a browser needs to tell the authenticators which of them still work.
 *
 * - `rpId`: none if operators can use no passkeys on this dashboard.
 * - `userHandle`: none if the operator has never added one.
 * - `isConfirmed`: whether the session allows to add and to remove passkeys.
 */
export interface OperatorPasskeyList {
  readonly operator: Operator
  readonly rpId: Option.Option<string>
  readonly userHandle: Option.Option<UserHandle>
  readonly passkeys: ReadonlyArray<OperatorPasskey>
  readonly isConfirmed: boolean
}

/** Returns `true` if one of the passkeys signs in to this dashboard: not all are of a former host. */
export const hasUsable = ({ passkeys, rpId }: Pick<OperatorPasskeyList, "passkeys" | "rpId">): boolean =>
  passkeys.some((passkey) => Option.contains(rpId, passkey.rpId))

/**
 * What a browser needs to create a passkey.
 *
 * - `algorithms`: COSE algorithms, in the order of preference.
 * - `passkeys`: those that the operator has. An authenticator that holds one of them creates no other one.
 * - `clientToken`: the value of the dashboard's cookie of the client.
 */
export interface OperatorPasskeyCreation {
  readonly challenge: Token
  readonly relyingParty: RelyingParty
  readonly userHandle: UserHandle
  readonly operator: Operator
  readonly algorithms: ReadonlyArray<number>
  readonly passkeys: ReadonlyArray<OperatorPasskey>
  readonly clientToken: Token
}

/** A credential that a browser has created. */
export interface OperatorPasskeyRegistration extends OperatorPasskeyRequest {
  readonly credential: RegistrationCredential
}

/**
 * Why a session may not change the passkeys.
 *
 * - `OperatorNotFound`: it has no name. Passkeys belong to operators.
 * - `ReauthenticationRequired`: it began more than ten minutes ago, or without a passkey, although the operator has
 *   one.
 */
export type PasskeyChangeRefused = Unauthenticated | OperatorNotFound | ReauthenticationRequired | PersistenceError

/** The use case of managing one's own passkeys. The audit log records what is added and removed. */
export class OperatorPasskeys extends Context.Tag("@latchkey/domain/OperatorPasskeys")<
  OperatorPasskeys,
  {
    /** Returns the passkeys of the signed-in operator, oldest first. */
    readonly list: (
      request: OperatorPasskeyRequest
    ) => Effect.Effect<OperatorPasskeyList, Unauthenticated | OperatorNotFound | PersistenceError>

    /**
     * Returns `true` if the session began less than ten minutes ago, with a passkey if its operator has one that signs
     * in to the dashboard at `origin`. The session may have no name.
     */
    readonly isConfirmed: (session: OperatorSessionSummary, origin: string) => Effect.Effect<boolean, PersistenceError>

    /** Issues a challenge to the client of the signed-in operator: it lasts five minutes, and can be answered once. */
    readonly request: (
      request: OperatorPasskeyRequest
    ) => Effect.Effect<
      OperatorPasskeyCreation,
      RateLimited<"sign_in"> | PasskeyDisabled | TooManyPasskeys | PasskeyChangeRefused
    >

    /**
     * Adds the passkey under the name of its authenticator. Fails with `InvalidCredentials` alike for everything that
     * does not verify: also a challenge that was issued for another operator, client or ceremony. The challenge is
     * consumed whatever the outcome. Fails with `PasskeyExists` if the credential is stored. All of it is one
     * transaction with the operators locked: of concurrent calls none adds one too many, and none outlives the session.
     */
    readonly register: (
      registration: OperatorPasskeyRegistration
    ) => Effect.Effect<
      OperatorPasskey,
      | RateLimited<"sign_in">
      | PasskeyDisabled
      | TooManyPasskeys
      | InvalidCredentials
      | PasskeyExists
      | PasskeyChangeRefused
    >

    /** Gives a passkey of the signed-in operator another name. */
    readonly rename: (
      request: OperatorPasskeyRequest,
      change: { readonly id: PasskeyId; readonly name: string }
    ) => Effect.Effect<void, Unauthenticated | OperatorNotFound | PasskeyNotFound | PersistenceError>

    /**
     * Removes a passkey of the signed-in operator, which may be the last one: an invitation leads back. Sessions stay.
     */
    readonly remove: (
      request: OperatorPasskeyRequest,
      id: PasskeyId
    ) => Effect.Effect<void, PasskeyNotFound | PasskeyChangeRefused>
  }
>() {}

/** A credential that verified. */
interface Verified {
  readonly registered: RegisteredCredential
  readonly rpId: string
}

const describe = ({ id, name }: Pick<OperatorPasskey, "id" | "name">): string => `${id} name=${JSON.stringify(name)}`

/** Fails if the operator can have no other passkey. */
const checkBelowMax = ({ length }: ReadonlyArray<OperatorPasskey>) =>
  length < maxPasskeys ? Effect.void : new TooManyPasskeys()

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const { consume, issue, relyingParty, usableParty } = yield* OperatorChallenges.make
  const audit = yield* AuditWriter.make(auditActions)
  const ids = yield* IdGenerator
  const limiter = yield* RateLimiter
  const owners = yield* PasskeyOwner.make
  const passkeys = yield* OperatorPasskeyRepository
  const tokens = yield* TokenGenerator
  const transaction = yield* Transaction
  const webAuthn = yield* WebAuthn

  const list: (typeof OperatorPasskeys.Service)["list"] = Effect.fnUntraced(function* (request) {
    const { isConfirmed, operator, passkeys: own } = yield* owners.read(request)
    const rpId = Option.map(usableParty(request.origin), ({ id }) => id)
    return { operator, rpId, userHandle: yield* passkeys.findHandle(operator.id), passkeys: own, isConfirmed }
  }, traced("OperatorPasskeys.list"))

  const isConfirmed: (typeof OperatorPasskeys.Service)["isConfirmed"] = (session, origin) =>
    owners.isSessionConfirmed(session, origin).pipe(traced("OperatorPasskeys.isConfirmed"))

  const handleOf = Effect.fnUntraced(function* ({ id }: Operator) {
    const fresh = UserHandle.make(Redacted.value(yield* tokens.generate))
    return yield* Effect.mapError(yield* passkeys.assignHandle(id, fresh), () => new Unauthenticated())
  })

  const request: (typeof OperatorPasskeys.Service)["request"] = Effect.fnUntraced(function* (asked) {
    yield* limiter.consume(asked.instance, operatorChallengePerIp.keys(asked.caller))
    const party = yield* relyingParty(asked.origin)
    const { isConfirmed, operator, passkeys: own } = yield* owners.read(asked)
    if (!isConfirmed) return yield* new ReauthenticationRequired()
    yield* checkBelowMax(own)
    const userHandle = yield* handleOf(operator)
    const { challenge, clientToken } = yield* issue(asked, "registration", Option.some(operator.id))
    return {
      challenge,
      relyingParty: party,
      userHandle,
      operator,
      algorithms: webAuthn.algorithms,
      passkeys: own,
      clientToken
    }
  }, traced("OperatorPasskeys.request"))

  const verify = Effect.fnUntraced(function* (registration: OperatorPasskeyRegistration) {
    const { credential, origin } = registration
    const { id: rpId, origins } = yield* relyingParty(origin)
    const { operator } = yield* owners.read(registration)
    const { challenge, issuedTo } = yield* consume({ ...registration, ceremony: "registration" })
    if (!Option.contains(issuedTo, operator.id)) return yield* Refusal.refuse("challenge_of_other")
    const registered = yield* Refusal.orRefuse(webAuthn.verifyRegistration(credential, { challenge, rpId, origins }))
    return { registered, rpId } satisfies Verified
  })

  const store = ({ registered, rpId }: Verified, registration: OperatorPasskeyRegistration) =>
    Effect.gen(function* () {
      const { operator, passkeys: own, session } = yield* owners.lock(registration)
      yield* checkBelowMax(own)
      const passkey = new OperatorPasskey({
        ...registered,
        operatorId: operator.id,
        id: yield* ids.next(PasskeyId),
        rpId,
        transports: registration.credential.response.transports,
        name: Authenticators.nameOf(registered.aaguid),
        createdAt: yield* DateTime.now
      })
      yield* passkeys.insert(passkey)
      const by = actingIn(session, registration.caller.ipAddress)
      yield* audit(by, "operator_passkey_added", { detail: describe(passkey) })
      return passkey
    }).pipe(
      transaction.run,
      // If the client disconnects now, the operator would not know whether the passkey was added.
      Effect.uninterruptible
    )

  const register: (typeof OperatorPasskeys.Service)["register"] = Effect.fnUntraced(function* (registration) {
    const { caller, instance } = registration
    const consumed = yield* limiter.consume(instance, operatorPasskeyPerIp.keys(caller))
    const passkey = yield* store(yield* verify(registration), registration)
    yield* limiter.refund(consumed)
    return passkey
  }, traced("OperatorPasskeys.register"))

  const rename: (typeof OperatorPasskeys.Service)["rename"] = Effect.fnUntraced(function* (asked, { id, name }) {
    const { operator } = yield* owners.read(asked)
    const isRenamed = yield* passkeys.rename({ operatorId: operator.id, id, name })
    if (!isRenamed) return yield* new PasskeyNotFound()
  }, traced("OperatorPasskeys.rename"))

  const remove: (typeof OperatorPasskeys.Service)["remove"] = Effect.fnUntraced(
    function* (asked, id) {
      const { operator, passkeys: own, session } = yield* owners.lock(asked)
      const passkey = own.find((found) => found.id === id)
      if (passkey === undefined) return yield* new PasskeyNotFound()
      yield* passkeys.delete(operator.id, id)
      const by = actingIn(session, asked.caller.ipAddress)
      yield* audit(by, "operator_passkey_removed", { detail: describe(passkey) })
    },
    transaction.run,
    traced("OperatorPasskeys.remove")
  )

  return OperatorPasskeys.of({ list, isConfirmed, request, register, rename, remove })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(OperatorPasskeys, make)
