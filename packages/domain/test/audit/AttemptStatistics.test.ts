import { assert, describe } from "@effect/vitest"
import { AttemptStatistics, layerWorker } from "@latchkey/domain/audit/AttemptStatistics"
import { PersistenceError } from "@latchkey/domain/core/Errors"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { defaultId } from "@latchkey/domain/instance/Instance"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"
import { ann, justBefore, oneMilli, otherInstance, outage, outcome, test } from "../support.ts"
import * as CapturedLogs from "../support/CapturedLogs.ts"
import { before, beforeNext, countOf, pauseNext, release } from "../support/Interception.ts"

const record = (attempt: string, result = "ok", instanceId: InstanceId = defaultId) =>
  Effect.flatMap(AttemptStatistics, (statistics) => statistics.record({ instanceId, attempt, outcome: result }))

const flush = Effect.flatMap(AttemptStatistics, (statistics) => statistics.flush)

/** Returns the stored counts of the last day, each in one line with its hour. */
const stored = (instanceId: InstanceId = defaultId) =>
  Effect.map(
    Effect.flatMap(AttemptStatistics, ({ lastDay }) => lastDay(instanceId)),
    (counts) =>
      counts.map(
        ({ attempt, count, hour, outcome }) => `${hour.epochMillis / 3_600_000} ${attempt} ${outcome} ${count}`
      )
  )

describe("AttemptStatistics.record", () => {
  test(
    "counts by instance, attempt and outcome",
    Effect.gen(function* () {
      for (let count = 1; count <= 3; count++) yield* record("sign_in")
      yield* record("sign_in", "InvalidCredentials")
      yield* record("sign_up")
      yield* record("sign_in", "ok", otherInstance.id)
      yield* flush
      assert.deepStrictEqual(yield* stored(), ["0 sign_in InvalidCredentials 1", "0 sign_in ok 3", "0 sign_up ok 1"])
      assert.deepStrictEqual(yield* stored(otherInstance.id), ["0 sign_in ok 1"])
    })
  )

  test(
    "counts by hour, to the millisecond",
    Effect.gen(function* () {
      yield* record("sign_in")
      yield* justBefore("1 hour")
      yield* record("sign_in")
      yield* oneMilli
      yield* record("sign_in")
      yield* flush
      assert.deepStrictEqual(yield* stored(), ["0 sign_in ok 2", "1 sign_in ok 1"])
    })
  )

  test(
    "adds up the counts of an hour over several flushes",
    Effect.gen(function* () {
      for (let count = 1; count <= 3; count++) {
        yield* record("sign_in")
        yield* record("sign_in")
        yield* flush
      }
      assert.deepStrictEqual(yield* stored(), ["0 sign_in ok 6"])
    })
  )

  test(
    "counts in memory until the next flush, which stores nothing if nothing was counted",
    Effect.gen(function* () {
      yield* flush
      assert.strictEqual(yield* countOf("AttemptCounts.add"), 0)
      yield* record("sign_in")
      assert.strictEqual(yield* countOf("AttemptCounts.add"), 0)
      assert.deepStrictEqual(yield* stored(), [])
      yield* flush
      yield* flush
      assert.strictEqual(yield* countOf("AttemptCounts.add"), 1)
    })
  )
})

describe("AttemptStatistics.lastDay", () => {
  test(
    "returns the last 24 hours and the current hour, to the millisecond",
    Effect.gen(function* () {
      yield* TestClock.adjust("30 minutes")
      yield* record("sign_in")
      yield* flush
      yield* justBefore("1470 minutes")
      assert.deepStrictEqual(yield* stored(), ["0 sign_in ok 1"])
      yield* oneMilli
      assert.deepStrictEqual(yield* stored(), [])
    })
  )

  test(
    "fails with PersistenceError if the store is down",
    Effect.gen(function* () {
      const { lastDay } = yield* AttemptStatistics
      yield* before("AttemptCounts.since", outage)
      assert.strictEqual(yield* outcome(lastDay(defaultId)), "PersistenceError")
    })
  )
})

describe("AttemptStatistics.before", () => {
  test(
    "returns as much of the period before as there is of the current one, to the hour",
    Effect.gen(function* () {
      yield* record("sign_in")
      yield* TestClock.adjust("23 hours")
      for (let hour = 0; hour < 3; hour++) {
        yield* record("sign_in")
        yield* TestClock.adjust("1 hour")
      }
      yield* flush
      const start = DateTime.unsafeMake(7 * 86_400_000)
      const counted = Effect.gen(function* () {
        const { before } = yield* AttemptStatistics
        return (yield* before(defaultId, start, 7)).map(({ count, hour }) => [hour.epochMillis / 86_400_000, count])
      })
      yield* TestClock.setTime(8 * 86_400_000 + 1_800_000 - 1)
      assert.deepStrictEqual(yield* counted, [[0, 2]])
      yield* oneMilli
      // From half past on, the whole hour counts.
      assert.deepStrictEqual(yield* counted, [
        [0, 2],
        [1, 1]
      ])
    })
  )
})

describe("AttemptStatistics.flush: failing store", () => {
  for (const [how, failure, expected] of [
    ["is down", outage, "PersistenceError"],
    ["has a defect", Effect.die("a defect"), "defect"]
  ] as const) {
    test(
      `keeps all counts when the store ${how}, and those that are added meanwhile`,
      Effect.gen(function* () {
        yield* record("sign_in")
        yield* record("sign_up")
        yield* before("AttemptCounts.add", failure)
        const attempted = Effect.catchAllDefect(outcome(flush), () => Effect.succeed("defect"))
        assert.strictEqual(yield* attempted, expected)
        yield* record("sign_in")
        assert.strictEqual(yield* attempted, expected)
        assert.deepStrictEqual(yield* stored(), [])
        yield* release("AttemptCounts.add")
        yield* flush
        yield* flush
        assert.deepStrictEqual(yield* stored(), ["0 sign_in ok 2", "0 sign_up ok 1"])
      })
    )
  }

  test(
    "stores counts later with the hour of the attempt",
    Effect.gen(function* () {
      yield* record("sign_in")
      yield* beforeNext("AttemptCounts.add", outage)
      yield* outcome(flush)
      yield* TestClock.adjust("2 hours")
      yield* record("sign_in")
      yield* flush
      assert.deepStrictEqual(yield* stored(), ["0 sign_in ok 1", "2 sign_in ok 1"])
    })
  )
})

describe("AttemptStatistics.flush: concurrent attempts", () => {
  const storing = Effect.gen(function* () {
    const { reached, resume } = yield* pauseNext("AttemptCounts.add")
    const fiber = yield* Effect.fork(flush)
    yield* reached
    return { fiber, resume }
  })

  test(
    "counts attempts once that are recorded during a flush",
    Effect.gen(function* () {
      yield* record("sign_in")
      const { fiber, resume } = yield* storing
      yield* record("sign_in")
      yield* resume
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(yield* stored(), ["0 sign_in ok 1"])
      yield* flush
      assert.deepStrictEqual(yield* stored(), ["0 sign_in ok 2"])
    })
  )

  test(
    "completes and stores the counts once when it is interrupted",
    Effect.gen(function* () {
      yield* record("sign_in")
      const { fiber, resume } = yield* storing
      yield* Fiber.interruptFork(fiber)
      yield* resume
      yield* Fiber.await(fiber)
      assert.deepStrictEqual(yield* stored(), ["0 sign_in ok 1"])
      yield* flush
      assert.deepStrictEqual(yield* stored(), ["0 sign_in ok 1"])
    })
  )
})

describe("AttemptStatistics.record: full memory", () => {
  test(
    "keeps ten thousand different counts, and continues to add to those",
    Effect.gen(function* () {
      const { lastDay } = yield* AttemptStatistics
      const total = Effect.map(lastDay(defaultId), (counts) => [
        counts.length,
        counts.reduce((sum, { count }) => sum + count, 0)
      ])
      for (let index = 1; index <= 10_001; index++) yield* record(`attempt ${index}`)
      yield* record("attempt 1")
      yield* beforeNext("AttemptCounts.add", outage)
      yield* outcome(flush)
      yield* record("one more")
      yield* flush
      assert.deepStrictEqual(yield* total, [10_000, 10_001])
      yield* record("one more")
      yield* flush
      assert.deepStrictEqual(yield* total, [10_001, 10_002])
    })
  )
})

const storedTotal = Effect.map(
  Effect.flatMap(AttemptStatistics, ({ lastDay }) => lastDay(defaultId)),
  (counts) => counts.reduce((sum, { count }) => sum + count, 0)
)

/** Starts a worker that stores every five seconds, and returns the effect that stops it. */
const started = Effect.gen(function* () {
  const scope = yield* Scope.make()
  yield* Layer.buildWithScope(layerWorker("5 seconds"), scope)
  yield* TestClock.adjust(0)
  return Scope.close(scope, Exit.void)
})

describe("AttemptStatistics.layerWorker", () => {
  test(
    "stores every interval, to the millisecond",
    Effect.gen(function* () {
      yield* started
      yield* record("sign_in")
      yield* justBefore("5 seconds")
      assert.strictEqual(yield* storedTotal, 0)
      yield* oneMilli
      assert.strictEqual(yield* storedTotal, 1)
      yield* record("sign_in")
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* storedTotal, 2)
    })
  )

  for (const [event, failure] of [
    ["an outage of the store", outage],
    ["a defect", Effect.die("a defect")]
  ] as const) {
    test(
      `continues after ${event}, and loses no counts`,
      Effect.gen(function* () {
        yield* started
        yield* record("sign_in")
        yield* before("AttemptCounts.add", failure)
        yield* TestClock.adjust("5 seconds")
        yield* record("sign_in")
        yield* TestClock.adjust("5 seconds")
        yield* release("AttemptCounts.add")
        yield* TestClock.adjust("5 seconds")
        assert.strictEqual(yield* storedTotal, 2)
        assert.strictEqual(yield* countOf("AttemptCounts.add"), 3)
      })
    )
  }

  test(
    "stores once more when it is released, and not after that",
    Effect.gen(function* () {
      const stop = yield* started
      yield* record("sign_in")
      yield* stop
      assert.strictEqual(yield* storedTotal, 1)
      yield* record("sign_in")
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* storedTotal, 1)
    })
  )

  test(
    "is released even if the store is down, and loses no counts",
    Effect.gen(function* () {
      const stop = yield* started
      yield* record("sign_in")
      yield* before("AttemptCounts.add", outage)
      yield* stop
      yield* release("AttemptCounts.add")
      yield* (yield* AttemptStatistics).flush
      assert.strictEqual(yield* storedTotal, 1)
    })
  )

  test(
    "logs why counts could not be stored, and nothing that the driver says about a row",
    Effect.gen(function* () {
      const driverError = new PersistenceError({ cause: new Error(`Key (email)=(${ann})`) })
      const { entries } = yield* CapturedLogs.capture(
        Effect.gen(function* () {
          yield* started
          yield* record("sign_in")
          for (const failure of [Effect.fail(driverError), Effect.die(new Error(`row of ${ann}`))]) {
            yield* before("AttemptCounts.add", failure)
            yield* TestClock.adjust("5 seconds")
          }
          yield* release("AttemptCounts.add")
          yield* TestClock.adjust("5 seconds")
        })
      )
      assert.deepStrictEqual(
        entries.map(({ level, message }) => [level, ...message]),
        [
          ["WARN", "Attempt counts could not be stored", "The store is unavailable"],
          ["WARN", "Attempt counts could not be stored", "a defect (Error)"]
        ]
      )
      assert.deepStrictEqual(CapturedLogs.leaks(entries, [ann]), [])
    })
  )
})
