import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as TestClock from "effect/TestClock"
import { MailerError } from "@latchkey/domain/core/Errors"
import { backoff } from "../../src/magic-link/internal/MagicLinkDelivery.ts"
import { MagicLinkDispatcher } from "@latchkey/domain/magic-link/MagicLinkDispatcher"
import type { Mail } from "@latchkey/domain/mail/Mailer"
import { Sent } from "@latchkey/memory/MemoryMailer"
import { almost, ann, ben, oneMilli, outage, outcome, test, tokenIn } from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { argsOf, before, beforeNext, countOf, release } from "../support/Interception.ts"

const transient = new MailerError({ reason: "transient", cause: new Error("busy") })
const permanent = new MailerError({ reason: "permanent", cause: new Error("no such mailbox") })

const dispatchWith = (random: number) =>
  Effect.flatMap(MagicLinkDispatcher, ({ dispatch }) => Effect.withRandom(dispatch, Random.fixed([random])))

/** With the longest delays: 1, 2, 4… seconds. */
const dispatch = dispatchWith(0)

const recipients = Effect.flatMap(Sent, ({ sent }) => Effect.map(sent, (mails) => mails.map(({ to }) => to)))

const failNext = (count: number, error: MailerError) => Effect.flatMap(Sent, (sent) => sent.failNext(count, error))

const ask = Effect.tap(Browser.make, (browser) => browser.askForLink(ann))

/** Ann's request is the first, Ben's the second. */
const askForTwo = Effect.gen(function* () {
  const browser = yield* ask
  yield* oneMilli
  yield* browser.askForLink(ben)
})

/** Nothing is due until the delay is over, to the millisecond; then one request is. */
const isDueIn = (delay: Duration.DurationInput) =>
  Effect.gen(function* () {
    yield* almost(delay)
    assert.strictEqual(yield* dispatch, 0)
    yield* oneMilli
    assert.strictEqual(yield* dispatch, 1)
  })

const handedOver = Effect.map(argsOf("Mailer.send"), (calls) => calls.map(([mail]) => tokenIn((mail as Mail).text)))

describe("A mail that the provider refuses for now", () => {
  test(
    "is tried again after 1, 2, 4… seconds",
    Effect.gen(function* () {
      yield* ask
      yield* failNext(4, transient)
      assert.strictEqual(yield* dispatch, 1)
      for (const seconds of [1, 2, 4]) yield* isDueIn(Duration.seconds(seconds))
      assert.deepStrictEqual(yield* recipients, [])
      yield* isDueIn("8 seconds")
      assert.deepStrictEqual(yield* recipients, [ann])
    })
  )

  test(
    "is tried again sooner by chance, so that not all come at once",
    Effect.gen(function* () {
      yield* ask
      yield* failNext(1, transient)
      yield* dispatchWith(0.5)
      yield* isDueIn("750 millis")
    })
  )

  test(
    "gets another token each time, and one that arrived all the same works",
    Effect.gen(function* () {
      const browser = yield* ask
      yield* failNext(1, transient)
      yield* dispatch
      yield* isDueIn("1 second")
      const [first = "", second = ""] = yield* handedOver
      assert.notStrictEqual(first, second)
      assert.strictEqual(yield* outcome(browser.useLink(first)), "ok")
      assert.strictEqual(yield* outcome(browser.useLink(second)), "InvalidToken")
    })
  )

  test(
    "is tried for five minutes, then dropped",
    Effect.gen(function* () {
      yield* ask
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

describe("A mail that the provider refuses for good", () => {
  test(
    "is not tried again",
    Effect.gen(function* () {
      yield* ask
      yield* failNext(1, permanent)
      assert.strictEqual(yield* dispatch, 1)
      yield* TestClock.adjust("4 minutes")
      assert.strictEqual(yield* dispatch, 0)
      assert.strictEqual(yield* countOf("Mailer.send"), 1)
    })
  )
})

describe("A provider that hangs", () => {
  test(
    "is waited for 20 seconds, then the mail is tried again",
    Effect.gen(function* () {
      yield* ask
      yield* beforeNext("Mailer.send", Effect.never)
      const dispatching = yield* Effect.fork(dispatch)
      yield* almost("20 seconds")
      assert.isTrue(Option.isNone(yield* Fiber.poll(dispatching)))
      yield* oneMilli
      assert.strictEqual(yield* Fiber.join(dispatching), 1)
      yield* isDueIn("1 second")
      assert.deepStrictEqual(yield* recipients, [ann])
    })
  )

  test(
    "holds up no other mail",
    Effect.gen(function* () {
      yield* askForTwo
      yield* beforeNext("Mailer.send", Effect.never)
      yield* Effect.fork(dispatch)
      yield* almost("20 seconds")
      assert.deepStrictEqual(yield* recipients, [ben])
    })
  )
})

describe("A dispatcher that is stopped", () => {
  test(
    "gives the lease back, so that the mail goes out after a second",
    Effect.gen(function* () {
      const browser = yield* ask
      const sending = yield* Deferred.make<void>()
      yield* beforeNext("Mailer.send", Effect.zipRight(Deferred.succeed(sending, undefined), Effect.never))
      const dispatching = yield* Effect.fork(dispatch)
      yield* Deferred.await(sending)
      yield* Fiber.interrupt(dispatching)
      assert.strictEqual(yield* countOf("MagicLinkRepository.insert"), 1)
      yield* isDueIn("1 second")
      assert.strictEqual(yield* outcome(browser.useLink((yield* handedOver)[1] ?? "")), "ok")
    })
  )

  test(
    "loses nothing when it cannot even do that: the lease runs out",
    Effect.gen(function* () {
      yield* ask
      const sending = yield* Deferred.make<void>()
      yield* beforeNext("Mailer.send", Effect.zipRight(Deferred.succeed(sending, undefined), Effect.never))
      yield* before("MagicLinkOutbox.reschedule", outage)
      const dispatching = yield* Effect.fork(dispatch)
      yield* Deferred.await(sending)
      yield* Fiber.interrupt(dispatching)
      yield* isDueIn("1 minute")
      assert.deepStrictEqual(yield* recipients, [ann])
    })
  )
})

describe("A dispatcher that fails", () => {
  for (const [moment, method] of [
    ["before it has made the token", "InstanceRepository.findById"],
    ["when it stores the hash", "MagicLinkRepository.insert"]
  ] as const) {
    test(
      `${moment} tries again when the lease has run out, and holds up no other`,
      Effect.gen(function* () {
        yield* askForTwo
        yield* beforeNext(method, outage)
        assert.strictEqual(yield* dispatch, 2)
        assert.deepStrictEqual(yield* recipients, [ben])
        yield* isDueIn("1 minute")
        assert.deepStrictEqual(yield* recipients, [ben, ann])
      })
    )
  }

  test(
    "after it has sent sends a second mail, of which one link works",
    Effect.gen(function* () {
      const browser = yield* ask
      yield* beforeNext("MagicLinkOutbox.complete", Effect.die("the process was killed"))
      yield* dispatch
      yield* isDueIn("1 minute")
      assert.deepStrictEqual(yield* recipients, [ann, ann])
      const [first = "", second = ""] = yield* handedOver
      assert.strictEqual(yield* outcome(browser.useLink(second)), "ok")
      assert.strictEqual(yield* outcome(browser.useLink(first)), "InvalidToken")
    })
  )

  test(
    "says so when it cannot lease",
    Effect.gen(function* () {
      yield* ask
      yield* before("MagicLinkOutbox.lease", outage)
      assert.strictEqual(yield* outcome(dispatch), "PersistenceError")
      yield* release("MagicLinkOutbox.lease")
      assert.strictEqual(yield* dispatch, 1)
    })
  )
})

describe("The delay before another try", () => {
  it("doubles from one second to thirty", () => {
    const delays = [0, 1, 2, 3, 4, 5, 6, 7, 1000, 5000].map((attempts) => Duration.toSeconds(backoff(attempts, 0)))
    assert.deepStrictEqual(delays, [1, 1, 2, 4, 8, 16, 30, 30, 30, 30])
  })

  it("is shorter by a random part, at most by half", () => {
    for (const attempts of [1, 2, 6, 20]) {
      const longest = Duration.toMillis(backoff(attempts, 0))
      assert.strictEqual(Duration.toMillis(backoff(attempts, 0.5)), longest * 0.75)
      assert.strictEqual(Duration.toMillis(backoff(attempts, 1)), longest / 2)
    }
  })
})
