/**
 * Everything that a database in memory holds, as immutable data: a snapshot is a reference.
 *
 * @since 0.1.0
 */
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as HashMap from "effect/HashMap"
import type * as HashSet from "effect/HashSet"
import * as Option from "effect/Option"
import type { AttemptCount } from "@latchkey/domain/audit/AttemptCounts"
import type { AuditEntry } from "@latchkey/domain/audit/AuditLog"
import type { AuditId, ClientId, InstanceId, UserId } from "@latchkey/domain/core/Ids"
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { MagicLink } from "@latchkey/domain/magic-link/MagicLinkRepository";
import type { MagicLinkRequest } from "@latchkey/domain/magic-link/MagicLinkOutbox";
import type { DeliveryEvent, EmailDelivery } from "@latchkey/domain/mail/MailDeliveryLog"
import type { TokenHash } from "@latchkey/domain/core/Token"
import type { Session } from "@latchkey/domain/session/SessionRepository";
import type { User } from "@latchkey/domain/account/UserRepository";

/**
 * A session and its browser's secret. The secret never changes while the session lives: a browser that gets a new one
 * loses its sessions.
 *
 * @since 0.1.0
 */
export interface StoredSession {
  readonly session: Session
  readonly lastSeenAt: DateTime.Utc
  readonly clientHash: TokenHash
  readonly clientExpiresAt: DateTime.Utc
}

/** A browser, and the users it has signed in. @since 0.1.0 */
export interface StoredClient {
  readonly id: ClientId
  readonly expiresAt: DateTime.Utc
  readonly knownTo: HashSet.HashSet<UserId>
}

/**
 * A request, when the next worker may have it (a lease moves that time), and why it is late.
 *
 * @since 0.1.0
 */
export interface StoredRequest {
  readonly request: MagicLinkRequest
  readonly dueAt: DateTime.Utc
  readonly delay: Pick<DeliveryEvent, "detail" | "reason">
}

/** Nothing has delayed a request yet. @since 0.1.0 */
export const noDelay: StoredRequest["delay"] = { reason: Option.none(), detail: Option.none() }

/** What is kept of a request that has ended. @since 0.1.0 */
export interface StoredMail {
  readonly instanceId: InstanceId
  readonly record: EmailDelivery
}

/** The admitted hits of one budget, in milliseconds, and the window that the last of them was admitted under. @since 0.1.0 */
export interface StoredBudget {
  readonly hits: ReadonlyArray<number>
  readonly windowSeconds: number
}

/**
 * Everything. What belongs to an instance is in maps whose `key` begins with it.
 *
 * @since 0.1.0
 */
export interface MemoryState {
  readonly instances: HashMap.HashMap<InstanceId, Instance>
  /** By user id. */
  readonly users: HashMap.HashMap<string, User>
  /** By email. */
  readonly userIds: HashMap.HashMap<string, UserId>
  /** By the hash of the session's secret. */
  readonly sessions: HashMap.HashMap<string, StoredSession>
  /** By the hash of the browser's secret. */
  readonly clients: HashMap.HashMap<string, StoredClient>
  /** By the hash of the token. */
  readonly links: HashMap.HashMap<string, MagicLink>
  /** By the id of the request. */
  readonly requests: HashMap.HashMap<string, StoredRequest>
  /** By the id of the request. */
  readonly mails: HashMap.HashMap<string, StoredMail>
  /** By the budget's own key. */
  readonly budgets: HashMap.HashMap<string, StoredBudget>
  /** By hour, attempt and outcome. */
  readonly attemptCounts: HashMap.HashMap<string, AttemptCount>
  readonly auditLog: HashMap.HashMap<AuditId, AuditEntry>
  /** When each is over. */
  readonly operatorInvitations: HashMap.HashMap<TokenHash, DateTime.Utc>
  /** When each is over. */
  readonly operatorSessions: HashMap.HashMap<TokenHash, DateTime.Utc>
}

/** A database with nothing in it, not even the `default` instance. @since 0.1.0 */
export const empty: MemoryState = {
  instances: HashMap.empty(),
  users: HashMap.empty(),
  userIds: HashMap.empty(),
  sessions: HashMap.empty(),
  clients: HashMap.empty(),
  links: HashMap.empty(),
  requests: HashMap.empty(),
  mails: HashMap.empty(),
  budgets: HashMap.empty(),
  attemptCounts: HashMap.empty(),
  auditLog: HashMap.empty(),
  operatorInvitations: HashMap.empty(),
  operatorSessions: HashMap.empty()
}

/** No instance id holds a space, so keys of two instances never meet. @since 0.1.0 */
export const key = (instanceId: InstanceId, name: string): string => `${instanceId} ${name}`

/** A time is over from the very millisecond on that it names. @since 0.1.0 */
export const isOver = (end: DateTime.Utc, now: DateTime.Utc): boolean => DateTime.lessThanOrEqualTo(end, now)

/** The map without up to `limit` of the values that match, and how many went. @since 0.1.0 */
export const removeUpTo = <K, V>(
  map: HashMap.HashMap<K, V>,
  limit: number,
  matches: (value: V) => boolean
): readonly [number, HashMap.HashMap<K, V>] => {
  const keys = Arr.take(HashMap.keys(HashMap.filter(map, matches)), limit)
  return [keys.length, HashMap.removeMany(map, keys)]
}
