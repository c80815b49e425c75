/**
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type { PersistenceError } from "../core/Errors.ts"
import type { InstanceId, WishId } from "../core/Ids.ts"
import type { MagicLinkWish } from "./MagicLink.ts"
import type { MailEvent, MailRecord } from "../mail/MailDeliveryLog.ts"

/**
 * The port for wishes for a link that wait to be mailed. It never holds a token, so that neither a crash nor a dump of
 * the store gives one away.
 *
 * @since 0.1.0
 */
export class MagicLinkOutbox extends Context.Tag("@latchkey/domain/MagicLinkOutbox")<
  MagicLinkOutbox,
  {
    /** Stores a wish, durably: once this has succeeded no crash loses it. It can be leased at once. */
    readonly enqueue: (wish: MagicLinkWish) => Effect.Effect<void, PersistenceError>

    /**
     * Hands out up to `limit` wishes that are due at `now`, oldest first, and keeps them from every other worker until
     * `until`. Each comes back with `attempts` counted up. Several workers at once get different wishes and do not wait
     * for one another. A lease that runs out makes the wish due again.
     */
    readonly lease: (options: {
      readonly now: DateTime.Utc
      readonly until: DateTime.Utc
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<MagicLinkWish>, PersistenceError>

    /**
     * Ends a wish, mailed or dropped for good: nobody leases it again, and of it a record is kept. Nothing happens when
     * it is gone.
     */
    readonly settle: (
      instanceId: InstanceId,
      id: WishId,
      ending: MailEvent & { readonly state: "sent" | "dropped" }
    ) => Effect.Effect<void, PersistenceError>

    /**
     * Ends the lease, makes the wish due at `at`, and notes why it is late. Nothing happens when it is gone.
     */
    readonly retryAt: (instanceId: InstanceId, id: WishId, event: MailEvent) => Effect.Effect<void, PersistenceError>

    /** The last `limit` mails of the instance, waiting, sent and dropped, the newest wish first. */
    readonly records: (
      instanceId: InstanceId,
      limit: number
    ) => Effect.Effect<ReadonlyArray<MailRecord>, PersistenceError>

    /** Deletes up to `limit` records, of all instances, of wishes that ended at `endedUntil` or before. Answers how many. */
    readonly sweepRecords: (endedUntil: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>

    /** Deletes up to `limit` wishes of all instances that were made at `madeUntil` or before. Answers how many went. */
    readonly sweep: (madeUntil: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
