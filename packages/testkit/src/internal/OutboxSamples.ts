import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { MagicLinkOutbox, MagicLinkRequest } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import type { DeliveryEvent } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Samples from "../Samples.ts"

export const at = (millis: number) => Samples.plus(millis, Samples.longAgo)

export const counted = (request: MagicLinkRequest, attempts = 1) => new MagicLinkRequest({ ...request, attempts })

/** What happened without a reason that is worth a word. */
export const event = (millis: number, reason?: string, detail?: string): DeliveryEvent => ({
  at: at(millis),
  reason: Option.fromNullable(reason),
  detail: Option.fromNullable(detail)
})

/** A mail that was sent. */
export const sent = (millis = 0) => ({ state: "sent" as const, ...event(millis) })

/** An outbox in which nothing is due, and the times counted in milliseconds from the start of the test. */
export const setUp = Effect.gen(function* () {
  const outbox = yield* MagicLinkOutbox
  const { id: instanceId } = yield* Samples.storedInstance
  const request = (millis: number, fields: Parameters<typeof Samples.request>[1] = {}) =>
    Samples.request(instanceId, { requestedAt: at(millis), ...fields })
  const enqueued = (millis: number, fields?: Parameters<typeof Samples.request>[1]) =>
    Effect.suspend(() => {
      const fresh = request(millis, fields)
      return Effect.as(outbox.enqueue(fresh), fresh)
    })
  const lease = (nowMillis: number, untilMillis = nowMillis + Samples.minute, limit = 100) =>
    outbox.lease({ now: at(nowMillis), until: at(untilMillis), limit })
  const settleAll = lease(Samples.day, 2 * Samples.day).pipe(
    Effect.tap((old) => Effect.forEach(old, ({ id, instanceId }) => outbox.complete(instanceId, id, sent()))),
    Effect.repeat({ until: Arr.isEmptyReadonlyArray })
  )
  yield* settleAll
  return { enqueued, instanceId, lease, outbox }
})
