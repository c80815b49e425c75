import { assert, describe, it } from "@effect/vitest"
import { MailerError } from "@latchkey/domain/mail/MailErrors"
import { IdGenerator } from "@latchkey/domain/core/IdGenerator"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import { QueuedEmailId } from "@latchkey/domain/core/Ids"
import { EmailOutbox, QueuedEmail } from "@latchkey/domain/mail/EmailOutbox"
import { EmailKind } from "@latchkey/domain/mail/MailDeliveryLog"
import type { EmailMessage } from "@latchkey/domain/mail/Mailer"
import { Sent } from "@latchkey/memory/MemoryMailer"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as TestClock from "effect/TestClock"
import { backoff } from "../../src/mail/internal/DeliverEmail.ts"
import { ann, ben, justBefore, linkTokenIn, oneMilli, outage, outcome, test } from "../support.ts"
import * as CapturedLogs from "../support/CapturedLogs.ts"
import { argsOf, before, beforeNext, countOf, pauseNext, release } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const transient = new MailerError({ reason: "transient", cause: new Error("busy") })
const permanent = new MailerError({ reason: "permanent", cause: new Error("no such mailbox") })

const dispatchWith = (random: number) =>
  Effect.flatMap(EmailDispatcher, ({ dispatch }) => Effect.withRandom(dispatch, Random.fixed([random])))

/** Dispatches with the longest delays: 1, 2, 4… seconds. */
const dispatch = dispatchWith(0)

const recipients = Effect.flatMap(Sent, ({ sent }) => Effect.map(sent, (emails) => emails.map(({ to }) => to)))
const failNext = (count: number, error: MailerError) => Effect.flatMap(Sent, (sent) => sent.failNext(count, error))
const request = Effect.tap(TestClient.make, (client) => client.requestLink(ann))

/** Ann's request is the first, Ben's the second. */
const requestTwo = Effect.gen(function* () {
  const client = yield* request
  yield* oneMilli
  yield* client.requestLink(ben)
})

/** Checks that one request is due after the delay, to the millisecond. */
const isDueIn = (delay: Duration.DurationInput) =>
  Effect.gen(function* () {
    yield* justBefore(delay)
    assert.strictEqual(yield* dispatch, 0)
    yield* oneMilli
    assert.strictEqual(yield* dispatch, 1)
  })

const attemptedTokens = Effect.map(argsOf("Mailer.send"), (calls) =>
  calls.map(([message]) => linkTokenIn((message as EmailMessage).text))
)

describe("A transient failure of the provider", () => {
  test(
    "is retried after 1, 2, 4… seconds",
    Effect.gen(function* () {
      yield* request
      yield* failNext(4, transient)
      assert.strictEqual(yield* dispatch, 1)
      for (const seconds of [1, 2, 4]) yield* isDueIn(Duration.seconds(seconds))
      assert.deepStrictEqual(yield* recipients, [])
      yield* isDueIn("8 seconds")
      assert.deepStrictEqual(yield* recipients, [ann])
    })
  )

  test(
    "is retried earlier by a random part, so that retries spread",
    Effect.gen(function* () {
      yield* request
      yield* failNext(1, transient)
      yield* dispatchWith(0.5)
      yield* isDueIn("750 millis")
    })
  )

  test(
    "generates a new token for each attempt, and each delivered token works",
    Effect.gen(function* () {
      const client = yield* request
      yield* failNext(1, transient)
      yield* dispatch
      yield* isDueIn("1 second")
      const [first = "", second = ""] = yield* attemptedTokens
      assert.notStrictEqual(first, second)
      assert.strictEqual(yield* outcome(client.verifyLink(first)), "ok")
      assert.strictEqual(yield* outcome(client.verifyLink(second)), "InvalidToken")
    })
  )

  test(
    "is retried for five minutes, then the request is discarded",
    Effect.gen(function* () {
      yield* request
      yield* failNext(1000, transient)
      for (let second = 0; second < 330; second++) {
        yield* dispatch
        yield* TestClock.adjust("1 second")
      }
      // At 0, 1, 3, 7, 15, 31 seconds and every 30 after that.
      assert.strictEqual(yield* countOf("Mailer.send"), 14)
      yield* failNext(0, transient)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* dispatch, 0)
    })
  )
})

describe("A permanent failure of the provider", () => {
  test(
    "is not retried",
    Effect.gen(function* () {
      yield* request
      yield* failNext(1, permanent)
      assert.strictEqual(yield* dispatch, 1)
      yield* TestClock.adjust("4 minutes")
      assert.strictEqual(yield* dispatch, 0)
      assert.strictEqual(yield* countOf("Mailer.send"), 1)
    })
  )
})

describe("A provider that does not respond", () => {
  test(
    "times out after 20 seconds, and the email is retried",
    Effect.gen(function* () {
      yield* request
      yield* beforeNext("Mailer.send", Effect.never)
      const dispatching = yield* Effect.fork(dispatch)
      yield* justBefore("20 seconds")
      assert.isTrue(Option.isNone(yield* Fiber.poll(dispatching)))
      yield* oneMilli
      assert.strictEqual(yield* Fiber.join(dispatching), 1)
      yield* isDueIn("1 second")
      assert.deepStrictEqual(yield* recipients, [ann])
    })
  )

  test(
    "delays no other email",
    Effect.gen(function* () {
      yield* requestTwo
      yield* beforeNext("Mailer.send", Effect.never)
      yield* Effect.fork(dispatch)
      yield* justBefore("20 seconds")
      assert.deepStrictEqual(yield* recipients, [ben])
    })
  )
})

describe("A dispatcher that is interrupted", () => {
  test(
    "ends its leases, so that the email is sent one second later",
    Effect.gen(function* () {
      const client = yield* request
      const { reached } = yield* pauseNext("Mailer.send")
      const dispatching = yield* Effect.fork(dispatch)
      yield* reached
      yield* Fiber.interrupt(dispatching)
      assert.strictEqual(yield* countOf("MagicLinkRepository.insert"), 1)
      yield* isDueIn("1 second")
      assert.strictEqual(yield* outcome(client.verifyLink((yield* attemptedTokens)[1] ?? "")), "ok")
    })
  )

  test(
    "while it leases completes the lease and then ends it, so that the email is sent one second later",
    Effect.gen(function* () {
      yield* request
      const { reached, resume } = yield* pauseNext("EmailOutbox.lease")
      const { run } = yield* EmailDispatcher
      const running = yield* Effect.fork(Effect.withRandom(run("1 second"), Random.fixed([0])))
      yield* reached
      const interrupting = yield* Effect.fork(Fiber.interrupt(running))
      yield* Effect.yieldNow()
      yield* resume
      yield* Fiber.join(interrupting)
      yield* isDueIn("1 second")
      assert.deepStrictEqual(yield* recipients, [ann])
    })
  )

  test(
    "loses no email if it cannot end its leases, because they run out",
    Effect.gen(function* () {
      yield* request
      const { reached } = yield* pauseNext("Mailer.send")
      yield* before("EmailOutbox.reschedule", outage)
      const dispatching = yield* Effect.fork(dispatch)
      yield* reached
      yield* Fiber.interrupt(dispatching)
      yield* isDueIn("1 minute")
      assert.deepStrictEqual(yield* recipients, [ann])
    })
  )
})

describe("A dispatcher with a failing store", () => {
  for (const [moment, method] of [
    ["before it generates the token", "InstanceRepository.findById"],
    ["while it stores the hash", "MagicLinkRepository.insert"]
  ] as const) {
    test(
      `retries when the lease has run out, and delays no other email, if it fails ${moment}`,
      Effect.gen(function* () {
        yield* requestTwo
        yield* beforeNext(method, outage)
        assert.strictEqual(yield* dispatch, 2)
        assert.deepStrictEqual(yield* recipients, [ben])
        yield* isDueIn("1 minute")
        assert.deepStrictEqual(yield* recipients, [ben, ann])
      })
    )
  }

  test(
    "sends a second email if it fails after sending, and one of the two links works",
    Effect.gen(function* () {
      const client = yield* request
      yield* beforeNext("EmailOutbox.complete", Effect.die("the process was killed"))
      yield* dispatch
      yield* isDueIn("1 minute")
      assert.deepStrictEqual(yield* recipients, [ann, ann])
      const [first = "", second = ""] = yield* attemptedTokens
      assert.strictEqual(yield* outcome(client.verifyLink(second)), "ok")
      assert.strictEqual(yield* outcome(client.verifyLink(first)), "InvalidToken")
    })
  )

  test(
    "fails with PersistenceError if it cannot lease",
    Effect.gen(function* () {
      yield* request
      yield* before("EmailOutbox.lease", outage)
      assert.strictEqual(yield* outcome(dispatch), "PersistenceError")
      yield* release("EmailOutbox.lease")
      assert.strictEqual(yield* dispatch, 1)
    })
  )
})

describe("The log entry of an email", () => {
  const disableMagicLinks = Effect.flatMap(InstanceDirectory, ({ update }) =>
    update(defaultId, { authConfig: { magic_link: false } })
  )
  for (const [situation, prepare, expected] of [
    ["is sent", Effect.void, []],
    ["is retried", failNext(1, transient), ["WARN email_rescheduled unavailable"]],
    ["is rejected for good", failNext(1, permanent), ["WARN email_failed rejected"]],
    ["is too old", TestClock.adjust("5 minutes"), ["WARN email_discarded expired"]],
    ["is turned off", disableMagicLinks, ["WARN email_discarded disabled"]]
  ] as const) {
    test(
      `names state and reason if it ${situation}`,
      Effect.gen(function* () {
        yield* request
        yield* prepare
        const { entries } = yield* CapturedLogs.capture(dispatch)
        assert.deepStrictEqual(CapturedLogs.problems(entries), expected)
      })
    )
  }
})

describe("An email of an unknown kind", () => {
  test(
    "is left to a newer version, and delays no other",
    Effect.gen(function* () {
      yield* request
      const [[queued] = []] = yield* argsOf("EmailOutbox.enqueue")
      const id = yield* (yield* IdGenerator).next(QueuedEmailId)
      const unknown = new QueuedEmail({ ...(queued as QueuedEmail), id, kind: EmailKind.make("from_the_future") })
      yield* (yield* EmailOutbox).enqueue(unknown)
      assert.strictEqual(yield* dispatch, 2)
      assert.lengthOf(yield* recipients, 1)
      const [[, rescheduled, update] = []] = yield* argsOf("EmailOutbox.reschedule")
      assert.strictEqual(rescheduled, id)
      assert.deepInclude(update, { reason: Option.some("unsupported") })
      assert.strictEqual(yield* countOf("EmailOutbox.complete"), 1)
    })
  )
})

describe("backoff", () => {
  const minutes = Duration.minutes(5)
  const attempts = [0, 1, 2, 3, 4, 5, 6, 7, 1000, 5000]

  it("doubles from one second to a tenth of the lifetime", () => {
    const delays = attempts.map((attempts) => Duration.toSeconds(backoff(attempts, 0, minutes)))
    assert.deepStrictEqual(delays, [1, 1, 2, 4, 8, 16, 30, 30, 30, 30])
  })

  it("is at most fifteen minutes for an email that may be late", () => {
    assert.strictEqual(Duration.toMinutes(backoff(1000, 0, Duration.days(1))), 15)
  })

  it("is reduced by a random part of at most a half", () => {
    for (const attempts of [1, 2, 6, 20]) {
      const longest = Duration.toMillis(backoff(attempts, 0, minutes))
      assert.strictEqual(Duration.toMillis(backoff(attempts, 0.5, minutes)), longest * 0.75)
      assert.strictEqual(Duration.toMillis(backoff(attempts, 1, minutes)), longest / 2)
    }
  })
})
