/** Dashboard invitations and dashboard sessions in a `MemoryDatabase`. */
import type { OperatorId, OperatorSessionId } from "@latchkey/domain/core/Ids"
import type { TokenHash } from "@latchkey/domain/core/Token"
import {
  InvitationSummary,
  OperatorRepository,
  OperatorSessionSummary,
  SessionOperator,
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

interface Owned {
  readonly operatorId: Option.Option<OperatorId>
}

const isOf = (id: OperatorId) => (owned: Owned) => Option.contains(owned.operatorId, id)

/** Returns the first value that is stored under one of the hashes. */
const firstOf = <V>(map: HashMap.HashMap<TokenHash, V>, hashes: ReadonlyArray<TokenHash>) =>
  Arr.findFirst(hashes, (hash) => Option.map(HashMap.get(map, hash), (value) => ({ hash, value })))

/** Returns the session with its operator; `None` if that operator is disabled or deleted. */
const toSummary = (state: MemoryState) => (session: StoredOperatorSession) => {
  const owner = Option.map(session.operatorId, (id) => HashMap.get(state.operators, id))
  const isLost = Option.exists(
    owner,
    (operator) => !Option.exists(operator, ({ disabledAt }) => Option.isNone(disabledAt))
  )
  const operator = Option.map(Option.flatten(owner), ({ id, name, role }) => new SessionOperator({ id, name, role }))
  return isLost ? Option.none() : Option.some(new OperatorSessionSummary({ ...session, operator }))
}

/** Keeps the sessions that match. Returns how many it removed, and the next state. */
const keepSessions = (
  state: MemoryState,
  isKept: (session: StoredOperatorSession) => boolean
): readonly [number, MemoryState] => {
  const operatorSessions = HashMap.filter(state.operatorSessions, isKept)
  return [HashMap.size(state.operatorSessions) - HashMap.size(operatorSessions), { ...state, operatorSessions }]
}

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  OperatorRepository.of({
    insertInvitation: (invitation) =>
      database.update((state) => ({
        ...state,
        operatorInvitations: HashMap.set(state.operatorInvitations, invitation.tokenHash, invitation)
      })),

    consumeInvitation: (tokenHashes, now) =>
      database.modify((state) => {
        const found = Option.filter(
          firstOf(state.operatorInvitations, tokenHashes),
          ({ value }) => !isExpired(value.expiresAt, now)
        )
        return Option.match(found, {
          onNone: () => [Option.none(), state],
          onSome: ({ hash, value: { operatorId } }) => [
            Option.some({ operatorId }),
            { ...state, operatorInvitations: HashMap.remove(state.operatorInvitations, hash) }
          ]
        })
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

    withdrawInvitationsOf: (id) =>
      database.modify((state) => {
        const operatorInvitations = HashMap.filter(state.operatorInvitations, (invitation) => !isOf(id)(invitation))
        const withdrawn = HashMap.size(state.operatorInvitations) - HashMap.size(operatorInvitations)
        return [withdrawn, { ...state, operatorInvitations }]
      }),

    insertSession: (session) =>
      database.update((state) => ({
        ...state,
        operatorSessions: HashMap.set(state.operatorSessions, session.tokenHash, {
          ...session,
          lastSeenAt: session.authenticatedAt
        })
      })),

    findActive: (tokenHashes, times) =>
      database.read((state) =>
        pipe(
          firstOf(state.operatorSessions, tokenHashes),
          Option.map(({ value }) => value),
          Option.filter(isActive(times)),
          Option.flatMap(toSummary(state))
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
          Arr.filterMap(toSummary(state)),
          Arr.sort(greatestIdFirst),
          Arr.take(limit)
        )
      ),

    revokeSession: (tokenHashes) =>
      database.modify((state) => [
        Option.map(firstOf(state.operatorSessions, tokenHashes), ({ value: { id, method, operatorId } }) => ({
          id,
          method,
          operatorId
        })),
        { ...state, operatorSessions: HashMap.removeMany(state.operatorSessions, tokenHashes) }
      ]),

    revokeSessionById: (id) =>
      Effect.map(
        database.modify((state) => keepSessions(state, (session) => !has(id)(session))),
        (revoked) => revoked > 0
      ),

    revokeSessionsOf: (id) => database.modify((state) => keepSessions(state, (session) => !isOf(id)(session))),

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

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<OperatorRepository, never, MemoryDatabase> = Layer.effect(OperatorRepository, make)
