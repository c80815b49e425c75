/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Email } from "../core/Email.ts"
import type { PersistenceError } from "../core/Errors.ts"
import { InstanceId, MagicLinkRequestId } from "../core/Ids.ts"
import { TokenHash } from "../core/Token.ts"
import type { DeliveryResult, DeliveryUpdate } from "../mail/MailDeliveryLog.ts"

/**
 * A queued request to send a magic link: the same for addresses with and without an account. `attempts` counts the
 * leases so far.
 *
 * @since 0.1.0
 */
export class MagicLinkRequest extends Schema.Class<MagicLinkRequest>("@latchkey/domain/MagicLinkRequest")({
  instanceId: InstanceId,
  id: MagicLinkRequestId,
  email: Email,
  clientHash: Schema.OptionFromSelf(TokenHash),
  requestedAt: Schema.DateTimeUtcFromSelf,
  attempts: Schema.Int
}) {}

/**
 * The port for the queue of requests. It never holds a token, so neither a crash nor a dump of the store exposes one.
 *
 * @since 0.1.0
 */
export class MagicLinkOutbox extends Context.Tag("@latchkey/domain/MagicLinkOutbox")<
  MagicLinkOutbox,
  {
    /**
     * Stores a request durably. It is due immediately, whatever time it is by a worker's clock: another process's clock
     * may be behind.
     */
    readonly enqueue: (request: MagicLinkRequest) => Effect.Effect<void, PersistenceError>

    /**
     * Leases up to `limit` requests that are due at `now`, oldest first, until `until`. Returns them with `attempts`
     * raised by one. Concurrent workers get different requests, and do not wait for one another. A request whose lease
     * has run out is due again.
     */
    readonly lease: (options: {
      readonly now: DateTime.Utc
      readonly until: DateTime.Utc
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<MagicLinkRequest>, PersistenceError>

    /** Removes a request for good, and adds its result to the `MailDeliveryLog`. Does nothing if it is gone. */
    readonly complete: (
      instanceId: InstanceId,
      id: MagicLinkRequestId,
      result: DeliveryResult
    ) => Effect.Effect<void, PersistenceError>

    /** Ends the lease, makes the request due at `update.at`, and stores the reason. Does nothing if it is gone. */
    readonly reschedule: (
      instanceId: InstanceId,
      id: MagicLinkRequestId,
      update: DeliveryUpdate
    ) => Effect.Effect<void, PersistenceError>

    /** Deletes up to `limit` requests of all instances made at `until` or before. Returns how many it deleted. */
    readonly deleteExpired: (until: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
