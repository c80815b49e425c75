/** Who can use the dashboard: creating, listing and withdrawing invitations, and listing and revoking sessions. */
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { type ActingOperator, type Actor, type AuditFilter, AuditLog } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { IdGenerator } from "../core/IdGenerator.ts"
import type { SessionId, UserId } from "../core/Ids.ts"
import type { Token } from "../core/Token.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { OperatorInstance, operatorInstanceId } from "../instance/OperatorInstance.ts"
import { InvitationNotFound } from "../invitation/InvitationErrors.ts"
import { SessionNotFound } from "../session/SessionErrors.ts"
import { SessionRepository, type SessionSummary } from "../session/SessionRepository.ts"
import { DashboardInvitation, DashboardInvitationId, unnamedInvitationLifetime } from "./DashboardInvitation.ts"
import { actingIn } from "./internal/actingIn.ts"
import { type AdminKeys, keysOf } from "./internal/AdminKeys.ts"
import * as DashboardInvitationTokens from "./internal/DashboardInvitationTokens.ts"
import * as OperatorUsers from "./OperatorUsers.ts"
import { sessionCount } from "./internal/sessionCount.ts"
import * as OperatorMethods from "./OperatorMethods.ts"
import { auditActions } from "./OperatorRecords.ts"
import type { Operator } from "./Operator.ts"
import { OperatorSession } from "./OperatorSession.ts"

/** An operator who is signed in to the dashboard. */
export interface SignedInOperator extends ActingOperator {
  readonly operatorSessionId: SessionId
}

/** Returns how the audit log names who acts in a session. */
export const signedInAs = (session: OperatorSession, ipAddress: string): SignedInOperator =>
  actingIn({ ...session, isWithKey: session.methods[0] === OperatorMethods.adminKey.id }, ipAddress)

/** A session in a list. `userAgent`, `ipAddress`: those of the sign-in; the audit log has the IP address. */
export interface ListedSession {
  readonly session: OperatorSession
  readonly userAgent: string
  readonly ipAddress: Option.Option<string>
}

/** The use case of managing access to the dashboard. The audit log records every change. */
export class DashboardAccess extends Context.Tag("@latchkey/domain/DashboardAccess")<
  DashboardAccess,
  {
    /**
     * Returns the token of a new one-time invitation for anyone, with the role `admin` and without a name. It expires
     * after `unnamedInvitationLifetime`. Invitations of operators come from `Operators`.
     */
    readonly invite: (options: {
      readonly actor: Actor
      readonly adminKey: AdminKeys["adminKey"]
    }) => Effect.Effect<Token, PersistenceError>

    /**
     * Returns all operators, and the newest hundred invitations and sessions that have not expired, and are of no
     * disabled operator. Those of an earlier admin key are among them until they expire, although they no longer work:
     * the store does not know which key they belong to.
     */
    readonly list: Effect.Effect<
      {
        readonly invitations: ReadonlyArray<DashboardInvitation>
        readonly operators: ReadonlyArray<Operator>
        readonly sessions: ReadonlyArray<ListedSession>
      },
      PersistenceError
    >

    /** Revokes a session, which may be the operator's own. */
    readonly revoke: (by: SignedInOperator, id: SessionId) => Effect.Effect<void, SessionNotFound | PersistenceError>

    /**
     * Revokes every session except the operator's own, and the invitations of the others who are signed in. Returns how
     * many sessions were revoked.
     */
    readonly revokeOthers: (by: SignedInOperator) => Effect.Effect<number, PersistenceError>

    /** Withdraws an invitation: its link no longer works. Fails if it was used. */
    readonly withdraw: (
      by: SignedInOperator,
      id: DashboardInvitationId
    ) => Effect.Effect<void, InvitationNotFound | PersistenceError>
  }
>() {}

/** Someone who can have a session. `operator`: none without a name. */
interface Owner {
  readonly userId: UserId
  readonly operator: Option.Option<Operator>
}

const listLimit = 100

const newestFirst = Order.reverse(Order.mapInput(Order.string, ({ id }: { readonly id: string }) => id))

/** More sign-ins than there are while a session lasts. */
const signInLimit = 1000

const toSession = (
  { authenticatedAt, expiresAt, id, lastSeenAt, methods }: SessionSummary,
  operator: Option.Option<Operator>
) => new OperatorSession({ id, operator, methods, authenticatedAt, lastSeenAt, expiresAt })

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const log = yield* AuditLog
  const ids = yield* IdGenerator
  const { absoluteLifetime, idleLifetime } = yield* OperatorInstance
  const invitations = yield* DashboardInvitationTokens.make
  const operators = yield* OperatorUsers.make
  const sessions = yield* SessionRepository
  const tokens = yield* TokenGenerator
  const transaction = yield* Transaction

  const invite: (typeof DashboardAccess.Service)["invite"] = Effect.fnUntraced(
    function* ({ actor, adminKey }) {
      const id = yield* ids.next(DashboardInvitationId)
      const token = yield* tokens.generate
      const createdAt = yield* DateTime.now
      yield* invitations.put({
        id,
        operatorId: Option.none(),
        tokenHash: tokens.keyedHash(keysOf({ adminKey })[0], token),
        owner: Option.none(),
        createdBy: actor,
        createdAt,
        expiresAt: DateTime.addDuration(createdAt, unnamedInvitationLifetime)
      })
      yield* audit({ actor }, "operator_invited", { detail: id })
      return token
    },
    transaction.run,
    traced("DashboardAccess.invite")
  )

  /** Everyone who can have a session: the operators, and those who sign in without a name. */
  const everyone = Effect.map(
    operators.listNames,
    (all): ReadonlyArray<Owner> => [
      ...Object.values(OperatorUsers.unnamed).map((userId) => ({ userId, operator: Option.none() })),
      ...all.map((operator) => ({ userId: operator.id, operator: Option.some(operator) }))
    ]
  )

  /** Returns the IP address of each sign-in of the last hours, by the session. */
  const addresses = Effect.fnUntraced(function* (now: DateTime.Utc) {
    const from = DateTime.subtractDuration(now, absoluteLifetime)
    const filter = { action: "dashboard_opened", from } satisfies AuditFilter
    const entries = yield* log.list({ before: Option.none(), limit: signInLimit, filter })
    return new Map(
      entries.flatMap((entry) =>
        Option.toArray(Option.map(entry.operatorSessionId, (id) => [id, entry.ipAddress] as const))
      )
    )
  })

  /** Returns the active sessions of everyone who has any. */
  const activeSessions = Effect.fnUntraced(function* (owners: ReadonlyArray<Owner>) {
    const query = { instanceId: operatorInstanceId, now: yield* DateTime.now, idleLifetime, limit: listLimit }
    const found = yield* Effect.forEach(
      owners,
      (owner) => Effect.map(sessions.list({ ...query, userId: owner.userId }), (all) => ({ ...owner, sessions: all })),
      { concurrency: 4 }
    )
    return found.filter((owner) => owner.sessions.length > 0)
  })

  const list = Effect.gen(function* () {
    const stored = yield* invitations.list
    const open = stored.map(({ data, expiresAt }) => new DashboardInvitation({ ...data, expiresAt }))
    const ipAddresses = yield* addresses(yield* DateTime.now)
    const owners = yield* everyone
    const listed = (yield* activeSessions(owners)).flatMap(({ operator, sessions }) =>
      sessions.map(
        (summary): ListedSession => ({
          session: toSession(summary, operator),
          userAgent: summary.userAgent,
          ipAddress: Option.flatten(Option.fromNullable(ipAddresses.get(summary.id)))
        })
      )
    )
    return {
      invitations: Arr.sort(open, newestFirst).slice(0, listLimit),
      operators: owners.flatMap(({ operator }) => Option.toArray(operator)),
      sessions: Arr.sortWith(listed, ({ session }) => session, newestFirst).slice(0, listLimit)
    }
  }).pipe(traced("DashboardAccess.list"))

  const revoke = Effect.fnUntraced(
    function* (by: SignedInOperator, id: SessionId) {
      const owners = yield* everyone
      const revoked = yield* Effect.findFirst(owners, ({ userId }) =>
        sessions.revokeById(operatorInstanceId, userId, id)
      )
      if (Option.isNone(revoked)) return yield* new SessionNotFound()
      yield* audit(by, "dashboard_session_revoked", { detail: id })
    },
    transaction.run,
    traced("DashboardAccess.revoke")
  )

  const revokeOthers = Effect.fnUntraced(
    function* (by: SignedInOperator) {
      const isOwn = by.operatorId === undefined ? OperatorUsers.isUnnamed : (userId: UserId) => userId === by.operatorId
      // Of those who are signed in only: revoking ends the invitations of a user, too.
      const found = yield* Effect.flatMap(everyone, activeSessions)
      // In the order in which each change of operators locks them.
      const signedIn = Arr.sortWith(found, ({ userId }) => userId, Order.string)
      const counts = yield* Effect.forEach(signedIn, ({ userId }) =>
        isOwn(userId)
          ? sessions.revokeOthers(operatorInstanceId, userId, by.operatorSessionId)
          : sessions.revokeAll(operatorInstanceId, userId)
      )
      const revoked = Arr.reduce(counts, 0, (total, count) => total + count)
      yield* audit(by, "dashboard_sessions_revoked", { detail: sessionCount(revoked) })
      return revoked
    },
    transaction.run,
    traced("DashboardAccess.revokeOthers")
  )

  const withdraw = Effect.fnUntraced(
    function* (by: SignedInOperator, id: DashboardInvitationId) {
      const isWithdrawn = yield* invitations.withdraw(id)
      if (!isWithdrawn) return yield* new InvitationNotFound()
      yield* audit(by, "operator_invitation_withdrawn", { detail: id })
    },
    transaction.run,
    traced("DashboardAccess.withdraw")
  )

  return DashboardAccess.of({ invite, list, revoke, revokeOthers, withdraw })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(DashboardAccess, make)
