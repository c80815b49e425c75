import { assert, describe } from "@effect/vitest"
import { MailerError } from "@latchkey/domain/mail/MailErrors"
import { parse } from "@latchkey/domain/core/Token"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import { type EmailDelivery, MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import type { EmailMessage } from "@latchkey/domain/mail/Mailer"
import { Sent } from "@latchkey/memory/MemoryMailer"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as TestClock from "effect/TestClock"
import { ann, limited, linkTokenIn, test } from "../support.ts"
import { argsOf, beforeNext, pauseNext } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const mailerError = (reason: "transient" | "permanent", detail?: string) =>
  new MailerError({ reason, cause: new Error(`rejected ${ann}`), detail })

const failNext = (error: MailerError) => Effect.flatMap(Sent, (sent) => sent.failNext(1, error))

/** Dispatches with the longest delays: 1, 2, 4… seconds. */
const dispatch = Effect.flatMap(EmailDispatcher, (dispatcher) =>
  Effect.withRandom(dispatcher.dispatch, Random.fixed([0]))
)

const deliveries = Effect.flatMap(MailDeliveryLog, ({ list }) => list(defaultId, 100))

const newest = Effect.map(deliveries, ([delivery]) => Option.getOrThrow(Option.fromNullable(delivery)))

/** What an operator reads of an email: state, attempts, reason, detail, and the time in seconds. */
const read = ({ at, attempts, detail, reason, state }: EmailDelivery) =>
  [state, attempts, Option.getOrNull(reason), Option.getOrNull(detail), at.epochMillis / 1000] as const

const readAll = Effect.map(deliveries, (all) => all.map(read))

const request = Effect.tap(TestClient.make, (client) => client.requestLink(ann))

describe("EmailDelivery", () => {
  test(
    "has address and time of the request, and is queued until it is sent",
    Effect.gen(function* () {
      yield* TestClock.adjust("1 minute")
      yield* request
      const queued = yield* newest
      assert.deepInclude(queued, { email: ann, state: "queued", attempts: 0 })
      assert.strictEqual(queued.requestedAt.epochMillis, 60_000)
      assert.deepStrictEqual(yield* readAll, [["queued", 0, null, null, 60]])
      yield* TestClock.adjust("2 seconds")
      yield* dispatch
      assert.deepStrictEqual(yield* readAll, [["sent", 1, null, null, 62]])
      const sent = yield* newest
      assert.deepInclude(sent, { id: queued.id, email: ann })
      assert.strictEqual(sent.requestedAt.epochMillis, 60_000)
    })
  )

  test(
    "has reason and detail of a delay and the next time it is due, and loses them once it is sent",
    Effect.gen(function* () {
      yield* request
      yield* failNext(mailerError("transient", "Throttling"))
      yield* dispatch
      assert.deepStrictEqual(yield* readAll, [["queued", 1, "unavailable", "Throttling", 1]])
      yield* TestClock.adjust("1 second")
      yield* failNext(mailerError("transient"))
      yield* dispatch
      assert.deepStrictEqual(yield* readAll, [["queued", 2, "unavailable", "The email was not accepted", 3]])
      yield* TestClock.adjust("2 seconds")
      yield* dispatch
      assert.deepStrictEqual(yield* readAll, [["sent", 3, null, null, 3]])
    })
  )

  test(
    'is queued with reason "timeout" if the provider did not respond',
    Effect.gen(function* () {
      yield* request
      yield* beforeNext("Mailer.send", Effect.never)
      const dispatching = yield* Effect.fork(dispatch)
      yield* TestClock.adjust("20 seconds")
      yield* Fiber.join(dispatching)
      assert.deepStrictEqual(yield* readAll, [["queued", 1, "timeout", null, 21]])
    })
  )

  test(
    'is queued with reason "shutdown" if the dispatcher was interrupted',
    Effect.gen(function* () {
      yield* request
      const { reached } = yield* pauseNext("Mailer.send")
      const dispatching = yield* Effect.fork(dispatch)
      yield* reached
      yield* Fiber.interrupt(dispatching)
      assert.deepStrictEqual(yield* readAll, [["queued", 1, "shutdown", null, 1]])
    })
  )

  for (const [detail, expected] of [
    ["MessageRejected", "MessageRejected"],
    [undefined, "The email was not accepted"]
  ] as const) {
    test(
      `has failed with reason "rejected" and detail: ${expected}`,
      Effect.gen(function* () {
        yield* request
        yield* failNext(mailerError("permanent", detail))
        yield* TestClock.adjust("3 seconds")
        yield* dispatch
        assert.deepStrictEqual(yield* readAll, [["failed", 1, "rejected", expected, 3]])
      })
    )
  }

  test(
    'was discarded with reason "expired" if the request was too old',
    Effect.gen(function* () {
      yield* request
      yield* TestClock.adjust("5 minutes")
      yield* dispatch
      assert.deepStrictEqual(yield* readAll, [["discarded", 1, "expired", null, 300]])
    })
  )

  test(
    'was discarded with reason "disabled" if magic links were turned off',
    Effect.gen(function* () {
      yield* request
      yield* (yield* InstanceDirectory).update(defaultId, { authConfig: { magic_link: false } })
      yield* dispatch
      assert.deepStrictEqual(yield* readAll, [["discarded", 1, "disabled", null, 0]])
    })
  )

  for (const [windowSeconds, expected] of [
    [60, ["queued", 1, "rate_limited", null, 60]],
    [3600, ["discarded", 1, "rate_limited", null, 0]]
  ] as const) {
    test(
      `is ${expected[0]} with reason "rate_limited" in a window of ${windowSeconds} seconds`,
      Effect.gen(function* () {
        const { update } = yield* InstanceDirectory
        yield* update(defaultId, { rateLimits: { magicLinkPerEmail: { limit: 1, windowSeconds } } })
        const wide = limited({ magicLinkPerEmail: { limit: 100, windowSeconds: 60 } })
        for (let count = 1; count <= 12; count++) {
          yield* (yield* TestClient.make).at(wide).requestLink(ann)
          yield* dispatch
        }
        const all = yield* readAll
        assert.lengthOf(all, 12)
        assert.deepStrictEqual(
          all.filter(([state]) => state !== "sent"),
          [expected]
        )
      })
    )
  }
})

describe("MailDeliveryLog.list", () => {
  test(
    "returns no link, no token and no hash of one",
    Effect.gen(function* () {
      const { hash } = yield* TokenGenerator
      const client = yield* TestClient.make
      for (const failure of [mailerError("transient", "Throttling"), mailerError("permanent"), Effect.void]) {
        yield* client.requestLink(ann)
        yield* beforeNext("Mailer.send", failure)
        yield* dispatch
      }
      const all = yield* deliveries
      assert.deepStrictEqual(all.map(({ state }) => state).sort(), ["failed", "queued", "sent"])
      const tokens = (yield* argsOf("Mailer.send")).map(([message]) => linkTokenIn((message as EmailMessage).text))
      assert.lengthOf(tokens, 3)
      const printed = JSON.stringify(all)
      for (const token of tokens) {
        assert.notInclude(printed, token)
        assert.notInclude(printed, hash(Option.getOrThrow(parse(token))))
      }
      assert.notInclude(printed, "://")
      assert.notInclude(printed, "rejected ann")
    })
  )
})
