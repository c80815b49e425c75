/** Sends the events that webhooks get, in any number of processes. */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { PersistenceError } from "../core/Errors.ts"

/** The use case of sending events to webhooks. An app runs it in one process or more: see `layerWorker`. */
export class WebhookDispatcher extends Context.Tag("@latchkey/domain/WebhookDispatcher")<
  WebhookDispatcher,
  {
    /**
     * Distributes new events to the webhooks, leases a batch of deliveries, sends them concurrently, and returns how
     * many there were. Does nothing without a `WebhookSender`: another process that has one will.
     */
    readonly dispatch: Effect.Effect<number, PersistenceError>

    /**
     * Dispatches forever: immediately while deliveries are due, otherwise every `interval`. A slow webhook delays no
     * other. Waits while the store is down, and tries again. Interrupting it ends its leases.
     */
    readonly run: (interval: Duration.DurationInput) => Effect.Effect<never>
  }
>() {}
