/**
 * Dashboard invitations and dashboard sessions in a `MemoryDatabase`.
 *
 * @since 0.1.0
 */
import type { OperatorSessionId } from "@latchkey/domain/core/Ids"
import {
  InvitationSummary,
  OperatorRepository,
  OperatorSessionSummary,
  type SessionTimes
} from "@latchkey/domain/operator/OperatorRepository"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { pipe } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { deleteUpTo, isExpired, type MemoryState, type StoredOperatorSession } from "./internal/MemoryState.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

interface Expiring {
  readonly expiresAt: DateTime.Utc
}

const isActive = ({ idleLifetime, now }: SessionTimes) => {
  return ({ expiresAt, lastSeenAt }: StoredOperatorSession): boolean =>
    !isExpired(expiresAt, now) && !isExpired(DateTime.addDuration(lastSeenAt, idleLifetime), now)
}

const greatestIdFirst = Order.reverse(Order.mapInput(Order.string, ({ id }: { readonly id: string }) => id))

const has = (id: OperatorSessionId) => (session: StoredOperatorSession) => session.id === id

/** Keeps the sessions that match. Returns how many it removed, and the next state. */
const keepSessions = (
  state: MemoryState,
  isKept: (session: StoredOperatorSession) => boolean
): readonly [number, MemoryState] => {
  const operatorSessions = HashMap.filter(state.operatorSessions, isKept)
  return [HashMap.size(state.operatorSessions) - HashMap.size(operatorSessions), { ...state, operatorSessions }]
}

/** Makes the adapter over a `MemoryDatabase`. @since 0.1.0 */
export const make = Effect.map(MemoryDatabase, (database) =>
  OperatorRepository.of({
    insertInvitation: (invitation) =>
      database.update((state) => ({
        ...state,
        operatorInvitations: HashMap.set(state.operatorInvitations, invitation.tokenHash, invitation)
      })),

    consumeInvitation: (tokenHash, now) =>
      database.modify((state) => {
        const found = HashMap.get(state.operatorInvitations, tokenHash)
        return Option.exists(found, ({ expiresAt }) => !isExpired(expiresAt, now))
          ? [true, { ...state, operatorInvitations: HashMap.remove(state.operatorInvitations, tokenHash) }]
          : [false, state]
      }),

    listInvitations: (now, limit) =>
      database.read((state) =>
        pipe(
          HashMap.toValues(state.operatorInvitations),
          Arr.filter(({ expiresAt }) => !isExpired(expiresAt, now)),
          Arr.sort(greatestIdFirst),
          Arr.take(limit),
          Arr.map((invitation) => new InvitationSummary(invitation))
        )
      ),

    withdrawInvitation: (id) =>
      database.modify((state) => {
        const operatorInvitations = HashMap.filter(state.operatorInvitations, (invitation) => invitation.id !== id)
        const isWithdrawn = HashMap.size(operatorInvitations) < HashMap.size(state.operatorInvitations)
        return [isWithdrawn, { ...state, operatorInvitations }]
      }),

    insertSession: (session) =>
      database.update((state) => ({
        ...state,
        operatorSessions: HashMap.set(state.operatorSessions, session.tokenHash, {
          ...session,
          lastSeenAt: session.authenticatedAt
        })
      })),

    findActive: (tokenHash, times) =>
      database.read((state) =>
        pipe(
          HashMap.get(state.operatorSessions, tokenHash),
          Option.filter(isActive(times)),
          Option.map((session) => new OperatorSessionSummary(session))
        )
      ),

    touch: (id, now) =>
      database.update((state) => ({
        ...state,
        operatorSessions: HashMap.map(state.operatorSessions, (session) =>
          has(id)(session) ? { ...session, lastSeenAt: DateTime.max(session.lastSeenAt, now) } : session
        )
      })),

    listSessions: (times, limit) =>
      database.read((state) =>
        pipe(
          HashMap.toValues(state.operatorSessions),
          Arr.filter(isActive(times)),
          Arr.sort(greatestIdFirst),
          Arr.take(limit),
          Arr.map((session) => new OperatorSessionSummary(session))
        )
      ),

    revokeSession: (tokenHash) =>
      database.modify((state) => [
        Option.map(HashMap.get(state.operatorSessions, tokenHash), ({ id }) => id),
        { ...state, operatorSessions: HashMap.remove(state.operatorSessions, tokenHash) }
      ]),

    revokeSessionById: (id) =>
      Effect.map(
        database.modify((state) => keepSessions(state, (session) => !has(id)(session))),
        (revoked) => revoked > 0
      ),

    revokeOtherSessions: (kept) => database.modify((state) => keepSessions(state, has(kept))),

    revokeAll: database.modify((state) => [
      HashMap.size(state.operatorInvitations) + HashMap.size(state.operatorSessions),
      { ...state, operatorInvitations: HashMap.empty(), operatorSessions: HashMap.empty() }
    ]),

    deleteExpired: (now, limit) =>
      database.modify((state) => {
        const matches = ({ expiresAt }: Expiring) => isExpired(expiresAt, now)
        const [invitations, operatorInvitations] = deleteUpTo(state.operatorInvitations, limit, matches)
        const [sessions, operatorSessions] = deleteUpTo(state.operatorSessions, limit - invitations, matches)
        return [invitations + sessions, { ...state, operatorInvitations, operatorSessions }]
      })
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. @since 0.1.0 */
export const layer: Layer.Layer<OperatorRepository, never, MemoryDatabase> = Layer.effect(OperatorRepository, make)
