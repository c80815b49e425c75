/**
 * Signing in to the dashboard, with a one-time invitation or with the admin key.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { ActingOperator, Actor, AuditLog } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/internal/AuditWriter.ts"
import { maxUserAgent } from "../core/Caller.ts"
import { InvalidToken, type PersistenceError, Unauthenticated } from "../core/Errors.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import { parse as parseToken, type Token } from "../core/Token.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { OperatorRepository, type OperatorSessionSummary, type OperatorSignInMethod } from "./OperatorRepository.ts"

/** One hour: how long a dashboard invitation is valid. @since 0.1.0 */
export const invitationLifetime = Duration.hours(1)

/** Eight hours: how long a dashboard session lasts at most. @since 0.1.0 */
export const sessionLifetime = Duration.hours(8)

/** Thirty minutes: how long a dashboard session lasts without a request. @since 0.1.0 */
export const idleLifetime = Duration.minutes(30)

/** Two minutes: how often the time of the last request is stored at most. */
const touchInterval = Duration.minutes(2)

/**
 * The admin key that the service has now, if it has one. Invitations and sessions end when it changes: the store holds
 * their tokens hashed under this key. A service that gets its first key ends those from before, too.
 *
 * @since 0.1.0
 */
export type CurrentAdminKey = Option.Option<Redacted.Redacted>

/**
 * What an operator's browser presents, unchecked.
 *
 * - `sessionToken`: the token of a dashboard session.
 * - `ipAddress`, `userAgent`: as those of a `Caller`.
 *
 * @since 0.1.0
 */
export interface OperatorCaller {
  readonly adminKey: CurrentAdminKey
  readonly sessionToken: Option.Option<Token>
  readonly ipAddress: string
  readonly userAgent?: string | undefined
}

/** The use case of signing operators in. The audit log records every sign-in and sign-out. @since 0.1.0 */
export class OperatorSessions extends Context.Tag("@latchkey/domain/OperatorSessions")<
  OperatorSessions,
  {
    /** Returns the token of a new one-time invitation, which expires after `invitationLifetime`. */
    readonly invite: (options: {
      readonly actor: Actor
      readonly adminKey: CurrentAdminKey
    }) => Effect.Effect<Token, PersistenceError>

    /** Consumes an invitation, once, and returns the token of a new session. */
    readonly signInWithInvitation: (
      token: string,
      caller: OperatorCaller
    ) => Effect.Effect<Token, InvalidToken | PersistenceError>

    /** Returns the token of a new session. The caller must have checked the admin key. */
    readonly signInWithAdminKey: (caller: OperatorCaller) => Effect.Effect<Token, PersistenceError>

    /**
     * Returns the presented session. It is active until one of its lifetimes expires, it is revoked, or the admin key
     * changes. Costs one query, and at most once in two minutes another one that records the visit.
     */
    readonly authenticate: (
      caller: OperatorCaller
    ) => Effect.Effect<OperatorSessionSummary, Unauthenticated | PersistenceError>

    /** Revokes the presented session, if there is one. */
    readonly signOut: (caller: OperatorCaller) => Effect.Effect<void, PersistenceError>
  }
>() {}

/** Makes the use case. @since 0.1.0 */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make
  const ids = yield* IdGenerator
  const operators = yield* OperatorRepository
  const tokens = yield* TokenGenerator
  const transaction = yield* Transaction

  // With an unkeyed hash, sessions would outlive the key. With a hash of the key beside it, a dump would help to guess
  // it.
  const hash = (adminKey: CurrentAdminKey, token: Token) =>
    Option.match(adminKey, { onNone: () => tokens.hash(token), onSome: (key) => tokens.keyedHash(key, token) })

  const openSession = Effect.fnUntraced(function* (caller: OperatorCaller, method: OperatorSignInMethod) {
    const id = yield* ids.operatorSession
    const token = yield* tokens.generate
    const now = yield* DateTime.now
    yield* operators.insertSession({
      id,
      tokenHash: hash(caller.adminKey, token),
      method,
      ipAddress: caller.ipAddress,
      userAgent: (caller.userAgent ?? "").slice(0, maxUserAgent),
      authenticatedAt: now,
      expiresAt: DateTime.addDuration(now, sessionLifetime)
    })
    const by: ActingOperator = { actor: "dashboard", operatorSessionId: id, ipAddress: caller.ipAddress }
    yield* audit(by, "dashboard_opened", { detail: method === "admin_key" ? "admin key" : "invitation" })
    return token
  })

  const invite: (typeof OperatorSessions.Service)["invite"] = Effect.fnUntraced(
    function* ({ actor, adminKey }) {
      const id = yield* ids.operatorInvitation
      const token = yield* tokens.generate
      const now = yield* DateTime.now
      yield* operators.insertInvitation({
        id,
        tokenHash: hash(adminKey, token),
        createdBy: actor,
        createdAt: now,
        expiresAt: DateTime.addDuration(now, invitationLifetime)
      })
      yield* audit({ actor }, "operator_invited", { detail: id })
      return token
    },
    transaction.run,
    traced("OperatorSessions.invite")
  )

  const signInWithInvitation = Effect.fnUntraced(
    function* (text: string, caller: OperatorCaller) {
      const token = yield* Effect.mapError(parseToken(text), () => new InvalidToken())
      const isInvited = yield* operators.consumeInvitation(hash(caller.adminKey, token), yield* DateTime.now)
      if (!isInvited) return yield* new InvalidToken()
      return yield* openSession(caller, "invitation")
    },
    transaction.run,
    // If the client disconnects now, the invitation must not be consumed without a session.
    Effect.uninterruptible,
    traced("OperatorSessions.signInWithInvitation")
  )

  const signInWithAdminKey = (caller: OperatorCaller) =>
    transaction.run(openSession(caller, "admin_key")).pipe(traced("OperatorSessions.signInWithAdminKey"))

  const authenticate = Effect.fnUntraced(function* ({ adminKey, sessionToken }: OperatorCaller) {
    if (Option.isNone(sessionToken)) return yield* new Unauthenticated()
    const now = yield* DateTime.now
    const found = yield* operators.findActive(hash(adminKey, sessionToken.value), { now, idleLifetime })
    if (Option.isNone(found)) return yield* new Unauthenticated()
    const { id, lastSeenAt } = found.value
    const isTouchDue = DateTime.greaterThanOrEqualTo(now, DateTime.addDuration(lastSeenAt, touchInterval))
    if (isTouchDue) yield* operators.touch(id, now)
    return found.value
  }, traced("OperatorSessions.authenticate"))

  const revoke = Effect.fnUntraced(function* ({ adminKey, ipAddress }: OperatorCaller, token: Token) {
    const revoked = yield* operators.revokeSession(hash(adminKey, token))
    if (Option.isNone(revoked)) return
    yield* audit({ actor: "dashboard", operatorSessionId: revoked.value, ipAddress }, "dashboard_closed")
  }, transaction.run)

  const signOut = Effect.fnUntraced(function* (caller: OperatorCaller) {
    if (Option.isSome(caller.sessionToken)) yield* revoke(caller, caller.sessionToken.value)
  }, traced("OperatorSessions.signOut"))

  return OperatorSessions.of({ invite, signInWithInvitation, signInWithAdminKey, authenticate, signOut })
})

/** The use case as a layer. @since 0.1.0 */
export const layer: Layer.Layer<
  OperatorSessions,
  never,
  AuditLog | IdGenerator | OperatorRepository | TokenGenerator | Transaction
> = Layer.effect(OperatorSessions, make)
