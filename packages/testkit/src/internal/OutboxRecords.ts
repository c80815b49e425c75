import { assert, type Vitest } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { MagicLinkOutbox, type MagicLinkRequest } from "@latchkey/domain/magic-link/MagicLinkOutbox"
import { type DeliveryEvent, EmailDelivery } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Samples from "../Samples.ts"
import { same } from "./Assertions.ts"
import { atOnce, untilNothing } from "./Concurrency.ts"
import { at, event, sent, setUp as setUpOutbox } from "./OutboxSamples.ts"

type Ports = InstanceRepository | MagicLinkOutbox

const record = (
  { email, id, requestedAt }: MagicLinkRequest,
  state: EmailDelivery["state"],
  attempts: number,
  happened: DeliveryEvent
) => new EmailDelivery({ id, email, requestedAt, attempts, state, ...happened })

const dropped = (millis: number, reason: string, detail?: string) => ({
  state: "dropped" as const,
  ...event(millis, reason, detail)
})

const setUp = Effect.gen(function* () {
  const outbox = yield* MagicLinkOutbox
  const fixture = yield* setUpOutbox
  yield* untilNothing(outbox.deleteExpiredRecords(at(400 * Samples.day), 1000))
  return { ...fixture, records: (limit = 100) => outbox.records(fixture.instanceId, limit) }
})

const waiting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("shows a request that waits, due since it was made, and then until when it is leased", () =>
    Effect.gen(function* () {
      const { enqueued, lease, records } = yield* setUp
      const request = yield* enqueued(5)
      same(yield* records(), [record(request, "waiting", 0, event(5))])
      yield* lease(10, 5000)
      same(yield* records(), [record(request, "waiting", 1, event(5000))])
    })
  )

  it.effect("shows why a request is late, also while it is tried again", () =>
    Effect.gen(function* () {
      const { enqueued, instanceId, lease, outbox, records } = yield* setUp
      const request = yield* enqueued(0)
      yield* lease(0, 5000)
      yield* outbox.reschedule(instanceId, request.id, event(2000, "mailer", "Throttling"))
      same(yield* records(), [record(request, "waiting", 1, event(2000, "mailer", "Throttling"))])
      yield* lease(2000, 7000)
      same(yield* records(), [record(request, "waiting", 2, event(7000, "mailer", "Throttling"))])
      yield* outbox.reschedule(instanceId, request.id, event(9000, "over_budget"))
      same(yield* records(), [record(request, "waiting", 2, event(9000, "over_budget"))])
    })
  )
}

const ended = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("keeps what was sent and what was dropped, with the reason and the attempts", () =>
    Effect.gen(function* () {
      const { enqueued, instanceId, lease, outbox, records } = yield* setUp
      const first = yield* enqueued(0)
      const second = yield* enqueued(1)
      yield* lease(1, 5000)
      yield* outbox.reschedule(instanceId, second.id, event(2000, "mailer"))
      yield* outbox.complete(instanceId, first.id, sent(3000))
      yield* outbox.complete(instanceId, second.id, dropped(4000, "refused", "MessageRejected"))
      same(yield* records(), [
        record(second, "dropped", 1, event(4000, "refused", "MessageRejected")),
        record(first, "sent", 1, event(3000))
      ])
    })
  )

  it.effect("keeps the ending that came first", () =>
    Effect.gen(function* () {
      const { enqueued, instanceId, outbox, records } = yield* setUp
      const request = yield* enqueued(0)
      yield* outbox.complete(instanceId, request.id, sent(3000))
      yield* outbox.complete(instanceId, request.id, dropped(4000, "too_old"))
      yield* outbox.reschedule(instanceId, request.id, event(5000, "mailer"))
      same(yield* records(), [record(request, "sent", 0, event(3000))])
    })
  )

  it.effect("keeps one record when many settle a request at once", () =>
    Effect.gen(function* () {
      const { enqueued, instanceId, outbox, records } = yield* setUp
      const request = yield* enqueued(0)
      yield* atOnce(10, (index) => outbox.complete(instanceId, request.id, sent(1000 + index)))
      assert.deepStrictEqual(
        (yield* records()).map(({ state }) => state),
        ["sent"]
      )
    })
  )

  it.effect("keeps nothing of a request that never was", () =>
    Effect.gen(function* () {
      const { instanceId, outbox, records } = yield* setUp
      yield* outbox.complete(instanceId, Samples.requestId(), sent())
      same(yield* records(), [])
    })
  )
}

const order = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("begins with the newest request, waiting or not, and stops at `limit`", () =>
    Effect.gen(function* () {
      const { enqueued, instanceId, outbox, records } = yield* setUp
      const requests = yield* Effect.forEach([10, 50, 30, 20, 40], (millis) => enqueued(millis))
      const newestFirst = [50, 40, 30, 20, 10].map(at)
      // The endings are in another order than the requests.
      yield* Effect.forEach(requests.slice(2), ({ id }, index) =>
        outbox.complete(instanceId, id, index === 0 ? dropped(900, "too_old") : sent(500 - index))
      )
      for (const limit of [100, 5, 3, 1]) {
        same(
          (yield* records(limit)).map(({ requestedAt }) => requestedAt),
          newestFirst.slice(0, limit)
        )
      }
    })
  )

  it.effect("puts requests of the same millisecond in the order of their ids, the greatest first", () =>
    Effect.gen(function* () {
      const { enqueued, instanceId, outbox, records } = yield* setUp
      const requests = yield* Effect.forEach(Arr.range(1, 6), () => enqueued(0))
      yield* Effect.forEach(requests.slice(0, 3), ({ id }) => outbox.complete(instanceId, id, sent()))
      const ids = requests.map(({ id }) => id).sort()
      assert.deepStrictEqual(
        (yield* records(4)).map(({ id }) => id),
        ids.reverse().slice(0, 4)
      )
    })
  )

  it.effect("shows nothing of another instance", () =>
    Effect.gen(function* () {
      const { enqueued, instanceId, outbox, records } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const other = yield* enqueued(0, { instanceId: otherInstanceId })
      yield* enqueued(1, { instanceId: otherInstanceId })
      yield* outbox.complete(otherInstanceId, other.id, sent())
      yield* outbox.complete(instanceId, other.id, sent())
      same(yield* records(), [])
      assert.lengthOf(yield* outbox.records(otherInstanceId, 10), 2)
    })
  )
}

const sweeping = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("sweeps records of requests that ended at a time or before, of all instances, and no request", () =>
    Effect.gen(function* () {
      const { enqueued, instanceId, outbox, records } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const first = yield* enqueued(0)
      const other = yield* enqueued(0, { instanceId: otherInstanceId })
      const later = yield* enqueued(1)
      const left = yield* enqueued(2)
      yield* outbox.complete(instanceId, first.id, sent(100))
      yield* outbox.complete(otherInstanceId, other.id, dropped(100, "too_old"))
      yield* outbox.complete(instanceId, later.id, sent(101))
      assert.strictEqual(yield* outbox.deleteExpiredRecords(at(99), 100), 0)
      assert.strictEqual(yield* outbox.deleteExpiredRecords(at(100), 100), 2)
      assert.strictEqual(yield* outbox.deleteExpiredRecords(at(100), 100), 0)
      same(yield* records(), [record(left, "waiting", 0, event(2)), record(later, "sent", 0, event(101))])
      same(yield* outbox.records(otherInstanceId, 10), [])
    })
  )

  it.effect("sweeps at most `limit` records at a time", () =>
    Effect.gen(function* () {
      const { enqueued, instanceId, outbox } = yield* setUp
      yield* Effect.forEach(Arr.range(1, 5), (millis) =>
        Effect.flatMap(enqueued(millis), ({ id }) => outbox.complete(instanceId, id, sent(millis)))
      )
      const batch = outbox.deleteExpiredRecords(at(10), 3)
      assert.deepStrictEqual([yield* batch, yield* batch, yield* batch], [3, 2, 0])
    })
  )

  it.effect("keeps no record of a request that was swept", () =>
    Effect.gen(function* () {
      const { enqueued, instanceId, outbox, records } = yield* setUp
      const request = yield* enqueued(0)
      yield* outbox.deleteExpired(at(0), 100)
      yield* outbox.complete(instanceId, request.id, sent())
      assert.isTrue(Option.isNone(Arr.head(yield* records())))
    })
  )
}

export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  waiting(it)
  ended(it)
  order(it)
  sweeping(it)
}
