import { assert, describe, it } from "@effect/vitest"
import { PersistenceError } from "@latchkey/domain/core/Errors"
import * as LeasingWorker from "@latchkey/domain/core/LeasingWorker"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import * as CapturedLogs from "../support/CapturedLogs.ts"

/** A store of tasks, each of which ends when `ends` has its turn, and a worker that does them. */
const make = (options: Partial<LeasingWorker.Work<string>> = {}) => {
  const due: Array<string> = []
  const started: Array<string> = []
  let leases = 0
  const work: LeasingWorker.Work<string> = {
    store: "The store",
    task: "A task",
    concurrency: 3,
    isSerial: false,
    lease: (limit) =>
      Effect.sync(() => {
        leases += 1
        const tasks = due.splice(0, limit)
        return { tasks, isAll: tasks.length < limit }
      }),
    perform: (task) => Effect.sync(() => started.push(task)),
    ...options
  }
  return { due, leases: () => leases, started, work }
}

const outage = Effect.fail(new PersistenceError({ cause: new Error("down") }))

describe("LeasingWorker.run", () => {
  it.scoped("leases again immediately when a task ends, if the end of one can make another one due", () =>
    Effect.gen(function* () {
      for (const isSerial of [true, false]) {
        const end = yield* Deferred.make<void>()
        const { due, started, work } = make({ isSerial })
        const perform = (task: string) => Effect.zipRight(work.perform(task), Deferred.await(end))
        yield* Effect.forkScoped(LeasingWorker.run({ ...work, perform }, "1 minute"))
        due.push("first")
        yield* TestClock.adjust("1 minute")
        due.push("second")
        yield* Deferred.succeed(end, undefined)
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(started, isSerial ? ["first", "second"] : ["first"])
      }
    })
  )

  it.scoped("logs a task that fails, and goes on with the others", () =>
    Effect.gen(function* () {
      const { due, started, work } = make()
      const perform = (task: string) => (task === "bad" ? outage : work.perform(task))
      due.push("bad", "good")
      const { entries } = yield* CapturedLogs.capture(
        Effect.zipRight(
          Effect.forkScoped(LeasingWorker.run({ ...work, perform }, "1 second")),
          TestClock.adjust("1 second")
        )
      )
      assert.deepStrictEqual(started, ["good"])
      assert.include(CapturedLogs.problems(entries)[0], "ERROR A task could not be sent and will be tried again")
    })
  )

  it.scoped("says once that the store cannot be read, and once that it can be again", () =>
    Effect.gen(function* () {
      let isDown = true
      const { due, started, work } = make()
      const lease = (limit: number) => Effect.suspend(() => (isDown ? outage : work.lease(limit)))
      due.push("task")
      const { entries } = yield* CapturedLogs.capture(
        Effect.gen(function* () {
          yield* Effect.forkScoped(LeasingWorker.run({ ...work, lease }, "1 second"))
          yield* TestClock.adjust("5 seconds")
          isDown = false
          yield* TestClock.adjust("1 second")
        })
      )
      assert.deepStrictEqual(
        entries.map(({ message }) => message[0]),
        ["The store cannot be read", "The store can be read again"]
      )
      assert.deepStrictEqual(started, ["task"])
    })
  )
})

describe("LeasingWorker.once", () => {
  it.effect("leases once, does what was due, and returns it", () =>
    Effect.gen(function* () {
      const { due, leases, started, work } = make()
      due.push("a", "b", "c")
      assert.deepStrictEqual(yield* LeasingWorker.once(work, 2), { tasks: ["a", "b"], isAll: false })
      assert.deepStrictEqual([started, leases()], [["a", "b"], 1])
    })
  )
})
