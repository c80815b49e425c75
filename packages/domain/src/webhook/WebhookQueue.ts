import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { PersistenceError } from "../core/Errors.ts"
import type { InstanceId } from "../core/Ids.ts"
import type { EventId } from "../event/Event.ts"
import type { EventPosition } from "../event/EventLog.ts"
import type { Webhook, WebhookId } from "./Webhook.ts"
import type { DeliveryReason, DeliveryState, WebhookDelivery } from "./WebhookDelivery.ts"

/**
 * So many deliveries of a webhook are pending at most, except that sending events again adds to them. Other events wait
 * in the feed.
 */
export const maxPending = 1000

/** So many deliveries of a webhook are leased at most; one while the webhook is failing. */
export const maxLeased = 10

/** Which delivery. */
export interface DeliveryKey {
  readonly instanceId: InstanceId
  readonly webhookId: WebhookId
  readonly eventId: EventId
}

/** Which try of a delivery. `attempts`: the tries before it. */
export interface TryKey extends DeliveryKey {
  readonly attempts: number
}

/** What a try led to: the status of the response, or why there was none. `at`: when. */
export interface TryResult {
  readonly at: DateTime.Utc
  readonly status: Option.Option<number>
  readonly reason: Option.Option<DeliveryReason>
}

/**
 * A delivery that a worker sends now.
 *
 * - `body`: the event as JSON, as it is stored now; none if it is no longer stored.
 */
export interface LeasedDelivery extends TryKey {
  readonly webhook: Pick<Webhook, "failingSince" | "previousSecret" | "secret" | "url">
  readonly body: Option.Option<string>
  readonly createdAt: DateTime.Utc
}

/**
 * What was distributed.
 *
 * - `events`: how many events the webhooks have passed.
 * - `missed`: the webhooks that have passed events which were no longer stored.
 */
export interface Distribution {
  readonly events: number
  readonly missed: ReadonlyArray<Pick<DeliveryKey, "instanceId" | "webhookId">>
}

/** The port for deliveries. */
export class WebhookQueue extends Context.Tag("@latchkey/domain/WebhookQueue")<
  WebhookQueue,
  {
    /**
     * Makes deliveries, due at `now`, of what each enabled webhook has not passed yet, in the order of the feed and for
     * its types, and moves its place, in one step: no event twice, and none left out, whatever else runs concurrently.
     * Events that have no place in the feed yet come later. Bounded per call: there may be more if it has passed any. A
     * webhook with `maxPending` deliveries stays where it is. Skips webhooks that others are distributing to.
     */
    readonly distribute: (now: DateTime.Utc) => Effect.Effect<Distribution, PersistenceError>

    /**
     * Leases up to `limit` deliveries of enabled webhooks that are due at `now`, until `until`. Concurrent workers get
     * different ones, and do not wait for one another. Of each user of a webhook it leases the first pending one only,
     * and none while another one is leased; of each webhook `maxLeased`, one while it is failing. Instances share
     * `limit`, and so do the webhooks of one: those with the fewest leases come first. A delivery whose lease has run
     * out is due again.
     */
    readonly lease: (options: {
      readonly now: DateTime.Utc
      readonly until: DateTime.Utc
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<LeasedDelivery>, PersistenceError>

    /**
     * Counts the try, and ends a pending delivery. The next one of its user is due at `result.at`, unless it waits for
     * its next try. Does nothing if the delivery has ended, is gone, or has other `attempts`: it was redelivered, or
     * another process has tried it.
     */
    readonly complete: (
      key: TryKey,
      state: Exclude<DeliveryState, "pending">,
      result: TryResult
    ) => Effect.Effect<void, PersistenceError>

    /** Counts the try, ends the lease, and makes a pending delivery due at `dueAt`. Does nothing where `complete` does. */
    readonly reschedule: (key: TryKey, dueAt: DateTime.Utc, result: TryResult) => Effect.Effect<void, PersistenceError>

    /** Ends the lease, and makes the delivery due at `dueAt`, without a try. Does nothing where `complete` does. */
    readonly release: (key: TryKey, dueAt: DateTime.Utc) => Effect.Effect<void, PersistenceError>

    /** Makes what is pending for a webhook due at `now`, except what is leased. */
    readonly makeDue: (
      instanceId: InstanceId,
      webhookId: WebhookId,
      now: DateTime.Utc
    ) => Effect.Effect<void, PersistenceError>

    /**
     * Returns up to `limit` deliveries of a webhook before a place, or the last ones, in the order of the feed
     * backwards, each with its place. With a `state` those in that state.
     */
    readonly list: (query: {
      readonly instanceId: InstanceId
      readonly webhookId: WebhookId
      readonly before: Option.Option<EventPosition>
      readonly state: Option.Option<DeliveryState>
      readonly limit: number
    }) => Effect.Effect<
      ReadonlyArray<{ readonly delivery: WebhookDelivery; readonly at: EventPosition }>,
      PersistenceError
    >

    /**
     * Makes a delivery pending, due at `now`, as if it was never tried. Returns it, or `None` if there is none or its
     * event is no longer stored. One that is leased stays so until the lease runs out, and what a try after the first
     * leads to does not count.
     */
    readonly redeliver: (
      key: Pick<DeliveryKey, "eventId" | "instanceId" | "webhookId">,
      now: DateTime.Utc
    ) => Effect.Effect<Option.Option<WebhookDelivery>, PersistenceError>

    /**
     * Does the same with up to `limit` deliveries that had failed at `until` or before and whose event is stored, the
     * first ones in the order of the feed. Returns how many.
     */
    readonly redeliverFailed: (query: {
      readonly instanceId: InstanceId
      readonly webhookId: WebhookId
      readonly until: DateTime.Utc
      readonly limit: number
    }) => Effect.Effect<number, PersistenceError>

    /** Deletes up to `limit` deliveries, in any state, created at `until` or before. Returns how many it deleted. */
    readonly deleteExpired: (until: DateTime.Utc, limit: number) => Effect.Effect<number, PersistenceError>
  }
>() {}
