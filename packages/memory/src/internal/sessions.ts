import type { ClientId, UserId } from "@latchkey/domain/core/Ids"
import type { TokenHash } from "@latchkey/domain/core/Token"
import { type Session, SessionSummary } from "@latchkey/domain/session/SessionRepository"
import * as DateTime from "effect/DateTime"
import type * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { isOfUser, key, type MemoryState, Table } from "./MemoryState.ts"

/**
 * A session, with the token hash of its client. That hash never changes while the session exists: a client that gets a
 * new token loses its sessions. `formerHash`: hash of the token before the current one, of a native client.
 */
export interface StoredSession {
  readonly session: Session
  readonly lastSeenAt: DateTime.Utc
  readonly clientHash: TokenHash
  readonly clientExpiresAt: DateTime.Utc
  readonly formerHash?: TokenHash
}

/** A client, and the users that it is known to, with the time at which each of them last signed in on it. */
export interface StoredClient {
  readonly id: ClientId
  readonly expiresAt: DateTime.Utc
  readonly deviceName: Option.Option<string>
  readonly users: HashMap.HashMap<UserId, DateTime.Utc>
}

/** By the hash of the session token. */
export const sessions = new Table<string, StoredSession>("sessions", {
  letsIn: true,
  isOf: ({ session }, user) => isOfUser(session, user)
})

/** By the hash of the client token. */
export const clients = new Table<string, StoredClient>("clients")

/** Makes the entry of a list for a session. */
export const toSummary =
  (state: MemoryState) =>
  ({ clientHash, lastSeenAt, session }: StoredSession): SessionSummary => {
    const { authenticatedAt, expiresAt, id, instanceId, methods, userAgent } = session
    const deviceName = Option.flatMap(clients.get(state, key(instanceId, clientHash)), (client) => client.deviceName)
    return new SessionSummary({ id, methods, userAgent, deviceName, authenticatedAt, lastSeenAt, expiresAt })
  }

/** Newest first; sessions of a later credential version before all others. */
export const newestFirst: Order.Order<StoredSession> = Order.reverse(
  Order.combineAll([
    Order.mapInput(Order.number, ({ session }: StoredSession) => session.credentialVersion),
    Order.mapInput(DateTime.Order, ({ session }: StoredSession) => session.authenticatedAt),
    Order.mapInput(Order.string, ({ session }: StoredSession) => session.id)
  ])
)
