/**
 * `SessionRepository.issue` as a change of the state.
 */
import { CredentialsChanged } from "@latchkey/domain/session/SessionErrors"
import type { UserId } from "@latchkey/domain/core/Ids"
import type { TokenHash } from "@latchkey/domain/core/Token"
import { maxKnownClients, maxSessions, type SessionGrant } from "@latchkey/domain/session/SessionRepository"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import {
  isExpired,
  isOfUsableAccount,
  key,
  type MemoryState,
  newestFirst,
  type StoredClient,
  type StoredSession
} from "./MemoryState.ts"

interface PresentedClient extends StoredClient {
  readonly hash: TokenHash
}

const presentedClient = (state: MemoryState, grant: SessionGrant): Option.Option<PresentedClient> =>
  Option.gen(function* () {
    const hash = yield* grant.presentedClient
    const client = yield* HashMap.get(state.clients, key(grant.session.instanceId, hash))
    return { ...client, hash }
  }).pipe(Option.filter(({ expiresAt }) => !isExpired(expiresAt, grant.now)))

const store = (state: MemoryState, grant: SessionGrant): MemoryState => {
  const { clientExpiresAt, clientHash, now, session } = grant
  const { instanceId, tokenHash, userId } = session
  const presented = presentedClient(state, grant)
  const { id, users } = Option.getOrElse(presented, () => ({
    id: grant.newClientId,
    users: HashMap.empty<UserId, DateTime.Utc>()
  }))
  const isOfPresentedClient = (stored: StoredSession) =>
    stored.session.instanceId === instanceId && Option.exists(presented, ({ hash }) => hash === stored.clientHash)
  const otherClients = Option.match(presented, {
    onNone: () => state.clients,
    onSome: ({ hash }) => HashMap.remove(state.clients, key(instanceId, hash))
  })
  return {
    ...state,
    clients: HashMap.set(otherClients, key(instanceId, clientHash), {
      id,
      users: HashMap.set(users, userId, now),
      expiresAt: clientExpiresAt
    }),
    sessions: HashMap.set(
      HashMap.filter(state.sessions, (stored) => !isOfPresentedClient(stored)),
      key(instanceId, tokenHash),
      { session, lastSeenAt: now, clientHash, clientExpiresAt }
    )
  }
}

/** Deletes all but the newest sessions of the grant's user. */
const trimSessions = (state: MemoryState, { session: { id, instanceId, userId } }: SessionGrant): MemoryState => {
  const others = Arr.filter(HashMap.toEntries(state.sessions), ([, { session }]) => {
    return session.instanceId === instanceId && session.userId === userId && session.id !== id
  })
  const sorted = Arr.sort(
    others,
    Order.mapInput(newestFirst, ([, stored]: (typeof others)[number]) => stored)
  )
  const excess = Arr.map(Arr.drop(sorted, maxSessions - 1), ([name]) => name)
  return { ...state, sessions: HashMap.removeMany(state.sessions, excess) }
}

/** Forgets all but the clients that the grant's user has signed in on last. */
const trimKnownClients = (state: MemoryState, { clientHash, session }: SessionGrant): MemoryState => {
  const { instanceId, userId } = session
  const known = Arr.filterMap(HashMap.toEntries(state.clients), ([name, { id, users }]) =>
    name.startsWith(key(instanceId, "")) && name !== key(instanceId, clientHash)
      ? Option.map(HashMap.get(users, userId), (at) => ({ at, id, name }))
      : Option.none()
  )
  const newest = Order.reverse(
    Order.combine(
      Order.mapInput(DateTime.Order, ({ at }: (typeof known)[number]) => at),
      Order.mapInput(Order.string, ({ id }: (typeof known)[number]) => id)
    )
  )
  const clients = Arr.reduce(Arr.drop(Arr.sort(known, newest), maxKnownClients - 1), state.clients, (map, { name }) =>
    HashMap.modify(map, name, (client) => ({ ...client, users: HashMap.remove(client.users, userId) }))
  )
  return { ...state, clients }
}

/** Returns the next state with the session in it; or the failure, and the state unchanged. */
export const issueSession = (
  state: MemoryState,
  grant: SessionGrant
): readonly [Either.Either<void, CredentialsChanged>, MemoryState] => {
  const { session } = grant
  if (!isOfUsableAccount(state, session, grant.now)) return [Either.left(new CredentialsChanged()), state]
  return [Either.void, trimKnownClients(trimSessions(store(state, grant), grant), grant)]
}
