/** Signing in to the dashboard with a one-time invitation or the admin key. All else is as for users. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { isUsable, type User, UserRepository } from "../account/UserRepository.ts"
import type { Caller } from "../core/Caller.ts"
import { InvalidToken, type PersistenceError } from "../core/Errors.ts"
import { parse as parseToken } from "../core/Token.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { AuthenticationMethods, type MethodId } from "../instance/AuthenticationMethods.ts"
import { OperatorInstance, operatorInstanceId } from "../instance/OperatorInstance.ts"
import type { TokenOwner } from "../one-time-token/OneTimeTokenRepository.ts"
import { SignInWithPasskey } from "../passkey/SignInWithPasskey.ts"
import { Unauthenticated } from "../session/SessionErrors.ts"
import { type IssuedSession, SessionIssuer, type SignInResult, whileLocked } from "../session/SessionIssuer.ts"
import type { ActiveSession } from "../session/SessionRepository.ts"
import { Sessions } from "../session/Sessions.ts"
import { isRecent, StepUp } from "../session/StepUp.ts"
import { type AdminKeys, keysOf } from "./internal/AdminKeys.ts"
import * as DashboardInvitationTokens from "./internal/DashboardInvitationTokens.ts"
import * as OperatorUsers from "./OperatorUsers.ts"
import { type Operator, ofUser } from "./Operator.ts"
import * as OperatorMethods from "./OperatorMethods.ts"
import { OperatorSession } from "./OperatorSession.ts"

/** What an operator's browser presents, unchecked, and the admin keys of the service. */
export interface OperatorCaller extends AdminKeys, Omit<Caller, "sessionKey"> {}

/** What a session of the dashboard lacks: nothing, a method of level 2, or that its operator has one. */
export type Standing = "sufficient" | "too_weak" | "without_factor"

/** The use case of signing operators in. The audit log records every sign-in and sign-out. */
export class OperatorSessions extends Context.Tag("@latchkey/domain/OperatorSessions")<
  OperatorSessions,
  {
    /**
     * Consumes an invitation, once, and signs in; an operator who needs a second factor has to present it. Fails with
     * `InvalidToken`, too, if the operator is disabled or deleted.
     */
    readonly signInWithInvitation: (
      token: string,
      caller: OperatorCaller
    ) => Effect.Effect<SignInResult, InvalidToken | PersistenceError>

    /** Opens a session. The caller must have checked the admin key. */
    readonly signInWithAdminKey: (caller: OperatorCaller) => Effect.Effect<IssuedSession, PersistenceError>

    /**
     * Returns the presented session, with its operator as they are now. It is active until one of its lifetimes
     * expires, it is revoked, its operator is disabled, or, without an operator, the admin key changes. Costs two
     * queries, or three with a previous admin key.
     */
    readonly authenticate: (
      caller: OperatorCaller
    ) => Effect.Effect<OperatorSession, Unauthenticated | PersistenceError>

    /**
     * Returns `true` if the session may give and take access: its operator has authenticated less than ten minutes ago,
     * and with a passkey or a second factor if they have one. Otherwise an invitation that someone else opened could
     * replace them, or give access to others.
     */
    readonly isConfirmed: (session: OperatorSession) => Effect.Effect<boolean, PersistenceError>

    /** Returns the ids of the methods of level 2 that the operator of a session has; none without a name. */
    readonly waysOf: (session: OperatorSession) => Effect.Effect<ReadonlyArray<MethodId>, PersistenceError>

    /**
     * Returns what a session lacks to use the dashboard. One of level 1 is not enough for an operator with a name: they
     * authenticate with what they have, or first add a passkey or a second factor, if the dashboard allows any.
     */
    readonly standingOf: (session: OperatorSession) => Effect.Effect<Standing, PersistenceError>

    /** Revokes the presented session, if there is one. */
    readonly signOut: (caller: OperatorCaller) => Effect.Effect<void, PersistenceError>
  }
>() {}

/** A session that was found, and what the caller presents to use it. */
interface FoundSession {
  readonly session: OperatorSession
  readonly caller: Caller
}

const toSession = (
  { authenticatedAt, expiresAt, id, lastSeenAt, methods }: ActiveSession,
  operator: Option.Option<Operator>
) => new OperatorSession({ id, operator, methods, authenticatedAt, lastSeenAt, expiresAt })

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const instance = yield* OperatorInstance
  const invitations = yield* DashboardInvitationTokens.make
  const issuer = yield* SessionIssuer
  const operators = yield* OperatorUsers.make
  const { levelOf } = yield* AuthenticationMethods
  const passkeys = yield* SignInWithPasskey
  const sessions = yield* Sessions
  const stepUp = yield* StepUp
  const transaction = yield* Transaction
  const users = yield* UserRepository
  const canHaveFactor = instance.authConfig.secondFactor !== "off" || passkeys.isAvailable(instance)

  const openUnnamed = Effect.fnUntraced(function* (who: OperatorUsers.Unnamed, caller: OperatorCaller) {
    const [sessionKey] = keysOf(caller)
    const user = yield* operators.findUnnamed(who)
    const { id } = who === "adminKey" ? OperatorMethods.adminKey : OperatorMethods.invitation
    return yield* whileLocked(issuer.grant({ instance, user, methods: [id], caller: { ...caller, sessionKey } }))
  })

  /** Returns the user whom an invitation signs in, locked: an invitation of an operator opens no session without a name. */
  const lockNamed = Effect.fnUntraced(function* ({ credentialVersion, userId }: TokenOwner) {
    const locked = yield* users.findByIdForUpdate(operatorInstanceId, userId)
    const now = yield* DateTime.now
    return Option.filter(locked, (user) => user.credentialVersion === credentialVersion && isUsable(user, now))
  })

  const openNamed = (user: User, caller: OperatorCaller) =>
    whileLocked(issuer.issue({ instance, user, methods: [OperatorMethods.invitation.id], caller }))

  const signInWithInvitation = Effect.fnUntraced(
    function* (text: string, caller: OperatorCaller) {
      const token = yield* Effect.mapError(parseToken(text), () => new InvalidToken())
      const found = yield* Effect.mapError(yield* invitations.find(caller, token), () => new InvalidToken())
      // The user first: deleting them locks them before their invitations.
      const user = yield* Effect.transposeMapOption(found.owner, lockNamed)
      if (!(yield* invitations.consume(found))) return yield* new InvalidToken()
      if (Option.isNone(found.data.operatorId)) return yield* openUnnamed("anyone", caller)
      return yield* openNamed(yield* Effect.mapError(Option.flatten(user), () => new InvalidToken()), caller)
    },
    transaction.run,
    // If the client disconnects now, the invitation must not be consumed without a session.
    Effect.uninterruptible,
    traced("OperatorSessions.signInWithInvitation")
  )

  const signInWithAdminKey = (caller: OperatorCaller) =>
    openUnnamed("adminKey", caller).pipe(transaction.run, traced("OperatorSessions.signInWithAdminKey"))

  const findNamed = Effect.fnUntraced(function* (caller: OperatorCaller) {
    const found = yield* sessions.find({ instance, caller })
    if (Option.isNone(found)) return Option.none()
    const user = yield* users.findById(operatorInstanceId, found.value.userId)
    return Option.map(
      Option.flatMap(user, (one) => ofUser(one)),
      (one): FoundSession => ({ session: toSession(found.value, Option.some(one)), caller })
    )
  })

  const findUnnamed = Effect.fnUntraced(function* (presented: OperatorCaller) {
    for (const sessionKey of keysOf(presented)) {
      const caller = { ...presented, sessionKey }
      const found = yield* sessions.find({ instance, caller })
      if (Option.isSome(found)) {
        return Option.some<FoundSession>({ session: toSession(found.value, Option.none()), caller })
      }
    }
    return Option.none()
  })

  const find = (caller: OperatorCaller) =>
    Effect.flatMap(findNamed(caller), (named) => (Option.isSome(named) ? Effect.succeed(named) : findUnnamed(caller)))

  const authenticate = Effect.fnUntraced(function* (caller: OperatorCaller) {
    const found = yield* find(caller)
    return (yield* Effect.mapError(found, () => new Unauthenticated())).session
  }, traced("OperatorSessions.authenticate"))

  const isConfirmed: (typeof OperatorSessions.Service)["isConfirmed"] = Effect.fnUntraced(function* (session) {
    if (Option.isNone(session.operator)) return isRecent(session, yield* DateTime.now)
    // As they are now: they may have been deleted since.
    const user = yield* users.findById(operatorInstanceId, session.operator.value.id)
    return Option.isSome(user) && (yield* stepUp.isConfirmed(instance, user.value, session))
  }, traced("OperatorSessions.isConfirmed"))

  const waysOf: (typeof OperatorSessions.Service)["waysOf"] = Effect.fnUntraced(function* ({ operator }) {
    const ways = yield* Effect.transposeMapOption(operator, (one) => stepUp.waysOf(instance, one))
    return Option.getOrElse(ways, () => []).map(({ id }) => id)
  }, traced("OperatorSessions.waysOf"))

  const standingOf: (typeof OperatorSessions.Service)["standingOf"] = Effect.fnUntraced(function* (session) {
    if (Option.isNone(session.operator) || levelOf(session.methods) === 2) return "sufficient"
    if ((yield* waysOf(session)).length > 0) return "too_weak"
    return canHaveFactor ? "without_factor" : "sufficient"
  }, traced("OperatorSessions.standingOf"))

  const signOut = Effect.fnUntraced(function* (presented: OperatorCaller) {
    const found = yield* find(presented)
    if (Option.isSome(found)) yield* sessions.signOut({ instance, caller: found.value.caller })
  }, traced("OperatorSessions.signOut"))

  return OperatorSessions.of({
    signInWithInvitation,
    signInWithAdminKey,
    authenticate,
    isConfirmed,
    waysOf,
    standingOf,
    signOut
  })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(OperatorSessions, make)
