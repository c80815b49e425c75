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
import { isExpired, key, type MemoryState } from "./MemoryState.ts"
import { clients, newestFirst, sessions, type StoredClient, type StoredSession } from "./sessions.ts"
import { recordEvent } from "./events.ts"
import { isOfUsableAccount } from "./users.ts"

interface PresentedClient extends StoredClient {
  readonly hash: TokenHash
}

const presentedClient = (state: MemoryState, grant: SessionGrant): Option.Option<PresentedClient> =>
  Option.gen(function* () {
    const hash = yield* grant.presentedClient
    const client = yield* clients.get(state, key(grant.session.instanceId, hash))
    return { ...client, hash }
  }).pipe(Option.filter(({ expiresAt }) => !isExpired(expiresAt, grant.now)))

const store = (state: MemoryState, grant: SessionGrant): MemoryState => {
  const { clientExpiresAt, clientHash, now, session } = grant
  const { instanceId, tokenHash, userId } = session
  const presented = presentedClient(state, grant)
  const { deviceName, id, users } = Option.getOrElse(presented, () => ({
    id: grant.newClientId,
    deviceName: Option.none<string>(),
    users: HashMap.empty<UserId, DateTime.Utc>()
  }))
  const isOfPresentedClient = (stored: StoredSession) =>
    stored.session.instanceId === instanceId && Option.exists(presented, ({ hash }) => hash === stored.clientHash)
  const otherClients = Option.match(presented, {
    onNone: () => state,
    onSome: ({ hash }) => clients.remove(state, key(instanceId, hash))
  })
  const known = clients.set(otherClients, key(instanceId, clientHash), {
    id,
    users: HashMap.set(users, userId, now),
    expiresAt: clientExpiresAt,
    deviceName: Option.orElse(grant.deviceName, () => deviceName)
  })
  const rest = sessions.without(known, isOfPresentedClient)
  return sessions.set(rest, key(instanceId, tokenHash), { session, lastSeenAt: now, clientHash, clientExpiresAt })
}

/** Deletes all but the newest sessions of the grant's user. */
const trimSessions = (state: MemoryState, { session: { id, instanceId, userId } }: SessionGrant): MemoryState => {
  const others = Arr.filter(HashMap.toEntries(sessions.rows(state)), ([, { session }]) => {
    return session.instanceId === instanceId && session.userId === userId && session.id !== id
  })
  const sorted = Arr.sort(
    others,
    Order.mapInput(newestFirst, ([, stored]: (typeof others)[number]) => stored)
  )
  const excess = Arr.map(Arr.drop(sorted, maxSessions - 1), ([name]) => name)
  return sessions.update(state, HashMap.removeMany(excess))
}

/** Forgets all but the clients that the grant's user has signed in on last. */
const trimKnownClients = (state: MemoryState, { clientHash, session }: SessionGrant): MemoryState => {
  const { instanceId, userId } = session
  const known = Arr.filterMap(HashMap.toEntries(clients.rows(state)), ([name, { id, users }]) =>
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
  return Arr.reduce(Arr.drop(Arr.sort(known, newest), maxKnownClients - 1), state, (rest, { name }) =>
    clients.update(
      rest,
      HashMap.modify(name, (client) => ({ ...client, users: HashMap.remove(client.users, userId) }))
    )
  )
}

/** Returns the next state with the session in it; or the failure, and the state unchanged. */
export const issueSession = (
  state: MemoryState,
  grant: SessionGrant
): readonly [Either.Either<void, CredentialsChanged>, MemoryState] => {
  const { session } = grant
  if (!isOfUsableAccount(state, session, grant.now)) return [Either.left(new CredentialsChanged()), state]
  const issued = trimKnownClients(trimSessions(store(state, grant), grant), grant)
  return [
    Either.void,
    Option.match(grant.event, { onNone: () => issued, onSome: (event) => recordEvent(issued, event)[1] })
  ]
}
