import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"
import { AttemptStatistics, layerWorker } from "@latchkey/domain/audit/AttemptStatistics"
import { PersistenceError } from "@latchkey/domain/core/Errors"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { almost, ann, oneMilli, outage, test } from "../support.ts"
import { before, countOf, release } from "../support/Interception.ts"
import * as Logbook from "../support/Logbook.ts"

const record = Effect.flatMap(AttemptStatistics, (statistics) =>
  statistics.record({ instanceId: defaultId, attempt: "sign_in", outcome: "ok" })
)

const stored = Effect.map(
  Effect.flatMap(AttemptStatistics, ({ lastDay }) => lastDay(defaultId)),
  (counts) => counts.reduce((sum, { count }) => sum + count, 0)
)

/** A worker that stores every five seconds, and what ends it. */
const started = Effect.gen(function* () {
  const scope = yield* Scope.make()
  yield* Layer.buildWithScope(layerWorker("5 seconds"), scope)
  yield* TestClock.adjust(0)
  return Scope.close(scope, Exit.void)
})

describe("The worker", () => {
  test(
    "stores every interval, to the millisecond",
    Effect.gen(function* () {
      yield* started
      yield* record
      yield* almost("5 seconds")
      assert.strictEqual(yield* stored, 0)
      yield* oneMilli
      assert.strictEqual(yield* stored, 1)
      yield* record
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* stored, 2)
    })
  )

  for (const [trouble, failure] of [
    ["an outage of the store", outage],
    ["a defect", Effect.die("a defect")]
  ] as const) {
    test(
      `goes on after ${trouble}, and loses nothing`,
      Effect.gen(function* () {
        yield* started
        yield* record
        yield* before("AttemptCounts.add", failure)
        yield* TestClock.adjust("5 seconds")
        yield* record
        yield* TestClock.adjust("5 seconds")
        yield* release("AttemptCounts.add")
        yield* TestClock.adjust("5 seconds")
        assert.strictEqual(yield* stored, 2)
        assert.strictEqual(yield* countOf("AttemptCounts.add"), 3)
      })
    )
  }

  test(
    "stores once more when it ends, and then no more",
    Effect.gen(function* () {
      const end = yield* started
      yield* record
      yield* end
      assert.strictEqual(yield* stored, 1)
      yield* record
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* stored, 1)
    })
  )

  test(
    "ends although the store is down",
    Effect.gen(function* () {
      const end = yield* started
      yield* record
      yield* before("AttemptCounts.add", outage)
      yield* end
      yield* release("AttemptCounts.add")
      yield* (yield* AttemptStatistics).flush
      assert.strictEqual(yield* stored, 1)
    })
  )

  test(
    "says in the log what failed, and nothing that a driver says of a row",
    Effect.gen(function* () {
      const talkative = new PersistenceError({ cause: new Error(`Key (email)=(${ann})`) })
      const { entries } = yield* Logbook.record(
        Effect.gen(function* () {
          yield* started
          yield* record
          for (const failure of [Effect.fail(talkative), Effect.die(new Error(`row of ${ann}`))]) {
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
          ["WARN", "The numbers of attempts could not be stored", "The store is unavailable"],
          ["WARN", "The numbers of attempts could not be stored", "a defect (Error)"]
        ]
      )
      assert.deepStrictEqual(Logbook.leaks(entries, [ann]), [])
    })
  )
})
