import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"
import { layerWorker } from "@latchkey/domain/magic-link/MagicLinkDispatcher"
import { Sent } from "@latchkey/memory/MemoryMailer"
import { almost, ann, email, oneMilli, outage, test } from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { before, beforeNext, countOf, release } from "../support/Interception.ts"
import * as Logbook from "../support/Logbook.ts"

const worker = Layer.build(layerWorker("1 second"))
const ask = Effect.flatMap(Browser.make, (browser) => browser.askForLink(ann))
const sentCount = Effect.flatMap(Sent, ({ sent }) => Effect.map(sent, (mails) => mails.length))

describe("The worker", () => {
  test(
    "looks at once, and then every interval",
    Effect.gen(function* () {
      yield* ask
      yield* worker
      yield* TestClock.adjust(0)
      assert.strictEqual(yield* sentCount, 1)
      yield* ask
      yield* almost("1 second")
      assert.strictEqual(yield* sentCount, 1)
      yield* oneMilli
      assert.strictEqual(yield* sentCount, 2)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(yield* countOf("MagicLinkOutbox.lease"), 12)
    })
  )

  test(
    "goes on at once while more is waiting than it can have on its way",
    Effect.gen(function* () {
      for (let index = 1; index <= 25; index++) {
        yield* (yield* Browser.make).askForLink(email(`person${index}@example.com`))
      }
      yield* worker
      yield* TestClock.adjust(0)
      assert.strictEqual(yield* sentCount, 25)
    })
  )

  for (const [trouble, failure] of [
    ["an outage of the store", outage],
    ["a defect", Effect.die("a defect")]
  ] as const) {
    test(
      `waits and tries again after ${trouble}`,
      Effect.gen(function* () {
        yield* ask
        yield* before("MagicLinkOutbox.lease", failure)
        yield* worker
        yield* TestClock.adjust("10 seconds")
        assert.strictEqual(yield* countOf("MagicLinkOutbox.lease"), 11)
        assert.strictEqual(yield* sentCount, 0)
        yield* release("MagicLinkOutbox.lease")
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* sentCount, 1)
      })
    )
  }

  test(
    "stops with its scope",
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      yield* Scope.extend(worker, scope)
      yield* TestClock.adjust("1 second")
      yield* Scope.close(scope, Exit.void)
      yield* ask
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(yield* sentCount, 0)
    })
  )
})

describe("A worker with a slow provider", () => {
  test(
    "goes on with other mails while one hangs",
    Effect.gen(function* () {
      yield* ask
      yield* beforeNext("Mailer.send", Effect.never)
      yield* worker
      yield* TestClock.adjust(0)
      for (let index = 1; index <= 25; index++) {
        yield* (yield* Browser.make).askForLink(email(`person${index}@example.com`))
      }
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* sentCount, 25)
    })
  )

  test(
    "has twenty mails on their way at most, and goes on as soon as one is through",
    Effect.gen(function* () {
      yield* before("Mailer.send", Effect.sleep("10 seconds"))
      for (let index = 1; index <= 30; index++) {
        yield* (yield* Browser.make).askForLink(email(`person${index}@example.com`))
      }
      yield* worker
      yield* TestClock.adjust("9 seconds")
      assert.strictEqual(yield* countOf("Mailer.send"), 20)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* countOf("Mailer.send"), 30)
      assert.strictEqual(yield* sentCount, 20)
    })
  )

  test(
    "gives back every lease when it is stopped",
    Effect.gen(function* () {
      yield* before("Mailer.send", Effect.never)
      for (let index = 1; index <= 3; index++) {
        yield* (yield* Browser.make).askForLink(email(`person${index}@example.com`))
      }
      const scope = yield* Scope.make()
      yield* Scope.extend(worker, scope)
      yield* TestClock.adjust(0)
      assert.strictEqual(yield* countOf("Mailer.send"), 3)
      yield* Scope.close(scope, Exit.void)
      yield* release("Mailer.send")
      yield* TestClock.adjust("1 second")
      yield* worker
      yield* TestClock.adjust(0)
      assert.strictEqual(yield* sentCount, 3)
    })
  )

  test(
    "says once that the outbox cannot be read, and once that it can be again",
    Effect.gen(function* () {
      yield* before("MagicLinkOutbox.lease", outage)
      const outageAndEnd = Effect.gen(function* () {
        yield* worker
        yield* TestClock.adjust("10 seconds")
        yield* release("MagicLinkOutbox.lease")
        yield* TestClock.adjust("5 seconds")
      })
      const { entries } = yield* Logbook.record(outageAndEnd)
      const said = entries.map(({ message }) => String(message[0])).filter((text) => text.includes("outbox"))
      assert.deepStrictEqual(said, ["The mail outbox cannot be read", "The mail outbox can be read again"])
    })
  )
})
