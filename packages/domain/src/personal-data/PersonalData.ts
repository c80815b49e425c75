/**
 * What is stored about a user, without anything secret.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type { User } from "../account/UserRepository.ts"
import type { AuditEntry } from "../audit/AuditLog.ts"
import type { PersistenceError } from "../core/Errors.ts"
import type { ClientId } from "../core/Ids.ts"
import type { Invitation } from "../invitation/InvitationRepository.ts"
import type { EmailSuppression } from "../mail/EmailSuppressions.ts"
import type { EmailDelivery } from "../mail/MailDeliveryLog.ts"
import type { KeysOfEmail } from "../rate-limit/LimitKey.ts"
import type { SessionSummary } from "../session/SessionRepository.ts"

/** A client that the user has signed in on, with the time of the last sign-in on it. @since 0.1.0 */
export interface KnownClient {
  readonly id: ClientId
  readonly knownAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
}

/** A window of a rate limit, and the times of the attempts that it has counted. @since 0.1.0 */
export interface StoredLimit {
  readonly key: string
  readonly countedAt: ReadonlyArray<DateTime.Utc>
}

/**
 * What is stored about a user, except the user itself. Each list is the newest `limit` of its kind.
 *
 * - `sessions`: also revoked and expired ones that are not deleted yet.
 * - `links`: when the unused links to the address, and the codes beside them, expire.
 * - `emails`: queued ones included.
 * - `suppressions`: that of the address, if it is suppressed.
 * - `failedSignIns`: those in a row.
 * - `auditLog`: the entries about the user.
 *
 * @since 0.1.0
 */
export interface StoredData {
  readonly sessions: ReadonlyArray<SessionSummary>
  readonly knownClients: ReadonlyArray<KnownClient>
  readonly links: ReadonlyArray<DateTime.Utc>
  readonly invitations: ReadonlyArray<Invitation>
  readonly emails: ReadonlyArray<EmailDelivery>
  readonly suppressions: ReadonlyArray<EmailSuppression>
  readonly rateLimits: ReadonlyArray<StoredLimit>
  readonly failedSignIns: number
  readonly auditLog: ReadonlyArray<AuditEntry>
}

/** The port for reading everything that is stored about a user. @since 0.1.0 */
export class PersonalData extends Context.Tag("@latchkey/domain/PersonalData")<
  PersonalData,
  {
    /**
     * Returns what is stored about a user, and about the user's address in its instance. `windows`: the rate limits
     * that name the address; those in another store are not in it. Never returns a hash. It is not one moment: what
     * changes meanwhile may be in it or not.
     */
    readonly read: (query: {
      readonly user: User
      readonly windows: KeysOfEmail
      readonly limit: number
    }) => Effect.Effect<StoredData, PersistenceError>
  }
>() {}
