import type { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { EventLog, type NewEvent } from "@latchkey/domain/event/EventLog"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import type { Webhook } from "@latchkey/domain/webhook/Webhook"
import type { DeliveryState, WebhookDelivery } from "@latchkey/domain/webhook/WebhookDelivery"
import { type DeliveryKey, type TryResult, WebhookQueue } from "@latchkey/domain/webhook/WebhookQueue"
import { listAll, WebhookRepository } from "@latchkey/domain/webhook/WebhookRepository"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as Samples from "../../Samples.ts"
import { pause } from "../Concurrency.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = EventLog | InstanceRepository | Transaction | UserRepository | WebhookQueue | WebhookRepository

/** Returns the time so many milliseconds after `Samples.now`. */
export const at = (millis: number) => Samples.plus(millis)

/** Returns what a try has led to. */
export const result = (millis: number, fields: Partial<TryResult> = {}): TryResult => ({
  at: at(millis),
  status: Option.some(500),
  reason: Option.none(),
  ...fields
})

/** Returns the ids of their events. */
export const idsOf = (found: ReadonlyArray<Pick<WebhookDelivery, "eventId">>) => found.map(({ eventId }) => eventId)

const disableAll = Effect.flatMap(WebhookRepository, (webhooks) =>
  Stream.runForEach(listAll(webhooks), (webhook) => webhooks.disable(webhook, { at: at(0), reason: "operator" }))
)

/** Makes the operations of the tests, on an instance. Times are milliseconds since `Samples.now`. */
export const operationsOn = (instanceId: InstanceId) =>
  Effect.gen(function* () {
    const log = yield* EventLog
    const queue = yield* WebhookQueue
    const webhooks = yield* WebhookRepository
    const { run } = yield* Transaction

    const newUser = (of = instanceId) => Samples.storedUser(of)
    const hook = (fields: Parameters<typeof Samples.webhook>[1] = {}, of = instanceId) =>
      Effect.suspend(() => {
        const webhook = Samples.webhook(of, fields)
        return Effect.as(webhooks.insert(webhook), webhook)
      })

    /** Stores events of a user, and returns their ids. */
    const append = Effect.fnUntraced(function* (user: User, ...events: ReadonlyArray<Partial<NewEvent>>) {
      const given = events.map((fields) => Samples.newEvent(user, fields))
      return (yield* log.append(user.instanceId, given)).map(({ id }) => id)
    })

    const listed = (webhook: Webhook, state?: DeliveryState) =>
      Effect.map(
        queue.list({
          instanceId: webhook.instanceId,
          webhookId: webhook.id,
          before: Option.none(),
          limit: 5000,
          state: Option.fromNullable(state)
        }),
        (found): ReadonlyArray<WebhookDelivery> => found.map(({ delivery }) => delivery)
      )

    /** Distributes until a webhook has so many deliveries: other tests have transactions open on the same server. */
    const distributed = (webhook: Webhook, count: number, millis = 0) =>
      queue.distribute(at(millis)).pipe(
        Effect.zipRight(listed(webhook)),
        Effect.tap((found) => (found.length < count ? pause(20) : Effect.void)),
        Effect.repeat({ until: (found) => found.length >= count }),
        Effect.map((found) => [...found].reverse())
      )

    const lease = (millis: number, { limit = 1000, until = millis + Samples.minute } = {}) =>
      queue.lease({ now: at(millis), until: at(until), limit })
    const leasedIds = (millis: number, options?: Parameters<typeof lease>[1]) =>
      Effect.map(lease(millis, options), (found) => found.map(({ eventId }) => eventId))

    /** Returns the key of a delivery. An id that is not there is of no event. `attempts`: its tries so far. */
    const keyOf = (webhook: Webhook, eventId: DeliveryKey["eventId"] = Samples.eventId(), attempts = 0) => ({
      instanceId: webhook.instanceId,
      webhookId: webhook.id,
      eventId,
      attempts
    })

    return {
      append,
      distributed,
      hook,
      instanceId,
      keyOf,
      lease,
      leasedIds,
      listed,
      log,
      newUser,
      queue,
      run,
      webhooks
    }
  })

/** A new instance, in a store in which only the webhooks of the test are enabled. */
export const setUp = Effect.gen(function* () {
  const { id } = yield* Samples.storedInstance
  yield* disableAll
  return yield* operationsOn(id)
})
