import type { QueuedEmailId } from "@latchkey/domain/core/Ids"
import { EmailOutbox } from "@latchkey/domain/mail/EmailOutbox"
import type { DeliveryReason, DeliveryResult, DeliveryUpdate } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../Samples.ts"

/** Returns the time so many milliseconds after `Samples.longAgo`. */
export const at = (millis: number) => Samples.plus(millis, Samples.longAgo)

/** Returns an update, without a reason unless one is given. */
export const update = (millis: number, reason?: DeliveryReason, detail?: string): DeliveryUpdate => ({
  at: at(millis),
  reason: Option.fromNullable(reason),
  detail: Option.fromNullable(detail)
})

/** Returns the result of an email that was sent. */
export const sent = (millis = 0): DeliveryResult => ({ state: "sent", ...update(millis) })

/** An outbox without requests. Times are milliseconds since `Samples.longAgo`. */
export const setUpOutbox = Effect.gen(function* () {
  const outbox = yield* EmailOutbox
  const { id: instanceId } = yield* Samples.storedInstance
  const enqueued = (millis: number, fields: Parameters<typeof Samples.queuedEmail>[1] = {}) =>
    Effect.suspend(() => {
      const request = Samples.queuedEmail(instanceId, { requestedAt: at(millis), ...fields })
      return Effect.as(outbox.enqueue(request), request)
    })
  const lease = (nowMillis: number, untilMillis = nowMillis + Samples.minute, limit = 100) =>
    outbox.lease({ now: at(nowMillis), until: at(untilMillis), limit })
  const complete = (id: QueuedEmailId, result: DeliveryResult) => outbox.complete(instanceId, id, result)
  const reschedule = (id: QueuedEmailId, changed: DeliveryUpdate) => outbox.reschedule(instanceId, id, changed)
  yield* lease(Samples.day, 2 * Samples.day).pipe(
    Effect.tap((earlier) =>
      Effect.forEach(earlier, (request) => outbox.complete(request.instanceId, request.id, sent()))
    ),
    Effect.repeat({ until: Arr.isEmptyReadonlyArray })
  )
  return { complete, enqueued, instanceId, lease, outbox, reschedule }
})
