/** Who can use the dashboard: listing and revoking sessions, and listing and withdrawing invitations. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ActingOperator } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { InvitationNotFound } from "../invitation/InvitationErrors.ts"
import { SessionNotFound } from "../session/SessionErrors.ts"
import type { OperatorSessionId } from "../core/Ids.ts"
import {
  type InvitationSummary,
  type OperatorInvitationId,
  OperatorRepository,
  type OperatorSessionSummary
} from "./OperatorRepository.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { auditActions } from "./OperatorRecords.ts"
import { actingIn } from "./internal/actingIn.ts"
import { sessionCount } from "./internal/sessionCount.ts"
import { idleLifetime } from "./OperatorSessions.ts"

/** An operator who is signed in to the dashboard. */
export interface SignedInOperator extends ActingOperator {
  readonly operatorSessionId: OperatorSessionId
}

/** Returns how the audit log names who acts in a session. */
export const signedInAs: (session: OperatorSessionSummary, ipAddress: string) => SignedInOperator = actingIn

/** The use case of managing access to the dashboard. The audit log records every change. */
export class DashboardAccess extends Context.Tag("@latchkey/domain/DashboardAccess")<
  DashboardAccess,
  {
    /**
     * Returns the newest hundred invitations and sessions that have not expired, and are of no disabled operator. Those
     * of an earlier admin key are among them until they expire, although they no longer work: the store does not know
     * which key they belong to.
     */
    readonly list: Effect.Effect<
      {
        readonly invitations: ReadonlyArray<InvitationSummary>
        readonly sessions: ReadonlyArray<OperatorSessionSummary>
      },
      PersistenceError
    >

    /** Revokes a session, which may be the operator's own. */
    readonly revoke: (
      by: SignedInOperator,
      id: OperatorSessionId
    ) => Effect.Effect<void, SessionNotFound | PersistenceError>

    /** Revokes every session except the operator's own. Returns how many were revoked. */
    readonly revokeOthers: (by: SignedInOperator) => Effect.Effect<number, PersistenceError>

    /** Withdraws an invitation: its link no longer works. Fails if it was used. */
    readonly withdraw: (
      by: SignedInOperator,
      id: OperatorInvitationId
    ) => Effect.Effect<void, InvitationNotFound | PersistenceError>
  }
>() {}

const listLimit = 100

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const audit = yield* AuditWriter.make(auditActions)
  const operators = yield* OperatorRepository
  const transaction = yield* Transaction

  const list = Effect.gen(function* () {
    const now = yield* DateTime.now
    const invitations = yield* operators.listInvitations(now, listLimit)
    const sessions = yield* operators.listSessions({ now, idleLifetime }, listLimit)
    return { invitations, sessions }
  }).pipe(traced("DashboardAccess.list"))

  const revoke = Effect.fnUntraced(
    function* (by: SignedInOperator, id: OperatorSessionId) {
      const isRevoked = yield* operators.revokeSessionById(id)
      if (!isRevoked) return yield* new SessionNotFound()
      yield* audit(by, "dashboard_session_revoked", { detail: id })
    },
    transaction.run,
    traced("DashboardAccess.revoke")
  )

  const revokeOthers = Effect.fnUntraced(
    function* (by: SignedInOperator) {
      const revoked = yield* operators.revokeOtherSessions(by.operatorSessionId)
      yield* audit(by, "dashboard_sessions_revoked", { detail: sessionCount(revoked) })
      return revoked
    },
    transaction.run,
    traced("DashboardAccess.revokeOthers")
  )

  const withdraw = Effect.fnUntraced(
    function* (by: SignedInOperator, id: OperatorInvitationId) {
      const isWithdrawn = yield* operators.withdrawInvitation(id)
      if (!isWithdrawn) return yield* new InvitationNotFound()
      yield* audit(by, "operator_invitation_withdrawn", { detail: id })
    },
    transaction.run,
    traced("DashboardAccess.withdraw")
  )

  return DashboardAccess.of({ list, revoke, revokeOthers, withdraw })
})

/** The use case as a layer. */
export const layer = Layer.effect(DashboardAccess, make)
