/** Sessions and clients in a `MemoryDatabase`. */
import { User } from "@latchkey/domain/account/UserRepository"
import type { InstanceId, SessionId, UserId } from "@latchkey/domain/core/Ids"
import {
  ActiveSession,
  type RotatedSession,
  Session,
  SessionRepository,
  type SessionRotation
} from "@latchkey/domain/session/SessionRepository"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import { pipe } from "effect/Function"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { issueSession } from "./internal/issueSession.ts"
import { isExpired, key, type MemoryState } from "./internal/MemoryState.ts"
import {
  clients,
  newestFirst,
  sessions,
  type StoredClient,
  type StoredSession,
  toSummary
} from "./internal/sessions.ts"
import { isOfCurrentVersion, isOfUsableAccount, users } from "./internal/users.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"

const hasExpired = ({ clientExpiresAt, session }: StoredSession, now: DateTime.Utc): boolean =>
  isExpired(session.expiresAt, now) || isExpired(clientExpiresAt, now)

const isIdle = ({ lastSeenAt }: StoredSession, idleLifetime: Duration.Duration, now: DateTime.Utc): boolean =>
  isExpired(DateTime.addDuration(lastSeenAt, idleLifetime), now)

const toActiveSession = (state: MemoryState, { lastSeenAt, session }: StoredSession): Option.Option<ActiveSession> =>
  Option.map(users.get(state, key(session.instanceId, session.userId)), (user) => {
    const { authenticatedAt, expiresAt, id, methods, userId } = session
    const emailVerified = Option.isSome(user.emailVerifiedAt)
    const { claimedAt, email, language } = user
    const times = { authenticatedAt, lastSeenAt, expiresAt }
    return new ActiveSession({ id, userId, email, emailVerified, claimedAt, language, methods, ...times })
  })

/** Returns what became of the token, and the next state. */
const rotate = (
  state: MemoryState,
  { clientHash, idleLifetime, instanceId, nextHash, now, repeatableSince, tokenHash }: SessionRotation
): readonly [Option.Option<RotatedSession>, MemoryState] => {
  const found = Arr.findFirst(
    sessions.values(state),
    (stored) =>
      stored.session.instanceId === instanceId &&
      stored.clientHash === clientHash &&
      Option.isSome(stored.session.rotatedAt) &&
      !hasExpired(stored, now) &&
      !isIdle(stored, idleLifetime, now) &&
      isOfUsableAccount(state, stored.session, now)
  )
  if (Option.isNone(found)) return [Option.none(), state]
  const stored = found.value
  if (stored.session.tokenHash !== tokenHash) {
    const isRepeatable = Option.exists(stored.session.rotatedAt, DateTime.greaterThanOrEqualTo(repeatableSince))
    const outcome = stored.formerHash === tokenHash && isRepeatable ? "repeated" : "replayed"
    return [Option.map(toActiveSession(state, stored), (session) => ({ outcome, session })), state]
  }
  const rotated = {
    ...stored,
    session: new Session({ ...stored.session, tokenHash: nextHash, rotatedAt: Option.some(now) }),
    lastSeenAt: DateTime.max(stored.lastSeenAt, now),
    formerHash: tokenHash
  }
  const session = toActiveSession(state, rotated)
  return [
    Option.map(session, (session) => ({ outcome: "rotated" as const, session })),
    sessions.set(sessions.remove(state, key(instanceId, tokenHash)), key(instanceId, nextHash), rotated)
  ]
}

const byClientId = Order.mapInput(Order.string, ([, { id }]: readonly [string, StoredClient]) => id)

/** Returns how many clients it deleted, the one after which to go on, and the next state. */
const deleteUnusedClients = (
  state: MemoryState,
  { after, instanceId, limit }: Parameters<SessionRepository["Type"]["deleteUnusedClients"]>[0]
) => {
  const holders = new Set(
    Arr.map(sessions.values(state), ({ clientHash, session }) => key(session.instanceId, clientHash))
  )
  const examined = pipe(
    HashMap.toEntries(clients.rows(state)),
    Arr.filter(([name, { id }]) => name.startsWith(key(instanceId, "")) && Option.getOrElse(after, () => "") < id),
    Arr.sort(byClientId),
    Arr.take(limit)
  )
  const unused = examined.filter(([name, { users }]) => HashMap.isEmpty(users) && !holders.has(name))
  const last = Option.map(Arr.get(examined, limit - 1), ([, { id }]) => id)
  return [
    { deleted: unused.length, after: last },
    clients.update(state, HashMap.removeMany(Arr.map(unused, ([name]) => name)))
  ] as const
}

/**
 * Raises the user's credential version, and moves the kept session to it. Returns how many sessions that revoked, and
 * the next state.
 */
const revokeExcept = (
  state: MemoryState,
  instanceId: InstanceId,
  userId: UserId,
  kept: Option.Option<SessionId>
): readonly [number, MemoryState] => {
  const user = users.get(state, key(instanceId, userId))
  if (Option.isNone(user)) return [0, state]
  const { credentialVersion } = user.value
  const isCurrent = ({ session }: StoredSession) =>
    session.instanceId === instanceId && session.userId === userId && session.credentialVersion === credentialVersion
  const isKept = ({ session }: StoredSession) => Option.contains(kept, session.id)
  const next = credentialVersion + 1
  const raised = users.set(state, key(instanceId, userId), new User({ ...user.value, credentialVersion: next }))
  const moved = sessions.update(
    raised,
    HashMap.map((stored) =>
      isCurrent(stored) && isKept(stored)
        ? { ...stored, session: new Session({ ...stored.session, credentialVersion: next }) }
        : stored
    )
  )
  return [HashMap.size(HashMap.filter(sessions.rows(state), (stored) => isCurrent(stored) && !isKept(stored))), moved]
}

/** Makes the adapter over a `MemoryDatabase`. */
export const make = Effect.map(MemoryDatabase, (database) =>
  SessionRepository.of({
    issue: (grant) => Effect.flatten(database.modify((state) => issueSession(state, grant))),

    findActive: ({ clientHash, idleLifetime, instanceId, now, tokenHash }) =>
      database.read((state) =>
        sessions.get(state, key(instanceId, tokenHash)).pipe(
          Option.filter((stored) => stored.clientHash === clientHash && !hasExpired(stored, now)),
          Option.filter(({ session }) => isOfUsableAccount(state, session, now)),
          Option.filter((stored) => !isIdle(stored, idleLifetime, now)),
          Option.flatMap((stored) => toActiveSession(state, stored))
        )
      ),

    rotate: (rotation) => database.modify((state) => rotate(state, rotation)),

    touch: (instanceId, id, now) =>
      database.update((state) =>
        sessions.update(
          state,
          HashMap.map((stored) =>
            stored.session.instanceId === instanceId && stored.session.id === id
              ? { ...stored, lastSeenAt: DateTime.max(stored.lastSeenAt, now) }
              : stored
          )
        )
      ),

    revoke: (instanceId, tokenHash) =>
      database.modify((state) => {
        const ofToken = key(instanceId, tokenHash)
        const revoked = Option.map(sessions.get(state, ofToken), ({ session: { id, userId } }) => ({ id, userId }))
        return [revoked, sessions.remove(state, ofToken)]
      }),

    lastSignIns: (instanceId, userIds) =>
      database.read((state) => {
        const prefix = key(instanceId, "")
        const last = new Map<UserId, DateTime.Utc>()
        for (const [name, { users }] of clients.rows(state)) {
          if (!name.startsWith(prefix)) continue
          for (const userId of userIds) {
            const at = Option.getOrUndefined(HashMap.get(users, userId))
            const known = last.get(userId)
            if (at !== undefined && (known === undefined || DateTime.greaterThan(at, known))) last.set(userId, at)
          }
        }
        return last
      }),

    list: ({ id, idleLifetime, instanceId, limit, now, userId }) =>
      database.read((state) =>
        pipe(
          sessions.values(state),
          Arr.filter(({ session }) => session.instanceId === instanceId && session.userId === userId),
          Arr.filter(({ session }) => id === undefined || session.id === id),
          Arr.filter(({ session }) => isOfUsableAccount(state, session, now)),
          Arr.filter((stored) => !hasExpired(stored, now) && !isIdle(stored, idleLifetime, now)),
          Arr.sort(newestFirst),
          Arr.take(limit),
          Arr.map(toSummary(state))
        )
      ),

    revokeById: (instanceId, userId, id) =>
      database.modify((state) => {
        const [revoked, next] = sessions.delete(
          state,
          Infinity,
          ({ session }) =>
            session.instanceId === instanceId &&
            session.userId === userId &&
            session.id === id &&
            isOfCurrentVersion(state, session)
        )
        return [revoked > 0, next]
      }),

    revokeOthers: (instanceId, userId, kept) =>
      database.modify((state) => revokeExcept(state, instanceId, userId, Option.some(kept))),

    revokeAll: (instanceId, userId) =>
      database.modify((state) => revokeExcept(state, instanceId, userId, Option.none())),

    deleteExpired: ({ idleSince, limit, now }) =>
      database.modify((state) => {
        const [deletedSessions, rest] = sessions.delete(
          state,
          limit,
          (stored) => hasExpired(stored, now) || isExpired(stored.lastSeenAt, idleSince)
        )
        const [deletedClients, next] = clients.delete(rest, limit, ({ expiresAt }) => isExpired(expiresAt, now))
        return [deletedSessions + deletedClients, next]
      }),

    deleteUnusedClients: (options) => database.modify((state) => deleteUnusedClients(state, options))
  })
)

/** The adapter as a layer. Adapters that share data need the same `MemoryDatabase`. */
export const layer: Layer.Layer<SessionRepository, never, MemoryDatabase> = Layer.effect(SessionRepository, make)
