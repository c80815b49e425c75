import { assert, describe } from "@effect/vitest"
import type { Email } from "@latchkey/domain/core/Email"
import { IdGenerator } from "@latchkey/domain/core/IdGenerator"
import { type InstanceId, QueuedEmailId } from "@latchkey/domain/core/Ids"
import * as Domain from "@latchkey/domain/Domain"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import { EmailOutbox, QueuedEmail } from "@latchkey/domain/mail/EmailOutbox"
import { EmailKind, type EmailReportType, MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import { OperatorReports } from "@latchkey/domain/operator/OperatorReports"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { ann, email, linkTokenFor, otherInstance, test } from "../support.ts"
import * as CapturedLogs from "../support/CapturedLogs.ts"
import { countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

/** Stores so many emails that were sent now, the first ones of which were reported. */
const sent = (
  count: number,
  reported: number,
  report: EmailReportType = "bounce",
  instanceId: InstanceId = defaultId
) =>
  Effect.gen(function* () {
    const outbox = yield* EmailOutbox
    const deliveries = yield* MailDeliveryLog
    const ids = yield* IdGenerator
    const now = yield* DateTime.now
    for (let index = 0; index < count; index++) {
      const id = yield* ids.next(QueuedEmailId)
      yield* outbox.enqueue(
        new QueuedEmail({
          instanceId,
          id,
          kind: EmailKind.make("magic_link"),
          email: email("someone@example.com"),
          clientHash: Option.none(),
          parameters: {},
          requestedAt: now,
          expiresAt: DateTime.add(now, { minutes: 5 }),
          attempts: 1
        })
      )
      yield* outbox.complete(instanceId, id, { state: "sent", at: now, reason: Option.none(), detail: Option.none() })
      if (index < reported) yield* deliveries.report(instanceId, id, { report, at: now })
    }
  })

const dispatch = Effect.flatMap(EmailDispatcher, (dispatcher) => dispatcher.dispatch)

/** Requests a link for the address, and returns what became of it. */
const requested = (address: Email, dispatching = dispatch) =>
  Effect.gen(function* () {
    yield* TestClock.adjust("1 millis")
    yield* (yield* TestClient.make).requestLink(address)
    yield* dispatching
    const [last] = yield* (yield* MailDeliveryLog).list(defaultId, 1)
    if (last === undefined) return "nothing"
    return [last.state, ...Option.toArray(last.reason), ...Option.toArray(last.detail)].join(" ")
  })

const poor = Effect.flatMap(OperatorReports, ({ poorReputation }) =>
  Effect.map(poorReputation(defaultId), Option.getOrNull)
)

describe("Emails to addresses without a verified account", () => {
  const cases: ReadonlyArray<readonly [count: number, reported: number, report: EmailReportType, isPoor: boolean]> = [
    [99, 99, "bounce", false],
    [100, 5, "bounce", false],
    [100, 6, "bounce", true],
    [119, 6, "bounce", true],
    [120, 6, "bounce", false],
    [999, 999, "complaint", false],
    [1000, 1, "complaint", false],
    [1000, 2, "complaint", true]
  ]
  for (const [count, reported, report, isPoor] of cases) {
    test(
      `${isPoor ? "stop" : "are sent"} after ${reported} ${report}s in ${count} emails`,
      Effect.gen(function* () {
        yield* sent(count, reported, report)
        assert.deepStrictEqual(yield* poor, isPoor ? { scope: "instance", report } : null)
        const expected = isPoor ? `discarded reputation ${report}s of the instance` : "sent"
        assert.strictEqual(yield* requested(ann), expected)
      })
    )
  }

  test(
    "stop because of all instances together, though none has too many bounces alone",
    Effect.gen(function* () {
      yield* sent(60, 4)
      yield* sent(60, 4, "bounce", otherInstance.id)
      assert.deepStrictEqual(yield* poor, { scope: "service", report: "bounce" })
      assert.strictEqual(yield* requested(ann), "discarded reputation bounces of the service")
    })
  )

  test(
    "are sent although another instance has too many bounces, while the share of the service is low",
    Effect.gen(function* () {
      yield* sent(100, 6, "bounce", otherInstance.id)
      yield* sent(100, 0)
      assert.isNull(yield* poor)
      assert.strictEqual(yield* requested(ann), "sent")
    })
  )

  test(
    "go on once the share has fallen",
    Effect.gen(function* () {
      yield* sent(100, 6)
      assert.include(yield* requested(ann), "discarded")
      yield* sent(20, 0)
      assert.strictEqual(yield* requested(ann), "sent")
    })
  )

  test(
    "go on after a day",
    Effect.gen(function* () {
      yield* sent(100, 100)
      yield* TestClock.adjust("23 hours")
      assert.include(yield* requested(ann), "discarded")
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* requested(ann), "sent")
    })
  )

  test(
    "stop in every process at the same email",
    Effect.gen(function* () {
      const otherProcess = yield* Layer.build(Layer.fresh(Domain.layer))
      const other = Context.get(otherProcess, EmailDispatcher)
      yield* sent(101, 5)
      assert.strictEqual(yield* requested(email("first@example.com"), other.dispatch), "sent")
      assert.strictEqual(yield* requested(email("second@example.com")), "sent")
      yield* sent(1, 1)
      assert.include(yield* requested(email("third@example.com"), other.dispatch), "discarded reputation")
      assert.include(yield* requested(email("fourth@example.com")), "discarded reputation")
    })
  )

  test(
    "count no emails while there are few reports",
    Effect.gen(function* () {
      yield* sent(100, 5)
      yield* requested(ann)
      assert.strictEqual(yield* countOf("MailDeliveryLog.countSent"), 0)
      assert.strictEqual(yield* countOf("MailDeliveryLog.countReports"), 2)
    })
  )

  test(
    "read the delivery log for each email, if that counts 2,000 emails at most",
    Effect.gen(function* () {
      yield* sent(101, 100)
      yield* requested(ann)
      yield* requested(ann)
      assert.strictEqual(yield* countOf("MailDeliveryLog.countReports"), 2)
    })
  )

  test(
    "read it once in ten seconds, if that counts more",
    Effect.gen(function* () {
      yield* sent(101, 101)
      assert.include(yield* requested(ann), "discarded")
      yield* sent(2020, 0)
      yield* TestClock.adjust("9 seconds")
      assert.include(yield* requested(ann), "discarded")
      assert.strictEqual(yield* countOf("MailDeliveryLog.countReports"), 1)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* requested(ann), "sent")
    })
  )

  test(
    "are reported in the log when they stop and when they go on, each once",
    Effect.gen(function* () {
      const { entries } = yield* CapturedLogs.capture(
        Effect.gen(function* () {
          yield* sent(100, 6)
          yield* requested(ann)
          yield* requested(ann)
          yield* sent(20, 0)
          yield* requested(ann)
          yield* requested(ann)
        })
      )
      const lines = entries.flatMap(({ level, message }) =>
        message.join(" ").includes("verified account") ? [`${level} ${message.join(" ")}`] : []
      )
      assert.deepStrictEqual(lines, [
        "ERROR Too many emails bounce: links for addresses without a verified account are not sent",
        "INFO Links for addresses without a verified account are sent again"
      ])
    })
  )
})

describe("Emails to addresses with a verified account", () => {
  test(
    "are sent whatever the share of bounces is",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      yield* sent(100, 100)
      assert.strictEqual(yield* requested(ann), "sent")
    })
  )
})
