import { assert, describe } from "@effect/vitest"
import { layerWorker } from "@latchkey/domain/mail/EmailDispatcher"
import { Sent } from "@latchkey/memory/MemoryMailer"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"
import { ann, email, justBefore, oneMilli, outage, test } from "../support.ts"
import * as CapturedLogs from "../support/CapturedLogs.ts"
import { before, beforeNext, countOf, release } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const worker = Layer.build(layerWorker("1 second"))
const requestForAnn = Effect.flatMap(TestClient.make, (client) => client.requestLink(ann))
const sentCount = Effect.flatMap(Sent, ({ sent }) => Effect.map(sent, (emails) => emails.length))

describe("EmailDispatcher.run", () => {
  test(
    "dispatches immediately, then every interval",
    Effect.gen(function* () {
      yield* requestForAnn
      yield* worker
      yield* TestClock.adjust(0)
      assert.strictEqual(yield* sentCount, 1)
      yield* requestForAnn
      yield* justBefore("1 second")
      assert.strictEqual(yield* sentCount, 1)
      yield* oneMilli
      assert.strictEqual(yield* sentCount, 2)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(yield* countOf("EmailOutbox.lease"), 12)
    })
  )

  test(
    "continues immediately while more requests are due than it sends concurrently",
    Effect.gen(function* () {
      for (let index = 1; index <= 25; index++) {
        yield* (yield* TestClient.make).requestLink(email(`person${index}@example.com`))
      }
      yield* worker
      yield* TestClock.adjust(0)
      assert.strictEqual(yield* sentCount, 25)
    })
  )

  for (const [event, failure] of [
    ["an outage of the store", outage],
    ["a defect", Effect.die("a defect")]
  ] as const) {
    test(
      `waits and retries after ${event}`,
      Effect.gen(function* () {
        yield* requestForAnn
        yield* before("EmailOutbox.lease", failure)
        yield* worker
        yield* TestClock.adjust("10 seconds")
        assert.strictEqual(yield* countOf("EmailOutbox.lease"), 11)
        assert.strictEqual(yield* sentCount, 0)
        yield* release("EmailOutbox.lease")
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* sentCount, 1)
      })
    )
  }

  test(
    "stops when its scope is closed",
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      yield* Scope.extend(worker, scope)
      yield* TestClock.adjust("1 second")
      yield* Scope.close(scope, Exit.void)
      yield* requestForAnn
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(yield* sentCount, 0)
    })
  )
})

describe("EmailDispatcher.run: slow provider", () => {
  test(
    "sends other emails while one does not complete",
    Effect.gen(function* () {
      yield* requestForAnn
      yield* beforeNext("Mailer.send", Effect.never)
      yield* worker
      yield* TestClock.adjust(0)
      for (let index = 1; index <= 25; index++) {
        yield* (yield* TestClient.make).requestLink(email(`person${index}@example.com`))
      }
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* sentCount, 25)
    })
  )

  test(
    "sends at most twenty emails concurrently, and the next one as soon as one completes",
    Effect.gen(function* () {
      yield* before("Mailer.send", Effect.sleep("10 seconds"))
      for (let index = 1; index <= 30; index++) {
        yield* (yield* TestClient.make).requestLink(email(`person${index}@example.com`))
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
    "ends every lease when it is interrupted",
    Effect.gen(function* () {
      yield* before("Mailer.send", Effect.never)
      for (let index = 1; index <= 3; index++) {
        yield* (yield* TestClient.make).requestLink(email(`person${index}@example.com`))
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
    "logs once that the outbox cannot be read, and once that it can be read again",
    Effect.gen(function* () {
      yield* before("EmailOutbox.lease", outage)
      const outageAndRecovery = Effect.gen(function* () {
        yield* worker
        yield* TestClock.adjust("10 seconds")
        yield* release("EmailOutbox.lease")
        yield* TestClock.adjust("5 seconds")
      })
      const { entries } = yield* CapturedLogs.capture(outageAndRecovery)
      const messages = entries.map(({ message }) => String(message[0])).filter((text) => text.includes("outbox"))
      assert.deepStrictEqual(messages, ["The email outbox cannot be read", "The email outbox can be read again"])
    })
  )
})
