/** Sends the events that webhooks get, in any number of processes. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { PersistenceError } from "../core/Errors.ts"
import * as AppPart from "../core/AppPart.ts"
import * as LeasingWorker from "../core/LeasingWorker.ts"
import * as DeliverEvent from "./internal/DeliverEvent.ts"
import { type LeasedDelivery, WebhookQueue } from "./WebhookQueue.ts"
import { WebhookSender } from "./WebhookSender.ts"

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

const leaseDuration = Duration.minutes(1)

/** How many messages one process sends concurrently. */
const concurrency = 100

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const queue = yield* WebhookQueue
  const { isConfigured } = yield* AppPart.read(WebhookSender)
  const { deliver, release } = yield* DeliverEvent.make

  const distribute = Effect.gen(function* () {
    const { events, missed } = yield* queue.distribute(yield* DateTime.now)
    for (const { instanceId: instance, webhookId: webhook } of missed) {
      yield* Effect.annotateLogs(Effect.logWarning("webhook_missed_events"), { instance, webhook })
    }
    return events
  })

  const lease = Effect.fnUntraced(function* (limit: number) {
    const events = yield* distribute
    const now = yield* DateTime.now
    const tasks = yield* queue.lease({ now, until: DateTime.addDuration(now, leaseDuration), limit })
    return { tasks, hasMore: events > 0 || tasks.length === limit }
  })

  const work: LeasingWorker.Work<LeasedDelivery> = {
    store: "The queue of webhooks",
    task: "An event for a webhook",
    span: "DeliverEvent.deliver",
    annotations: ({ eventId, instanceId, webhookId }) => ({ instance: instanceId, webhook: webhookId, event: eventId }),
    concurrency,
    isSerial: true,
    lease,
    perform: deliver,
    release
  }

  return WebhookDispatcher.of(
    isConfigured
      ? {
          dispatch: Effect.map(LeasingWorker.once(work, concurrency), ({ tasks }) => tasks.length),
          run: (interval) => LeasingWorker.run(work, interval)
        }
      : { dispatch: Effect.succeed(0), run: () => Effect.never }
  )
})

/** The use case as a layer. Sends only when it is told to: see `layerWorker`. */
export const layer = Layer.effect(WebhookDispatcher, make)

/**
 * Sends events in the background for as long as the layer lives, and checks for new ones every `interval`: the longest
 * that an event waits while no other is sent. Releasing the layer ends its leases.
 */
export const layerWorker = (interval: Duration.DurationInput): Layer.Layer<never, never, WebhookDispatcher> =>
  Layer.scopedDiscard(Effect.flatMap(WebhookDispatcher, ({ run }) => Effect.forkScoped(run(interval))))
