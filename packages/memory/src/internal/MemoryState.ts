/**
 * Everything that a database in memory holds, as immutable data: a snapshot is a reference.
 */
import type { FormerEmail } from "@latchkey/domain/account/FormerEmails"
import { isDeletionDue, type User } from "@latchkey/domain/account/UserRepository"
import type { AttemptCount } from "@latchkey/domain/audit/AttemptCounts"
import type { AuditEntry } from "@latchkey/domain/audit/AuditLog"
import type { ApiKeyId, AuditId, ClientId, InstanceId, OperatorId, UserId } from "@latchkey/domain/core/Ids"
import type { TokenHash } from "@latchkey/domain/core/Token"
import type { Instance } from "@latchkey/domain/instance/Instance"
import type { Invitation } from "@latchkey/domain/invitation/InvitationRepository"
import type { CustomEmail } from "@latchkey/domain/mail/CustomEmailRepository"
import type { QueuedEmail } from "@latchkey/domain/mail/EmailOutbox"
import type { EmailSuppression } from "@latchkey/domain/mail/EmailSuppressions"
import type { MagicLink } from "@latchkey/domain/magic-link/MagicLinkRepository"
import type { DeliveryUpdate, EmailDelivery } from "@latchkey/domain/mail/MailDeliveryLog"
import type { StoredApiKey } from "@latchkey/domain/operator/ApiKeyRepository"
import type { Operator } from "@latchkey/domain/operator/Operator"
import type { OneTimeToken } from "@latchkey/domain/one-time-token/OneTimeTokenRepository"
import type { OperatorPasskey } from "@latchkey/domain/operator/OperatorPasskeyRepository"
import type { OperatorInvitation, OperatorSession } from "@latchkey/domain/operator/OperatorRepository"
import type { CredentialId, UserHandle } from "@latchkey/domain/passkey/Credential"
import type { Passkey } from "@latchkey/domain/passkey/PasskeyRepository"
import type { SecondFactor } from "@latchkey/domain/second-factor/SecondFactorRepository"
import type { FactorRecovery } from "@latchkey/domain/session/FactorRecoveryRepository"
import { type Session, SessionSummary } from "@latchkey/domain/session/SessionRepository"
import * as Arr from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as HashMap from "effect/HashMap"
import type * as HashSet from "effect/HashSet"
import * as Option from "effect/Option"
import * as Order from "effect/Order"

/**
 * A session, with the token hash of its client. That hash never changes while the session exists: a client that gets a
 * new token loses its sessions.
 */
export interface StoredSession {
  readonly session: Session
  readonly lastSeenAt: DateTime.Utc
  readonly clientHash: TokenHash
  readonly clientExpiresAt: DateTime.Utc
}

/** A client, and the users that it is known to, with the time at which each of them last signed in on it. */
export interface StoredClient {
  readonly id: ClientId
  readonly expiresAt: DateTime.Utc
  readonly users: HashMap.HashMap<UserId, DateTime.Utc>
}

/**
 * A queued email. `dueAt`: when a worker may lease it, which a lease moves; none if it is due immediately. `delay`:
 * why it was rescheduled.
 */
export interface StoredEmail {
  readonly email: QueuedEmail
  readonly dueAt: Option.Option<DateTime.Utc>
  readonly delay: Pick<DeliveryUpdate, "detail" | "reason">
}

/** The delay of an email that was never rescheduled. */
export const noDelay: StoredEmail["delay"] = { reason: Option.none(), detail: Option.none() }

/** What is kept of a completed email. `reportedAt`: when its report was stored, if there is one. */
export interface StoredDelivery {
  readonly instanceId: InstanceId
  readonly userId: Option.Option<UserId>
  readonly delivery: EmailDelivery
  readonly reportedAt: Option.Option<DateTime.Utc>
}

/** The allowed attempts of one window, in milliseconds since 1970, and the length that the window last had. */
export interface StoredWindow {
  readonly times: ReadonlyArray<number>
  readonly windowSeconds: number
}

/** The failed sign-ins of an address. `userId`: the account that they count for; none without an account. */
export interface StoredFailures {
  readonly instanceId: InstanceId
  readonly userId: Option.Option<UserId>
  readonly failures: number
  readonly noticeDueAt: Option.Option<DateTime.Utc>
  readonly notifiedAt: Option.Option<DateTime.Utc>
  readonly expiresAt: Option.Option<DateTime.Utc>
}

/** The second factor of a user, and the hashes of its recovery codes, which were made together. */
export interface StoredSecondFactor {
  readonly factor: SecondFactor
  readonly recoveryCodes: HashSet.HashSet<TokenHash>
  readonly codesCreatedAt: DateTime.Utc
}

/** A link of a recovery: whose it is. */
export type StoredFactorRecoveryLink = Pick<FactorRecovery, "instanceId" | "userId">

/** A dashboard session. */
export interface StoredOperatorSession extends OperatorSession {
  readonly lastSeenAt: DateTime.Utc
}

/** A deleted instance, which keeps its hosts. */
export interface StoredDeletion {
  readonly instance: Instance
  readonly deletedAt: DateTime.Utc
}

/** The whole state. The `key` of everything that belongs to an instance begins with the id of that instance. */
export interface MemoryState {
  readonly instances: HashMap.HashMap<InstanceId, Instance>
  readonly deletedInstances: HashMap.HashMap<InstanceId, StoredDeletion>
  /** By user id. */
  readonly users: HashMap.HashMap<string, User>
  /** By email address. */
  readonly userIds: HashMap.HashMap<string, UserId>
  /** By external id. */
  readonly userIdsByExternalId: HashMap.HashMap<string, UserId>
  /** By the hash of the session token. */
  readonly sessions: HashMap.HashMap<string, StoredSession>
  /** By the hash of the client token. */
  readonly clients: HashMap.HashMap<string, StoredClient>
  /** By the hash of the link token. */
  readonly magicLinks: HashMap.HashMap<string, MagicLink>
  /** By email address. */
  readonly invitations: HashMap.HashMap<string, Invitation>
  /** By subject, hash and kind. */
  readonly oneTimeTokens: HashMap.HashMap<string, OneTimeToken>
  /** By credential id. */
  readonly passkeys: HashMap.HashMap<string, Passkey>
  /** By user id. */
  readonly userHandles: HashMap.HashMap<string, UserHandle>
  /** By user id. */
  readonly secondFactors: HashMap.HashMap<string, StoredSecondFactor>
  /** By user id. */
  readonly factorRecoveries: HashMap.HashMap<string, FactorRecovery>
  /** By the hash of the token. */
  readonly factorRecoveryLinks: HashMap.HashMap<string, StoredFactorRecoveryLink>
  /** By email address. */
  readonly formerEmails: HashMap.HashMap<string, FormerEmail>
  /** By kind and language. */
  readonly customEmails: HashMap.HashMap<string, CustomEmail>
  /** By the id of the email. */
  readonly queuedEmails: HashMap.HashMap<string, StoredEmail>
  /** By the id of the email. */
  readonly emailDeliveries: HashMap.HashMap<string, StoredDelivery>
  /** By email address. */
  readonly emailSuppressions: HashMap.HashMap<string, EmailSuppression>
  /** By the key of the window. */
  readonly rateLimits: HashMap.HashMap<string, StoredWindow>
  /** By email address. */
  readonly signInFailures: HashMap.HashMap<string, StoredFailures>
  /** By hour, attempt and outcome. */
  readonly attemptCounts: HashMap.HashMap<string, AttemptCount>
  readonly auditLog: HashMap.HashMap<AuditId, AuditEntry>
  readonly operators: HashMap.HashMap<OperatorId, Operator>
  readonly apiKeys: HashMap.HashMap<ApiKeyId, StoredApiKey>
  /** By the hash of the token. */
  readonly operatorInvitations: HashMap.HashMap<TokenHash, OperatorInvitation>
  /** By the hash of the token. */
  readonly operatorSessions: HashMap.HashMap<TokenHash, StoredOperatorSession>
  readonly operatorPasskeys: HashMap.HashMap<CredentialId, OperatorPasskey>
  readonly operatorHandles: HashMap.HashMap<OperatorId, UserHandle>
}

/** A database that holds nothing, not even the `default` instance. */
export const empty: MemoryState = {
  instances: HashMap.empty(),
  deletedInstances: HashMap.empty(),
  users: HashMap.empty(),
  userIds: HashMap.empty(),
  userIdsByExternalId: HashMap.empty(),
  sessions: HashMap.empty(),
  clients: HashMap.empty(),
  magicLinks: HashMap.empty(),
  invitations: HashMap.empty(),
  oneTimeTokens: HashMap.empty(),
  passkeys: HashMap.empty(),
  userHandles: HashMap.empty(),
  secondFactors: HashMap.empty(),
  factorRecoveries: HashMap.empty(),
  factorRecoveryLinks: HashMap.empty(),
  formerEmails: HashMap.empty(),
  customEmails: HashMap.empty(),
  queuedEmails: HashMap.empty(),
  emailDeliveries: HashMap.empty(),
  emailSuppressions: HashMap.empty(),
  rateLimits: HashMap.empty(),
  signInFailures: HashMap.empty(),
  attemptCounts: HashMap.empty(),
  auditLog: HashMap.empty(),
  operators: HashMap.empty(),
  apiKeys: HashMap.empty(),
  operatorInvitations: HashMap.empty(),
  operatorSessions: HashMap.empty(),
  operatorPasskeys: HashMap.empty(),
  operatorHandles: HashMap.empty()
}

/**
 * Returns the key of something in an instance. Instance ids contain no space, so keys of two instances never collide.
 */
export const key = (instanceId: InstanceId, name: string): string => `${instanceId} ${name}`

/** Returns `true` from the exact millisecond `expiresAt` on. */
export const isExpired = (expiresAt: DateTime.Utc, now: DateTime.Utc): boolean =>
  DateTime.lessThanOrEqualTo(expiresAt, now)

/** Returns `true` if the session's credential version is the user's and the user is not disabled. */
export const isOfCurrentVersion = (state: MemoryState, { credentialVersion, instanceId, userId }: Session): boolean =>
  Option.exists(
    HashMap.get(state.users, key(instanceId, userId)),
    (user) => user.credentialVersion === credentialVersion && Option.isNone(user.disabledAt)
  )

/** As `isOfCurrentVersion`, and the user is not to be deleted at `now` or before. */
export const isOfUsableAccount = (state: MemoryState, session: Session, now: DateTime.Utc): boolean =>
  isOfCurrentVersion(state, session) &&
  !Option.exists(HashMap.get(state.users, key(session.instanceId, session.userId)), (user) => isDeletionDue(user, now))

/** Returns the failed sign-ins in a row of an account. */
export const failuresOf = (state: MemoryState, { email, id, instanceId }: Pick<User, "email" | "id" | "instanceId">) =>
  HashMap.get(state.signInFailures, key(instanceId, email)).pipe(
    Option.filter(({ userId }) => Option.contains(userId, id)),
    Option.match({ onNone: () => 0, onSome: ({ failures }) => failures })
  )

/** Deletes the passkeys of a user, and the handle. */
export const withoutPasskeys = (
  state: MemoryState,
  { id, instanceId }: Pick<User, "id" | "instanceId">
): MemoryState => ({
  ...state,
  passkeys: HashMap.filter(state.passkeys, (passkey) => passkey.instanceId !== instanceId || passkey.userId !== id),
  userHandles: HashMap.remove(state.userHandles, key(instanceId, id))
})

/** Deletes the recovery of a user, with its links. */
export const withoutFactorRecovery = (state: MemoryState, instanceId: InstanceId, userId: UserId): MemoryState => ({
  ...state,
  factorRecoveries: HashMap.remove(state.factorRecoveries, key(instanceId, userId)),
  factorRecoveryLinks: HashMap.filter(
    state.factorRecoveryLinks,
    (link) => link.instanceId !== instanceId || link.userId !== userId
  )
})

/** Makes the entry of a list for a session. */
export const toSummary = ({ lastSeenAt, session }: StoredSession): SessionSummary => {
  const { authenticatedAt, expiresAt, id, methods, userAgent } = session
  return new SessionSummary({ id, methods, userAgent, authenticatedAt, lastSeenAt, expiresAt })
}

/** Newest first; sessions of a later credential version before all others. */
export const newestFirst: Order.Order<StoredSession> = Order.reverse(
  Order.combineAll([
    Order.mapInput(Order.number, ({ session }: StoredSession) => session.credentialVersion),
    Order.mapInput(DateTime.Order, ({ session }: StoredSession) => session.authenticatedAt),
    Order.mapInput(Order.string, ({ session }: StoredSession) => session.id)
  ])
)

/** Deletes up to `limit` values that match. Returns how many it deleted, and the remaining map. */
export const deleteUpTo = <K, V>(
  map: HashMap.HashMap<K, V>,
  limit: number,
  matches: (value: V) => boolean
): readonly [number, HashMap.HashMap<K, V>] => {
  const keys = Arr.take(HashMap.keys(HashMap.filter(map, matches)), limit)
  return [keys.length, HashMap.removeMany(map, keys)]
}
