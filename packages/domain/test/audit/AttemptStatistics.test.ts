import { assert, describe } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import { AttemptStatistics } from "@latchkey/domain/audit/AttemptStatistics"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { almost, oneMilli, otherInstance, outage, outcome, test } from "../support.ts"
import { before, beforeNext, countOf, release } from "../support/Interception.ts"

const record = (attempt: string, result = "ok", instanceId: InstanceId = defaultId) =>
  Effect.flatMap(AttemptStatistics, (statistics) => statistics.record({ instanceId, attempt, outcome: result }))

const flush = Effect.flatMap(AttemptStatistics, (statistics) => statistics.flush)

/** The stored numbers of the last day, each in one line with its hour. */
const stored = (instanceId: InstanceId = defaultId) =>
  Effect.map(
    Effect.flatMap(AttemptStatistics, ({ lastDay }) => lastDay(instanceId)),
    (counts) =>
      counts.map(
        ({ attempt, count, hour, outcome }) => `${hour.epochMillis / 3_600_000} ${attempt} ${outcome} ${count}`
      )
  )

describe("Attempts", () => {
  test(
    "are counted by instance, attempt and outcome",
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
    "are counted by the hour, to the millisecond",
    Effect.gen(function* () {
      yield* record("sign_in")
      yield* almost("1 hour")
      yield* record("sign_in")
      yield* oneMilli
      yield* record("sign_in")
      yield* flush
      assert.deepStrictEqual(yield* stored(), ["0 sign_in ok 2", "1 sign_in ok 1"])
    })
  )

  test(
    "of an hour add up, however often they are stored",
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
    "are in memory until they are stored, and storing nothing asks nobody",
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

describe("The last day", () => {
  test(
    "is 24 hours and the hour that has begun, to the millisecond",
    Effect.gen(function* () {
      yield* TestClock.adjust("30 minutes")
      yield* record("sign_in")
      yield* flush
      yield* almost("1470 minutes")
      assert.deepStrictEqual(yield* stored(), ["0 sign_in ok 1"])
      yield* oneMilli
      assert.deepStrictEqual(yield* stored(), [])
    })
  )

  test(
    "says when the store is down",
    Effect.gen(function* () {
      const { lastDay } = yield* AttemptStatistics
      yield* before("AttemptCounts.since", outage)
      assert.strictEqual(yield* outcome(lastDay(defaultId)), "PersistenceError")
    })
  )
})

describe("A store that fails", () => {
  for (const [how, failure, expected] of [
    ["is down", outage, "PersistenceError"],
    ["has a defect", Effect.die("a defect"), "defect"]
  ] as const) {
    test(
      `loses nothing when it ${how}, nor what was counted meanwhile`,
      Effect.gen(function* () {
        yield* record("sign_in")
        yield* record("sign_up")
        yield* before("AttemptCounts.add", failure)
        const tried = Effect.catchAllDefect(outcome(flush), () => Effect.succeed("defect"))
        assert.strictEqual(yield* tried, expected)
        yield* record("sign_in")
        assert.strictEqual(yield* tried, expected)
        assert.deepStrictEqual(yield* stored(), [])
        yield* release("AttemptCounts.add")
        yield* flush
        yield* flush
        assert.deepStrictEqual(yield* stored(), ["0 sign_in ok 2", "0 sign_up ok 1"])
      })
    )
  }

  test(
    "keeps the hour in which things happened",
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

describe("While the numbers are being stored", () => {
  const storing = Effect.gen(function* () {
    const started = yield* Deferred.make<void>()
    const goOn = yield* Deferred.make<void>()
    yield* beforeNext("AttemptCounts.add", Effect.zipRight(Deferred.succeed(started, undefined), Deferred.await(goOn)))
    const fiber = yield* Effect.fork(flush)
    yield* Deferred.await(started)
    return { fiber, goOn: Deferred.succeed(goOn, undefined) }
  })

  test(
    "further attempts are counted, once",
    Effect.gen(function* () {
      yield* record("sign_in")
      const { fiber, goOn } = yield* storing
      yield* record("sign_in")
      yield* goOn
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(yield* stored(), ["0 sign_in ok 1"])
      yield* flush
      assert.deepStrictEqual(yield* stored(), ["0 sign_in ok 2"])
    })
  )

  test(
    "an interruption comes too late: they are stored, once",
    Effect.gen(function* () {
      yield* record("sign_in")
      const { fiber, goOn } = yield* storing
      yield* Fiber.interruptFork(fiber)
      yield* goOn
      yield* Fiber.await(fiber)
      assert.deepStrictEqual(yield* stored(), ["0 sign_in ok 1"])
      yield* flush
      assert.deepStrictEqual(yield* stored(), ["0 sign_in ok 1"])
    })
  )
})

describe("While nothing can be stored", () => {
  test(
    "ten thousand different numbers are kept, and those go on counting",
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
