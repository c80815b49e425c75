import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Email } from "../core/Email.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { InstanceId, QueuedEmailId, UserId } from "../core/Ids.ts"
import { Language } from "../language/Language.ts"
import { TokenHash } from "../core/Token.ts"
import { type DeliveryResult, type DeliveryUpdate, EmailKind } from "./MailDeliveryLog.ts"

/**
 * A queued email. An `EmailComposer` of its kind writes it when it is sent.
 *
 * - `clientHash`: the client that requested it, if it had a `__client` cookie.
 * - `languages`: what its reader prefers, as far as the request says: the `languages` of the caller, and before them
 *   the setting of a user who has another address. The setting of the user with this address comes before all.
 * - `userId`: the user on whose behalf it is sent, whatever its address: it goes with the user. `None` if a request
 *   without a session asked for it, and by default.
 * - `parameters`: what its composer needs to know. Never a token.
 * - `expiresAt`: when it is too late to send it.
 * - `attempts`: the leases so far.
 */
export class QueuedEmail extends Schema.Class<QueuedEmail>("@latchkey/domain/QueuedEmail")({
  instanceId: InstanceId,
  id: QueuedEmailId,
  kind: EmailKind,
  email: Email,
  clientHash: Schema.OptionFromSelf(TokenHash),
  languages: Schema.Array(Language).pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => [])
  ),
  userId: Schema.OptionFromSelf(UserId).pipe(
    Schema.propertySignature,
    Schema.withConstructorDefault(() => Option.none())
  ),
  parameters: Schema.Record({ key: Schema.String, value: Schema.String }),
  requestedAt: Schema.DateTimeUtcFromSelf,
  expiresAt: Schema.DateTimeUtcFromSelf,
  attempts: Schema.Int
}) {}

/** The port for the queue of emails. It never holds a token, so neither a crash nor a dump of the store exposes one. */
export class EmailOutbox extends Context.Tag("@latchkey/domain/EmailOutbox")<
  EmailOutbox,
  {
    /**
     * Stores an email durably. It is due immediately, whatever time it is by a worker's clock: another process's clock
     * may be behind.
     */
    readonly enqueue: (email: QueuedEmail) => Effect.Effect<void, PersistenceError>

    /**
     * Leases up to `limit` emails that are due at `now`, oldest first, until `until`. Returns them with `attempts`
     * raised by one. Concurrent workers get different emails, and do not wait for one another. An email whose lease has
     * run out is due again.
     */
    readonly lease: (options: {
      readonly now: DateTime.Utc
      readonly until: DateTime.Utc
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<QueuedEmail>, PersistenceError>

    /** Removes an email for good, and adds its result to the `MailDeliveryLog`. Does nothing if it is gone. */
    readonly complete: (
      instanceId: InstanceId,
      id: QueuedEmailId,
      result: DeliveryResult
    ) => Effect.Effect<void, PersistenceError>

    /** Ends the lease, makes the email due at `update.at`, and stores the reason. Does nothing if it is gone. */
    readonly reschedule: (
      instanceId: InstanceId,
      id: QueuedEmailId,
      update: DeliveryUpdate
    ) => Effect.Effect<void, PersistenceError>

    /** Deletes every email to an address, also those that a worker is sending. */
    readonly deleteAll: (instanceId: InstanceId, email: Email) => Effect.Effect<void, PersistenceError>

    /** Deletes every email on behalf of a user, as `deleteAll` does. */
    readonly deleteAllOf: (instanceId: InstanceId, userId: UserId) => Effect.Effect<void, PersistenceError>

    /** Deletes up to `limit` emails of all instances that expired at `until` or before. Returns how many it deleted. */
    readonly deleteExpired: (until: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
