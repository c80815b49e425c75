/** Signing in to the dashboard, with a one-time invitation or with the admin key. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { Actor } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import { InvalidToken, type PersistenceError } from "../core/Errors.ts"
import { Unauthenticated } from "../session/SessionErrors.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import { parse as parseToken, type Token } from "../core/Token.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { actingIn } from "./internal/actingIn.ts"
import * as DashboardTokens from "./internal/DashboardTokens.ts"
import * as OpenSession from "./internal/OpenSession.ts"
import type { Operator } from "./Operator.ts"
import { OperatorAccounts } from "./OperatorAccounts.ts"
import { auditActions } from "./OperatorRecords.ts"
import { OperatorInvitationId, OperatorRepository, type OperatorSessionSummary } from "./OperatorRepository.ts"

/** One hour: how long an invitation that names no operator is valid. */
export const invitationLifetime = Duration.hours(1)

/** Eight hours: how long a dashboard session lasts at most. */
export const sessionLifetime = OpenSession.lifetime

/** Thirty minutes: how long a dashboard session lasts without a request. */
export const idleLifetime = Duration.minutes(30)

/** Two minutes: how often the time of the last request is stored at most. */
const touchInterval = Duration.minutes(2)

/**
 * The admin key that the service has now, if it has one. Invitations and sessions that name no operator end when it
 * changes: the store holds their tokens hashed under this key. A service that gets its first key ends those from
 * before, too.
 */
export type CurrentAdminKey = Option.Option<Redacted.Redacted>

/**
 * What an operator's browser presents, unchecked.
 *
 * - `previousAdminKey`: the key before, while it is accepted, too. What is stored under it works.
 * - `sessionToken`: the token of a dashboard session.
 * - `ipAddress`, `userAgent`: as those of a `Caller`.
 */
export interface OperatorCaller {
  readonly adminKey: CurrentAdminKey
  readonly previousAdminKey?: CurrentAdminKey
  readonly sessionToken: Option.Option<Token>
  readonly ipAddress: string
  readonly userAgent?: string | undefined
}

/** A session that was just opened. `operator`: none if it has no name. */
export interface OpenedSession {
  readonly token: Token
  readonly operator: Option.Option<Operator>
}

/** The use case of signing operators in. The audit log records every sign-in and sign-out. */
export class OperatorSessions extends Context.Tag("@latchkey/domain/OperatorSessions")<
  OperatorSessions,
  {
    /**
     * Returns the token of a new one-time invitation for anyone, with the role `admin` and without a name. It expires
     * after `invitationLifetime`. Invitations of operators come from `Operators`.
     */
    readonly invite: (options: {
      readonly actor: Actor
      readonly adminKey: CurrentAdminKey
    }) => Effect.Effect<Token, PersistenceError>

    /**
     * Consumes an invitation, once, and opens a session. Fails with `InvalidToken`, too, if the operator is disabled or
     * deleted.
     */
    readonly signInWithInvitation: (
      token: string,
      caller: OperatorCaller
    ) => Effect.Effect<OpenedSession, InvalidToken | PersistenceError>

    /** Returns the token of a new session. The caller must have checked the admin key. */
    readonly signInWithAdminKey: (caller: OperatorCaller) => Effect.Effect<Token, PersistenceError>

    /**
     * Returns the presented session, with its operator as they are now. It is active until one of its lifetimes
     * expires, it is revoked, its operator is disabled, or, without an operator, the admin key changes. Costs one
     * query, and at most once in two minutes another one that records the visit.
     */
    readonly authenticate: (
      caller: OperatorCaller
    ) => Effect.Effect<OperatorSessionSummary, Unauthenticated | PersistenceError>

    /** Revokes the presented session, if there is one. */
    readonly signOut: (caller: OperatorCaller) => Effect.Effect<void, PersistenceError>
  }
>() {}

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const accounts = yield* OperatorAccounts
  const audit = yield* AuditWriter.make(auditActions)
  const hashes = yield* DashboardTokens.make
  const ids = yield* IdGenerator
  const openSession = yield* OpenSession.make
  const operators = yield* OperatorRepository
  const tokens = yield* TokenGenerator
  const transaction = yield* Transaction

  const invite: (typeof OperatorSessions.Service)["invite"] = Effect.fnUntraced(
    function* ({ actor, adminKey }) {
      const id = yield* ids.next(OperatorInvitationId)
      const token = yield* tokens.generate
      const now = yield* DateTime.now
      yield* operators.insertInvitation({
        id,
        operatorId: Option.none(),
        tokenHash: hashes.unnamed({ adminKey }, token),
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
      const now = yield* DateTime.now
      const consumed = yield* operators.consumeInvitation(hashes.candidates(caller, token), now)
      if (Option.isNone(consumed)) return yield* new InvalidToken()
      const { operatorId } = consumed.value
      const operator = yield* Effect.transposeMapOption(operatorId, (id) => accounts.recordSignIn(id, now))
      // Disabled or deleted: an invitation of an operator never opens a session without a name.
      if (Option.exists(operator, Option.isNone)) return yield* new InvalidToken()
      const named = Option.flatten(operator)
      return { token: yield* openSession({ caller, method: "invitation", operator: named }), operator: named }
    },
    transaction.run,
    // If the client disconnects now, the invitation must not be consumed without a session.
    Effect.uninterruptible,
    traced("OperatorSessions.signInWithInvitation")
  )

  const signInWithAdminKey = (caller: OperatorCaller) =>
    transaction
      .run(openSession({ caller, method: "admin_key", operator: Option.none() }))
      .pipe(traced("OperatorSessions.signInWithAdminKey"))

  const authenticate = Effect.fnUntraced(function* (caller: OperatorCaller) {
    if (Option.isNone(caller.sessionToken)) return yield* new Unauthenticated()
    const now = yield* DateTime.now
    const presented = hashes.candidates(caller, caller.sessionToken.value)
    const found = yield* operators.findActive(presented, { now, idleLifetime })
    if (Option.isNone(found)) return yield* new Unauthenticated()
    const { id, lastSeenAt } = found.value
    const isTouchDue = DateTime.greaterThanOrEqualTo(now, DateTime.addDuration(lastSeenAt, touchInterval))
    if (isTouchDue) yield* operators.touch(id, now)
    return found.value
  }, traced("OperatorSessions.authenticate"))

  const revoke = Effect.fnUntraced(function* (caller: OperatorCaller, token: Token) {
    const revoked = yield* operators.revokeSession(hashes.candidates(caller, token))
    if (Option.isNone(revoked)) return
    const { id, method, operatorId } = revoked.value
    const operator = yield* Effect.transposeMapOption(operatorId, accounts.findById)
    yield* audit(actingIn({ id, method, operator: Option.flatten(operator) }, caller.ipAddress), "dashboard_closed")
  }, transaction.run)

  const signOut = Effect.fnUntraced(function* (caller: OperatorCaller) {
    if (Option.isSome(caller.sessionToken)) yield* revoke(caller, caller.sessionToken.value)
  }, traced("OperatorSessions.signOut"))

  return OperatorSessions.of({ invite, signInWithInvitation, signInWithAdminKey, authenticate, signOut })
})

/** The use case as a layer. */
export const layer = Layer.effect(OperatorSessions, make)
