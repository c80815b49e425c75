/** What is stored about a user, without anything secret. */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type { User } from "../account/UserRepository.ts"
import type { AuditEntry } from "../audit/AuditLog.ts"
import type { Email } from "../core/Email.ts"
import type { PersistenceError } from "../core/Errors.ts"
import type { ClientId, InstanceId } from "../core/Ids.ts"
import type { Invitation } from "../invitation/InvitationRepository.ts"
import type { EmailSuppression } from "../mail/EmailSuppressions.ts"
import type { EmailDelivery } from "../mail/MailDeliveryLog.ts"
import type { SessionSummary } from "../session/SessionRepository.ts"

/** A client that the user has signed in on, with the time of the last sign-in on it. */
export interface KnownClient {
  readonly id: ClientId
  readonly knownAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
}

/** An unused link, or a code beside one: where it was sent, and when it expires. */
export interface StoredLink {
  readonly email: Email
  readonly expiresAt: DateTime.Utc
}

/** A window of a rate limit, and the times of the attempts that it has counted. */
export interface StoredLimit {
  readonly key: string
  readonly countedAt: ReadonlyArray<DateTime.Utc>
}

/**
 * What is stored about a user, except the user itself and the rate limits. Each list is the newest `limit` of its kind.
 *
 * - `sessions`: also revoked and expired ones that are not deleted yet.
 * - `links`, `emails`: those to the addresses, and those on behalf of the user to any other one. Queued emails
 *   included.
 * - `invitations`, `suppressions`: those of the addresses.
 * - `failedSignIns`: those in a row.
 * - `auditLog`: the entries about the user.
 */
export interface StoredData {
  readonly sessions: ReadonlyArray<SessionSummary>
  readonly knownClients: ReadonlyArray<KnownClient>
  readonly links: ReadonlyArray<StoredLink>
  readonly invitations: ReadonlyArray<Invitation>
  readonly emails: ReadonlyArray<EmailDelivery>
  readonly suppressions: ReadonlyArray<EmailSuppression>
  readonly failedSignIns: number
  readonly auditLog: ReadonlyArray<AuditEntry>
}

/** The port for reading everything that is stored about a user. */
export class PersonalData extends Context.Tag("@latchkey/domain/PersonalData")<
  PersonalData,
  {
    /**
     * Returns what is stored about a user, and about addresses in the user's instance. `addresses`: those that the user
     * has verified. What is stored about another one is someone else's. Never returns a hash. It is not one moment:
     * what changes meanwhile may be in it or not.
     */
    readonly read: (query: {
      readonly user: Pick<User, "email" | "id" | "instanceId">
      readonly addresses: ReadonlyArray<Email>
      readonly limit: number
    }) => Effect.Effect<StoredData, PersistenceError>

    /** Returns the rate limits with these keys that are stored here, by key. Those of another store are not in it. */
    readonly readLimits: (query: {
      readonly instanceId: InstanceId
      readonly keys: ReadonlyArray<string>
    }) => Effect.Effect<ReadonlyArray<StoredLimit>, PersistenceError>
  }
>() {}
