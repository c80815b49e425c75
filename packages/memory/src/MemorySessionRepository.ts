/**
 * Sessions and browsers in a `MemoryDatabase`.
 *
 * @since 0.1.0
 */
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { pipe } from "effect/Function"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { SessionRepository, ActiveSession, type Session, SessionSummary } from "@latchkey/domain/session/SessionRepository"
import { MemoryDatabase } from "./MemoryDatabase.ts"
import { issue } from "./internal/issueSession.ts"
import { isOver, key, type MemoryState, removeUpTo, type StoredSession } from "./internal/MemoryState.ts"

const newestFirst = Order.reverse(
  Order.combine(
    Order.mapInput(DateTime.Order, ({ session }: StoredSession) => session.authenticatedAt),
    Order.mapInput(Order.string, ({ session }: StoredSession) => session.id)
  )
)

const isEnded = ({ clientExpiresAt, session }: StoredSession, now: DateTime.Utc): boolean =>
  isOver(session.expiresAt, now) || isOver(clientExpiresAt, now)

const isIdle = ({ lastSeenAt }: StoredSession, idleLifetime: Duration.Duration, now: DateTime.Utc): boolean =>
  isOver(DateTime.addDuration(lastSeenAt, idleLifetime), now)

const live = (state: MemoryState, { lastSeenAt, session }: StoredSession): Option.Option<ActiveSession> =>
  Option.map(HashMap.get(state.users, key(session.instanceId, session.userId)), (user) => {
    const { authenticatedAt, expiresAt, id, method, userId } = session
    const emailVerified = Option.isSome(user.emailVerifiedAt)
    const { email } = user
    return new ActiveSession({ id, userId, email, emailVerified, method, authenticatedAt, lastSeenAt, expiresAt })
  })

const summary = ({ lastSeenAt, session }: StoredSession): SessionSummary => {
  const { authenticatedAt, expiresAt, id, method, userAgent } = session
  return new SessionSummary({ id, method, userAgent, authenticatedAt, lastSeenAt, expiresAt })
}

/** The state without the sessions that match, and how many went. */
const endEach = (state: MemoryState, matches: (session: Session) => boolean): readonly [number, MemoryState] => {
  const sessions = HashMap.filter(state.sessions, ({ session }) => !matches(session))
  return [HashMap.size(state.sessions) - HashMap.size(sessions), { ...state, sessions }]
}

/** The adapter over a `MemoryDatabase`, as an effect. @since 0.1.0 */
export const make: Effect.Effect<typeof SessionRepository.Service, never, MemoryDatabase> = Effect.map(
  MemoryDatabase,
  (database) =>
    SessionRepository.of({
      issue: (grant) => Effect.flatten(database.modify((state) => issue(state, grant))),

      findActive: ({ clientHash, idleLifetime, instanceId, now, tokenHash }) =>
        database.read((state) =>
          HashMap.get(state.sessions, key(instanceId, tokenHash)).pipe(
            Option.filter((stored) => stored.clientHash === clientHash && !isEnded(stored, now)),
            Option.filter((stored) => !isIdle(stored, idleLifetime, now)),
            Option.flatMap((stored) => live(state, stored))
          )
        ),

      touch: (instanceId, id, now) =>
        database.update((state) => ({
          ...state,
          sessions: HashMap.map(state.sessions, (stored) =>
            stored.session.instanceId === instanceId && stored.session.id === id
              ? { ...stored, lastSeenAt: DateTime.max(stored.lastSeenAt, now) }
              : stored
          )
        })),

      revoke: (instanceId, tokenHash) =>
        database.update((state) => ({
          ...state,
          sessions: HashMap.remove(state.sessions, key(instanceId, tokenHash))
        })),

      list: ({ idleLifetime, instanceId, limit, now, userId }) =>
        database.read((state) =>
          pipe(
            HashMap.toValues(state.sessions),
            Arr.filter(({ session }) => session.instanceId === instanceId && session.userId === userId),
            Arr.filter((stored) => !isEnded(stored, now) && !isIdle(stored, idleLifetime, now)),
            Arr.sort(newestFirst),
            Arr.take(limit),
            Arr.map(summary)
          )
        ),

      revokeById: (instanceId, userId, id) =>
        database.modify((state) => {
          const [ended, next] = endEach(
            state,
            (session) => session.instanceId === instanceId && session.userId === userId && session.id === id
          )
          return [ended > 0, next]
        }),

      revokeOthers: (instanceId, userId, kept) =>
        database.modify((state) =>
          endEach(
            state,
            (session) => session.instanceId === instanceId && session.userId === userId && session.id !== kept
          )
        ),

      revokeAll: (instanceId, userId) =>
        database.modify((state) =>
          endEach(state, (session) => session.instanceId === instanceId && session.userId === userId)
        ),

      deleteExpired: ({ idleSince, limit, now }) =>
        database.modify((state) => {
          const [endedSessions, sessions] = removeUpTo(
            state.sessions,
            limit,
            (stored) => isEnded(stored, now) || isOver(stored.lastSeenAt, idleSince)
          )
          const [endedClients, clients] = removeUpTo(state.clients, limit, ({ expiresAt }) => isOver(expiresAt, now))
          return [endedSessions + endedClients, { ...state, sessions, clients }]
        })
    })
)

/** The adapter over a `MemoryDatabase`. Those that are to see the same data need the same one. @since 0.1.0 */
export const layer: Layer.Layer<SessionRepository, never, MemoryDatabase> = Layer.effect(SessionRepository, make)
