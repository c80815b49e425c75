import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { MagicLinkWish } from "@latchkey/domain/magic-link/MagicLink"
import { MagicLinkOutbox } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import type { MailEvent } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Samples from "../Samples.ts"

export const at = (millis: number) => Samples.plus(millis, Samples.longAgo)

export const counted = (wish: MagicLinkWish, attempts = 1) => new MagicLinkWish({ ...wish, attempts })

/** What happened without a reason that is worth a word. */
export const event = (millis: number, reason?: string, detail?: string): MailEvent => ({
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
  const wish = (millis: number, fields: Parameters<typeof Samples.wish>[1] = {}) =>
    Samples.wish(instanceId, { requestedAt: at(millis), ...fields })
  const enqueued = (millis: number, fields?: Parameters<typeof Samples.wish>[1]) =>
    Effect.suspend(() => {
      const fresh = wish(millis, fields)
      return Effect.as(outbox.enqueue(fresh), fresh)
    })
  const lease = (nowMillis: number, untilMillis = nowMillis + Samples.minute, limit = 100) =>
    outbox.lease({ now: at(nowMillis), until: at(untilMillis), limit })
  const settleAll = lease(Samples.day, 2 * Samples.day).pipe(
    Effect.tap((old) => Effect.forEach(old, ({ id, instanceId }) => outbox.settle(instanceId, id, sent()))),
    Effect.repeat({ until: Arr.isEmptyReadonlyArray })
  )
  yield* settleAll
  return { enqueued, instanceId, lease, outbox }
})
