/** Dashboard invitations and dashboard sessions in a `MemoryDatabase`. */
import type { OperatorId, OperatorSessionId } from "@latchkey/domain/core/Ids"
import type { TokenHash } from "@latchkey/domain/core/Token"
import {
  InvitationSummary,
  type OperatorInvitation,
  OperatorRepository,
  type OperatorSession,
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
import { isExpired, type MemoryState, Table } from "./internal/MemoryState.ts"
import { operators } from "./internal/operators.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

/** A dashboard session. */
interface StoredOperatorSession extends OperatorSession {
  readonly lastSeenAt: DateTime.Utc
}

/** By the hash of the token. */
const operatorInvitations = new Table<TokenHash, OperatorInvitation>("operator_invitations")

/** By the hash of the token. */
const operatorSessions = new Table<TokenHash, StoredOperatorSession>("operator_sessions")

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
  const owner = Option.map(session.operatorId, (id) => operators.get(state, id))
  const isLost = Option.exists(
    owner,
    (operator) => !Option.exists(operator, ({ disabledAt }) => Option.isNone(disabledAt))
  )
  const operator = Option.map(Option.flatten(owner), ({ id, name, role }) => new SessionOperator({ id, name, role }))
  return isLost ? Option.none() : Option.some(new OperatorSessionSummary({ ...session, operator }))
}

const deleteSessions = (state: MemoryState, matches: (session: StoredOperatorSession) => boolean) =>
  operatorSessions.delete(state, Infinity, matches)

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  OperatorRepository.of({
    insertInvitation: (invitation) =>
      database.update((state) => operatorInvitations.set(state, invitation.tokenHash, invitation)),

    consumeInvitation: (tokenHashes, now) =>
      database.modify((state) => {
        const found = Option.filter(
          firstOf(operatorInvitations.rows(state), tokenHashes),
          ({ value }) => !isExpired(value.expiresAt, now)
        )
        return Option.match(found, {
          onNone: () => [Option.none(), state],
          onSome: ({ hash, value: { operatorId } }) => [
            Option.some({ operatorId }),
            operatorInvitations.remove(state, hash)
          ]
        })
      }),

    listInvitations: (now, limit) =>
      database.read((state) =>
        pipe(
          operatorInvitations.values(state),
          Arr.filter(({ expiresAt }) => !isExpired(expiresAt, now)),
          Arr.sort(greatestIdFirst),
          Arr.take(limit),
          Arr.map((invitation) => new InvitationSummary(invitation))
        )
      ),

    withdrawInvitation: (id) =>
      database.modify((state) => {
        const [withdrawn, next] = operatorInvitations.delete(state, Infinity, (invitation) => invitation.id === id)
        return [withdrawn > 0, next]
      }),

    withdrawInvitationsOf: (id) => database.modify((state) => operatorInvitations.delete(state, Infinity, isOf(id))),

    insertSession: (session) =>
      database.update((state) =>
        operatorSessions.set(state, session.tokenHash, {
          ...session,
          lastSeenAt: session.authenticatedAt
        })
      ),

    findActive: (tokenHashes, times) =>
      database.read((state) =>
        pipe(
          firstOf(operatorSessions.rows(state), tokenHashes),
          Option.map(({ value }) => value),
          Option.filter(isActive(times)),
          Option.flatMap(toSummary(state))
        )
      ),

    touch: (id, now) =>
      database.update((state) =>
        operatorSessions.update(
          state,
          HashMap.map((session) =>
            has(id)(session) ? { ...session, lastSeenAt: DateTime.max(session.lastSeenAt, now) } : session
          )
        )
      ),

    listSessions: (times, limit) =>
      database.read((state) =>
        pipe(
          operatorSessions.values(state),
          Arr.filter(isActive(times)),
          Arr.filterMap(toSummary(state)),
          Arr.sort(greatestIdFirst),
          Arr.take(limit)
        )
      ),

    revokeSession: (tokenHashes) =>
      database.modify((state) => [
        Option.map(firstOf(operatorSessions.rows(state), tokenHashes), ({ value: { id, method, operatorId } }) => ({
          id,
          method,
          operatorId
        })),
        operatorSessions.update(state, HashMap.removeMany(tokenHashes))
      ]),

    revokeSessionById: (id) =>
      Effect.map(
        database.modify((state) => deleteSessions(state, has(id))),
        (revoked) => revoked > 0
      ),

    revokeSessionsOf: (id) => database.modify((state) => deleteSessions(state, isOf(id))),

    revokeOtherSessions: (kept) => database.modify((state) => deleteSessions(state, (session) => !has(kept)(session))),

    revokeAll: database.modify((state) => {
      const [withdrawn, rest] = operatorInvitations.delete(state, Infinity, () => true)
      const [revoked, next] = deleteSessions(rest, () => true)
      return [withdrawn + revoked, next]
    }),

    deleteExpired: (now, limit) =>
      database.modify((state) => {
        const matches = ({ expiresAt }: Expiring) => isExpired(expiresAt, now)
        const [invitations, rest] = operatorInvitations.delete(state, limit, matches)
        const [sessions, next] = operatorSessions.delete(rest, limit - invitations, matches)
        return [invitations + sessions, next]
      })
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<OperatorRepository, never, MemoryDatabase> = Layer.effect(OperatorRepository, make)
