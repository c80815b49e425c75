/**
 * Sessions and browsers in a `MemoryDatabase`.
 *
 * @since 0.1.0
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as HashMap from "effect/HashMap"
import * as HashSet from "effect/HashSet"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { CredentialsChanged } from "@latchkey/domain/Errors"
import type { UserId } from "@latchkey/domain/Ids"
import type { SecretHash } from "@latchkey/domain/Secret"
import { LiveSession } from "@latchkey/domain/Session"
import { type SessionGrant, SessionRepository } from "@latchkey/domain/SessionRepository"
import { MemoryDatabase } from "./MemoryDatabase.ts"
import {
  isOver,
  key,
  type MemoryState,
  removeUpTo,
  type StoredClient,
  type StoredSession
} from "./internal/MemoryState.ts"

interface PresentedClient extends StoredClient {
  readonly hash: SecretHash
}

const presentedClient = (state: MemoryState, grant: SessionGrant): Option.Option<PresentedClient> =>
  Option.gen(function* () {
    const hash = yield* grant.presentedClient
    const client = yield* HashMap.get(state.clients, key(grant.session.instanceId, hash))
    return { ...client, hash }
  }).pipe(Option.filter(({ expiresAt }) => !isOver(expiresAt, grant.session.authenticatedAt)))

const store = (state: MemoryState, grant: SessionGrant): MemoryState => {
  const { clientExpiresAt, clientHash, session } = grant
  const { authenticatedAt, instanceId, secretHash, userId } = session
  const presented = presentedClient(state, grant)
  const { id, knownTo } = Option.getOrElse(presented, () => ({
    id: grant.newClientId,
    knownTo: HashSet.empty<UserId>()
  }))
  const isHeldByIt = (stored: StoredSession) =>
    stored.session.instanceId === instanceId && Option.exists(presented, ({ hash }) => hash === stored.clientHash)
  const otherClients = Option.match(presented, {
    onNone: () => state.clients,
    onSome: ({ hash }) => HashMap.remove(state.clients, key(instanceId, hash))
  })
  return {
    ...state,
    clients: HashMap.set(otherClients, key(instanceId, clientHash), {
      id,
      knownTo: HashSet.add(knownTo, userId),
      expiresAt: clientExpiresAt
    }),
    sessions: HashMap.set(
      HashMap.filter(state.sessions, (stored) => !isHeldByIt(stored)),
      key(instanceId, secretHash),
      { session, lastSeenAt: authenticatedAt, clientHash, clientExpiresAt }
    )
  }
}

const issue = (
  state: MemoryState,
  grant: SessionGrant
): readonly [Either.Either<void, CredentialsChanged>, MemoryState] => {
  const { credentialEpoch, instanceId, userId } = grant.session
  const user = HashMap.get(state.users, key(instanceId, userId))
  return Option.exists(user, (current) => current.credentialEpoch === credentialEpoch)
    ? [Either.void, store(state, grant)]
    : [Either.left(new CredentialsChanged()), state]
}

const isEnded = ({ clientExpiresAt, session }: StoredSession, now: DateTime.Utc): boolean =>
  isOver(session.expiresAt, now) || isOver(clientExpiresAt, now)

const live = (state: MemoryState, { lastSeenAt, session }: StoredSession): Option.Option<LiveSession> =>
  Option.map(HashMap.get(state.users, key(session.instanceId, session.userId)), (user) => {
    const { authenticatedAt, expiresAt, id, userId } = session
    const emailVerified = Option.isSome(user.emailVerifiedAt)
    return new LiveSession({ id, userId, email: user.email, emailVerified, authenticatedAt, lastSeenAt, expiresAt })
  })

/** The adapter over a `MemoryDatabase`, as an effect. @since 0.1.0 */
export const make: Effect.Effect<typeof SessionRepository.Service, never, MemoryDatabase> = Effect.map(
  MemoryDatabase,
  (database) =>
    SessionRepository.of({
      issue: (grant) => Effect.flatten(database.modify((state) => issue(state, grant))),

      findLive: ({ clientHash, idleLifetime, instanceId, now, secretHash }) =>
        database.read((state) =>
          HashMap.get(state.sessions, key(instanceId, secretHash)).pipe(
            Option.filter((stored) => stored.clientHash === clientHash && !isEnded(stored, now)),
            Option.filter(({ lastSeenAt }) => !isOver(DateTime.addDuration(lastSeenAt, idleLifetime), now)),
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

      end: (instanceId, secretHash) =>
        database.update((state) => ({
          ...state,
          sessions: HashMap.remove(state.sessions, key(instanceId, secretHash))
        })),

      endAll: (instanceId, userId) =>
        database.modify((state) => {
          const sessions = HashMap.filter(
            state.sessions,
            ({ session }) => session.instanceId !== instanceId || session.userId !== userId
          )
          return [HashMap.size(state.sessions) - HashMap.size(sessions), { ...state, sessions }]
        }),

      sweep: ({ idleSince, limit, now }) =>
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
