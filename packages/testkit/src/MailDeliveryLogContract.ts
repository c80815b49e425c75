/**
 * Contract tests of `MailDeliveryLog`, which a `EmailOutbox` writes. A lease takes requests of all instances, so the
 * tests need a store whose outbox no other test uses at the same time.
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import type { User } from "@latchkey/domain/account/UserRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { EmailOutbox, type QueuedEmail } from "@latchkey/domain/mail/EmailOutbox"
import {
  DeliveryReason,
  type DeliveryResult,
  type DeliveryUpdate,
  EmailDelivery,
  type EmailFilter,
  EmailKind,
  MailDeliveryLog
} from "@latchkey/domain/mail/MailDeliveryLog"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { same } from "./internal/Assertions.ts"
import { concurrently, untilNoneLeft } from "./internal/Concurrency.ts"
import { at, sent, setUpOutbox, update } from "./internal/OutboxFixture.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = InstanceRepository | EmailOutbox | MailDeliveryLog | Transaction

const delivery = (
  { email, id, kind, requestedAt }: QueuedEmail,
  state: EmailDelivery["state"],
  attempts: number,
  last: DeliveryUpdate
) => new EmailDelivery({ id, kind, email, requestedAt, attempts, state, ...last })

const failed = (millis: number, detail?: string): DeliveryResult => ({
  state: "failed",
  ...update(millis, "rejected", detail)
})

const discarded = (millis: number, reason: DeliveryReason = "expired"): DeliveryResult => ({
  state: "discarded",
  ...update(millis, reason)
})

/** An outbox and a log without rows of earlier tests. */
const setUp = Effect.gen(function* () {
  const log = yield* MailDeliveryLog
  const fixture = yield* setUpOutbox
  yield* untilNoneLeft(log.deleteExpired(at(400 * Samples.day), 1000))
  return { ...fixture, list: (limit = 100) => log.list(fixture.instanceId, limit), log }
})

const listingQueued = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns a queued email, due when it was requested, and when its lease runs out after that", () =>
    Effect.gen(function* () {
      const { enqueued, lease, list } = yield* setUp
      const request = yield* enqueued(5, { kind: EmailKind.make("password_changed") })
      same(yield* list(), [delivery(request, "queued", 0, update(5))])
      yield* lease(10, 5000)
      same(yield* list(), [delivery(request, "queued", 1, update(5000))])
    })
  )

  it.effect("returns why an email was delayed, even while it is attempted again", () =>
    Effect.gen(function* () {
      const { enqueued, lease, list, reschedule } = yield* setUp
      const request = yield* enqueued(0)
      yield* lease(0, 5000)
      yield* reschedule(request.id, update(2000, "unavailable", "Throttling"))
      same(yield* list(), [delivery(request, "queued", 1, update(2000, "unavailable", "Throttling"))])
      yield* lease(2000, 7000)
      same(yield* list(), [delivery(request, "queued", 2, update(7000, "unavailable", "Throttling"))])
      yield* reschedule(request.id, update(9000, "rate_limited"))
      same(yield* list(), [delivery(request, "queued", 2, update(9000, "rate_limited"))])
    })
  )

  it.effect("returns an email as queued when the transaction that completed it fails", () =>
    Effect.gen(function* () {
      const { complete, enqueued, list } = yield* setUp
      const { run } = yield* Transaction
      const request = yield* enqueued(0)
      const work = Effect.zipRight(enqueued(1), complete(request.id, sent()))
      yield* Effect.either(run(Effect.zipRight(work, Effect.fail("refused"))))
      same(yield* list(), [delivery(request, "queued", 0, update(0))])
    })
  )
}

const listingSome = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns those to an address, with an outcome, and before another one", () =>
    Effect.gen(function* () {
      const { complete, enqueued, instanceId, log } = yield* setUp
      const sentOne = yield* enqueued(1)
      const failedOne = yield* enqueued(2)
      const discardedOne = yield* enqueued(3)
      const bounced = yield* enqueued(4)
      const queued = yield* enqueued(5)
      yield* complete(sentOne.id, sent())
      yield* complete(failedOne.id, failed(10))
      yield* complete(discardedOne.id, discarded(10))
      yield* complete(bounced.id, sent())
      yield* log.report(instanceId, bounced.id, { report: "bounce", at: at(20) })
      const ids = (filter: EmailFilter, limit = 10) =>
        Effect.map(log.list(instanceId, limit, filter), (found) => found.map(({ id }) => id))
      assert.deepStrictEqual(yield* ids({ outcome: "queued" }), [queued.id])
      assert.deepStrictEqual(yield* ids({ outcome: "sent" }), [bounced.id, sentOne.id])
      assert.deepStrictEqual(yield* ids({ outcome: "unsent" }), [discardedOne.id, failedOne.id])
      assert.deepStrictEqual(yield* ids({ outcome: "reported" }), [bounced.id])
      assert.deepStrictEqual(yield* ids({ email: failedOne.email }), [failedOne.id])
      assert.deepStrictEqual(yield* ids({ email: queued.email }), [queued.id])
      assert.deepStrictEqual(yield* ids({ email: queued.email, outcome: "sent" }), [])
      assert.deepStrictEqual(yield* ids({ before: discardedOne }), [failedOne.id, sentOne.id])
      assert.deepStrictEqual(yield* ids({ before: queued, outcome: "sent" }, 1), [bounced.id])
      assert.deepStrictEqual(yield* ids({ before: sentOne }), [])
    })
  )
}

const listingResults = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns sent, failed and discarded emails with reason, detail and attempts", () =>
    Effect.gen(function* () {
      const { complete, enqueued, lease, list, reschedule } = yield* setUp
      const first = yield* enqueued(0)
      const second = yield* enqueued(1)
      const third = yield* enqueued(2, { kind: EmailKind.make("password_changed") })
      yield* lease(2, 5000, 2)
      yield* reschedule(second.id, update(2000, "unavailable"))
      yield* complete(first.id, sent(3000))
      yield* complete(second.id, failed(4000, "MessageRejected"))
      yield* complete(third.id, discarded(5000))
      same(yield* list(), [
        delivery(third, "discarded", 0, update(5000, "expired")),
        delivery(second, "failed", 1, update(4000, "rejected", "MessageRejected")),
        delivery(first, "sent", 1, update(3000))
      ])
    })
  )

  it.effect("returns every reason", () =>
    Effect.gen(function* () {
      const { complete, enqueued, list } = yield* setUp
      const requests = yield* Effect.forEach(DeliveryReason.literals, (reason, millis) =>
        Effect.tap(enqueued(millis), ({ id }) => complete(id, discarded(1000, reason)))
      )
      same(
        yield* list(),
        requests
          .map((request, index) => delivery(request, "discarded", 0, update(1000, DeliveryReason.literals[index])))
          .reverse()
      )
    })
  )

  it.effect("keeps the first result of an email", () =>
    Effect.gen(function* () {
      const { complete, enqueued, list, reschedule } = yield* setUp
      const request = yield* enqueued(0)
      yield* complete(request.id, sent(3000))
      yield* complete(request.id, discarded(4000))
      yield* reschedule(request.id, update(5000, "unavailable"))
      same(yield* list(), [delivery(request, "sent", 0, update(3000))])
    })
  )

  it.effect("keeps one result when ten workers complete a request concurrently", () =>
    Effect.gen(function* () {
      const { complete, enqueued, list } = yield* setUp
      const request = yield* enqueued(0)
      yield* concurrently(10, (index) => complete(request.id, sent(1000 + index)))
      assert.deepStrictEqual(
        (yield* list()).map(({ state }) => state),
        ["sent"]
      )
    })
  )

  it.effect("has no result of a request that was never enqueued, or that the outbox has deleted", () =>
    Effect.gen(function* () {
      const { complete, enqueued, list, outbox } = yield* setUp
      yield* complete(Samples.queuedEmailId(), sent())
      const request = yield* enqueued(0)
      yield* outbox.deleteExpired(request.expiresAt, 100)
      yield* complete(request.id, sent())
      same(yield* list(), [])
    })
  )
}

const ordering = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns the newest request first, queued or not, and at most `limit`", () =>
    Effect.gen(function* () {
      const { complete, enqueued, list } = yield* setUp
      const requests = yield* Effect.forEach([10, 50, 30, 20, 40], (millis) => enqueued(millis))
      const newestFirst = [50, 40, 30, 20, 10].map(at)
      // The results come in another order than the requests.
      yield* Effect.forEach(requests.slice(2), ({ id }, index) =>
        complete(id, index === 0 ? discarded(900) : sent(500 - index))
      )
      for (const limit of [100, 5, 3, 1]) {
        same(
          (yield* list(limit)).map(({ requestedAt }) => requestedAt),
          newestFirst.slice(0, limit)
        )
      }
    })
  )

  it.effect("returns requests of the same millisecond by id, the greatest first", () =>
    Effect.gen(function* () {
      const { complete, enqueued, list } = yield* setUp
      const requests = yield* Effect.forEach(Arr.range(1, 6), () => enqueued(0))
      yield* Effect.forEach(requests.slice(0, 3), ({ id }) => complete(id, sent()))
      const ids = requests.map(({ id }) => id).sort()
      assert.deepStrictEqual(
        (yield* list(4)).map(({ id }) => id),
        ids.reverse().slice(0, 4)
      )
    })
  )

  it.effect("returns no email of another instance", () =>
    Effect.gen(function* () {
      const { complete, enqueued, list, log, outbox } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const other = yield* enqueued(0, { instanceId: otherInstanceId })
      yield* enqueued(1, { instanceId: otherInstanceId })
      yield* outbox.complete(otherInstanceId, other.id, sent())
      yield* complete(other.id, sent())
      same(yield* list(), [])
      assert.lengthOf(yield* log.list(otherInstanceId, 10), 2)
    })
  )
}

const finding = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns the email as the list has it: queued, leased, and sent", () =>
    Effect.gen(function* () {
      const { complete, enqueued, instanceId, lease, log } = yield* setUp
      const request = yield* enqueued(5)
      yield* enqueued(6)
      const find = log.find(instanceId, request.id)
      same(yield* find, Option.some(delivery(request, "queued", 0, update(5))))
      yield* lease(10, 5000)
      same(yield* find, Option.some(delivery(request, "queued", 1, update(5000))))
      yield* complete(request.id, sent(3000))
      same(yield* find, Option.some(delivery(request, "sent", 1, update(3000))))
    })
  )

  it.effect("returns None for an unknown id, and for an email of another instance, queued or not", () =>
    Effect.gen(function* () {
      const { enqueued, instanceId, log, outbox } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const other = yield* enqueued(0, { instanceId: otherInstanceId })
      same(yield* log.find(instanceId, Samples.queuedEmailId()), Option.none())
      same(yield* log.find(instanceId, other.id), Option.none())
      yield* outbox.complete(otherInstanceId, other.id, sent())
      same(yield* log.find(instanceId, other.id), Option.none())
      assert.isTrue(Option.isSome(yield* log.find(otherInstanceId, other.id)))
    })
  )
}

const reporting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("stores the first report about an email that ended, and returns its address", () =>
    Effect.gen(function* () {
      const { complete, enqueued, instanceId, list, log } = yield* setUp
      const request = yield* enqueued(0)
      yield* complete(request.id, sent(10))
      const report = log.report(instanceId, request.id, { report: "complaint", at: at(20) })
      same(yield* report, Option.some(request.email))
      const reported = new EmailDelivery({
        ...delivery(request, "sent", 0, update(10)),
        report: Option.some("complaint")
      })
      same(yield* list(), [reported])
      same(yield* report, Option.none())
      same(yield* log.report(instanceId, request.id, { report: "bounce", at: at(30) }), Option.none())
      same(yield* log.find(instanceId, request.id), Option.some(reported))
    })
  )

  it.effect("stores no report about a queued email, an unknown one, or one of another instance", () =>
    Effect.gen(function* () {
      const { complete, enqueued, instanceId, log } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const report = { report: "bounce", at: at(20) } as const
      const request = yield* enqueued(0)
      same(yield* log.report(instanceId, request.id, report), Option.none())
      same(yield* log.report(instanceId, Samples.queuedEmailId(), report), Option.none())
      yield* complete(request.id, sent(10))
      same(yield* log.report(otherInstanceId, request.id, report), Option.none())
      same(yield* log.report(instanceId, request.id, report), Option.some(request.email))
    })
  )

  it.effect("returns the address to exactly one of many concurrent reports", () =>
    Effect.gen(function* () {
      const { complete, enqueued, instanceId, log } = yield* setUp
      const request = yield* enqueued(0)
      yield* complete(request.id, sent(10))
      const results = yield* concurrently(10, () =>
        log.report(instanceId, request.id, { report: "bounce", at: at(20) })
      )
      assert.lengthOf(Arr.getSomes(Arr.getRights(results)), 1)
    })
  )

  it.effect("is undone when the transaction fails", () =>
    Effect.gen(function* () {
      const { complete, enqueued, instanceId, log } = yield* setUp
      const { run } = yield* Transaction
      const request = yield* enqueued(0)
      yield* complete(request.id, sent(10))
      const report = log.report(instanceId, request.id, { report: "bounce", at: at(20) })
      yield* Effect.either(run(Effect.zipRight(report, Effect.fail("refused"))))
      same(yield* report, Option.some(request.email))
    })
  )
}

const counting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("counts emails with a report that were requested after `since`, by type, of an instance and of all", () =>
    Effect.gen(function* () {
      const { complete, enqueued, instanceId, log, outbox } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const count = (of: Option.Option<typeof instanceId>, millis: number) =>
        log.countReports({ instanceId: of, since: at(millis) })
      // Other tests share the store.
      const before = yield* count(Option.none(), 9)
      for (const [millis, report] of [
        [10, "bounce"],
        [20, "bounce"],
        [30, "complaint"]
      ] as const) {
        const { id } = yield* enqueued(millis)
        yield* complete(id, sent(millis))
        yield* log.report(instanceId, id, { report, at: at(100) })
      }
      const other = yield* enqueued(10, { instanceId: otherInstanceId })
      yield* outbox.complete(otherInstanceId, other.id, sent())
      yield* log.report(otherInstanceId, other.id, { report: "bounce", at: at(10) })
      same(yield* count(Option.some(instanceId), 9), { bounce: 2, complaint: 1 })
      same(yield* count(Option.some(instanceId), 10), { bounce: 1, complaint: 1 })
      same(yield* count(Option.some(instanceId), 30), { bounce: 0, complaint: 0 })
      same(yield* count(Option.none(), 9), { bounce: before.bounce + 3, complaint: before.complaint + 1 })
    })
  )

  it.effect("counts sent emails that were requested after `since`, of an instance and of all, up to `limit`", () =>
    Effect.gen(function* () {
      const { complete, enqueued, instanceId, log, outbox } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const count = (of: Option.Option<typeof instanceId>, millis: number, limit = 100_000) =>
        log.countSent({ instanceId: of, since: at(millis), limit })
      const before = yield* count(Option.none(), 9)
      for (const millis of [10, 20, 30]) yield* complete((yield* enqueued(millis)).id, sent(1000))
      yield* complete((yield* enqueued(40)).id, failed(1000))
      yield* complete((yield* enqueued(40)).id, discarded(1000))
      yield* enqueued(40)
      const other = yield* enqueued(10, { instanceId: otherInstanceId })
      yield* outbox.complete(otherInstanceId, other.id, sent(1000))
      assert.strictEqual(yield* count(Option.some(instanceId), 9), 3)
      assert.strictEqual(yield* count(Option.some(instanceId), 10), 2)
      assert.strictEqual(yield* count(Option.some(instanceId), 30), 0)
      assert.strictEqual(yield* count(Option.some(instanceId), 9, 2), 2)
      assert.strictEqual(yield* count(Option.none(), 9), before + 4)
    })
  )
}

const deletingExpired = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes emails that ended at `until` or before, of all instances, and no queued ones", () =>
    Effect.gen(function* () {
      const { complete, enqueued, list, log, outbox } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const first = yield* enqueued(0)
      const other = yield* enqueued(0, { instanceId: otherInstanceId })
      const later = yield* enqueued(1)
      const queued = yield* enqueued(2)
      yield* complete(first.id, sent(100))
      yield* outbox.complete(otherInstanceId, other.id, discarded(100))
      yield* complete(later.id, failed(101))
      assert.strictEqual(yield* log.deleteExpired(at(99), 100), 0)
      assert.strictEqual(yield* log.deleteExpired(at(100), 100), 2)
      assert.strictEqual(yield* log.deleteExpired(at(100), 100), 0)
      same(yield* list(), [
        delivery(queued, "queued", 0, update(2)),
        delivery(later, "failed", 0, update(101, "rejected"))
      ])
      same(yield* log.list(otherInstanceId, 10), [])
    })
  )

  it.effect("deletes at most `limit` emails per call", () =>
    Effect.gen(function* () {
      const { complete, enqueued, log } = yield* setUp
      yield* Effect.forEach(Arr.range(1, 5), (millis) =>
        Effect.flatMap(enqueued(millis), ({ id }) => complete(id, sent(millis)))
      )
      const batch = log.deleteExpired(at(10), 3)
      assert.deepStrictEqual([yield* batch, yield* batch, yield* batch], [3, 2, 0])
    })
  )
}

const deletingAll = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes every email to the address that ended, and no other", () =>
    Effect.gen(function* () {
      const { complete, enqueued, instanceId, list, log, outbox } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const first = yield* enqueued(0)
      const { email } = first
      const queued = yield* enqueued(1, { email })
      const other = yield* enqueued(2)
      const there = yield* enqueued(3, { email, instanceId: otherInstanceId })
      yield* complete(first.id, sent())
      yield* complete(other.id, sent())
      yield* outbox.complete(otherInstanceId, there.id, sent())
      yield* log.deleteAll(instanceId, email)
      same(yield* list(), [delivery(other, "sent", 0, update(0)), delivery(queued, "queued", 0, update(1))])
      assert.lengthOf(yield* log.list(otherInstanceId, 10), 1)
    })
  )
}

const deletingOfUser = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes the results of what was sent on behalf of a user, to whatever address, and no others", () =>
    Effect.gen(function* () {
      const { complete, enqueued, instanceId, list, log, outbox } = yield* setUp
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const id = Samples.userId()
      const [userId, email] = [Option.some(id), Samples.email()]
      const [first, second] = [yield* enqueued(0, { userId, email }), yield* enqueued(1, { userId })]
      const toSame = yield* enqueued(2, { email })
      const there = yield* enqueued(3, { userId, instanceId: otherInstanceId })
      for (const each of [first, second, toSame]) yield* complete(each.id, sent())
      yield* outbox.complete(otherInstanceId, there.id, sent())
      yield* log.deleteAllOf(instanceId, id)
      same(yield* list(), [delivery(toSame, "sent", 0, update(0))])
      assert.lengthOf(yield* log.list(otherInstanceId, 10), 1)
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("list: queued emails", () => listingQueued(it))
  describe("list: results", () => listingResults(it))
  describe("list: filters", () => listingSome(it))
  describe("list: order", () => ordering(it))
  describe("find", () => finding(it))
  describe("report", () => reporting(it))
  describe("countReports and countSent", () => counting(it))
  describe("deleteAll", () => deletingAll(it))
  describe("deleteAllOf", () => deletingOfUser(it))
  describe("deleteExpired", () => deletingExpired(it))
}

/** Stores a row of every kind that the port has. The user must be stored. */
export const writeRows = ({ email, instanceId }: User): Effect.Effect<unknown, unknown, Ports> =>
  Effect.gen(function* () {
    const { complete, enqueue } = yield* EmailOutbox
    const sent = Samples.queuedEmail(instanceId, { email })
    yield* enqueue(sent)
    yield* complete(instanceId, sent.id, {
      state: "sent",
      at: Samples.now,
      reason: Option.none(),
      detail: Option.none()
    })
  })

/**
 * Runs the contract of `MailDeliveryLog` against a layer, which must build within a minute. Call it in a test file of
 * Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`MailDeliveryLog: ${name}`, tests)
