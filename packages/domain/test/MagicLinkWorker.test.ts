import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"
import { layerWorker } from "@latchkey/domain/MagicLinkDispatcher"
import { Sent } from "@latchkey/memory/MemoryMailer"
import { almost, ann, email, oneMilli, outage, test } from "./support.ts"
import * as Browser from "./support/Browser.ts"
import { before, countOf, release } from "./support/Interception.ts"

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
    "goes on at once while there is a full batch",
    Effect.gen(function* () {
      for (let index = 1; index <= 25; index++) {
        yield* (yield* Browser.make).askForLink(email(`person${index}@example.com`))
      }
      yield* worker
      yield* TestClock.adjust(0)
      assert.strictEqual(yield* sentCount, 25)
      assert.strictEqual(yield* countOf("MagicLinkOutbox.lease"), 3)
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
