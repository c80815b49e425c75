/** Calls of the ports for webhooks. */
import { EventId } from "@latchkey/domain/event/Event"
import { WebhookQueue } from "@latchkey/domain/webhook/WebhookQueue"
import { WebhookRepository } from "@latchkey/domain/webhook/WebhookRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { largest, largestWebhook, middleOfWebhooks, rowsPerTable } from "../ManyRows.ts"
import { type Calls, deleteLimit, listLimit } from "./Calls.ts"

const { now } = Samples

const webhooks = Effect.gen(function* () {
  const port = yield* WebhookRepository
  const disabled = { at: now, reason: "failing", failingSince: now } as const
  // Ten are stored already.
  const another = Samples.webhook(largest)
  const calls: Calls<WebhookRepository["Type"]> = {
    insert: Effect.either(port.insert(another)),
    list: port.list(largest),
    page: port.page({ after: Option.some(Samples.webhook(middleOfWebhooks)), limit: listLimit }),
    find: port.find(largest, largestWebhook),
    modify: port.modify(largest, largestWebhook, (webhook) => webhook),
    recordFailure: port.recordFailure(another, now),
    recordSuccess: port.recordSuccess({ ...another, id: largestWebhook }),
    disable: port.disable(another, disabled),
    delete: port.delete(largest, another.id)
  }
  return calls
})

const queue = Effect.gen(function* () {
  const port = yield* WebhookQueue
  const key = {
    instanceId: largest,
    webhookId: largestWebhook,
    eventId: EventId.make(`evt_${String(rowsPerTable).padStart(8, "0")}-0000-7000-8000-000000000000`),
    attempts: 0
  }
  const result = { at: now, status: Option.some(500), reason: Option.none() }
  const user = yield* Samples.storedUser(largest)
  const place = { instanceId: largest, position: rowsPerTable / 2, userId: user.id, version: 1 }
  const page = { ...key, before: Option.some(place), state: Option.none(), limit: listLimit }
  const calls: Calls<WebhookQueue["Type"]> = {
    distribute: port.distribute(now),
    lease: port.lease({ now, until: Samples.plus(Samples.minute), limit: listLimit }),
    complete: port.complete(key, "failed", result),
    reschedule: port.reschedule(key, now, result),
    release: port.release(key, now),
    makeDue: port.makeDue(largest, largestWebhook, now),
    list: Effect.all([
      port.list(page),
      port.list({ ...page, before: Option.none() }),
      port.list({ ...page, state: Option.some("failed") })
    ]),
    redeliver: port.redeliver(key, now),
    redeliverFailed: port.redeliverFailed({ ...key, until: now, limit: deleteLimit }),
    deleteExpired: port.deleteExpired(now, deleteLimit)
  }
  return calls
})

/** Returns them by the key of the tag of each port. */
export const make = Effect.gen(function* () {
  return { [WebhookRepository.key]: yield* webhooks, [WebhookQueue.key]: yield* queue }
})
