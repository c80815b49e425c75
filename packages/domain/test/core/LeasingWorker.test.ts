import { assert, describe, it } from "@effect/vitest"
import { PersistenceError } from "@latchkey/domain/core/Errors"
import * as LeasingWorker from "@latchkey/domain/core/LeasingWorker"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import * as CapturedLogs from "../support/CapturedLogs.ts"

/** A store of tasks, and what a worker does with them. */
const make = (options: Partial<LeasingWorker.Work<string>> = {}) => {
  const due: Array<string> = []
  const started: Array<string> = []
  const released: Array<string> = []
  let leases = 0
  const work: LeasingWorker.Work<string> = {
    store: "The store",
    task: "A task",
    span: "perform",
    annotations: (task) => ({ task }),
    concurrency: 3,
    isSerial: false,
    lease: (limit) =>
      Effect.sync(() => {
        leases += 1
        const tasks = due.splice(0, limit)
        return { tasks, hasMore: tasks.length === limit }
      }),
    perform: (task) =>
      Effect.sync(() => {
        started.push(task)
        return Effect.void
      }),
    release: (task) => Effect.sync(() => released.push(task)),
    ...options
  }
  return { due, leases: () => leases, released, started, work }
}

const outage = Effect.fail(new PersistenceError({ cause: new Error("down") }))

describe("LeasingWorker.run", () => {
  it.scoped("leases again immediately when a task ends, if the end of one can make another one due", () =>
    Effect.gen(function* () {
      for (const isSerial of [true, false]) {
        const end = yield* Deferred.make<void>()
        const { due, started, work } = make({ isSerial })
        const perform = (task: string) => Effect.zipLeft(work.perform(task), Deferred.await(end))
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

  it.scoped("does as many tasks concurrently as it may, and leases no more", () =>
    Effect.gen(function* () {
      const end = yield* Deferred.make<void>()
      const limits: Array<number> = []
      const { due, started, work } = make({ isSerial: true })
      const lease = (limit: number) => {
        limits.push(limit)
        return work.lease(limit)
      }
      const perform = (task: string) =>
        Effect.zipLeft(work.perform(task), task === "b" ? Deferred.await(end) : Effect.never)
      due.push("a", "b", "c", "d", "e")
      yield* Effect.forkScoped(LeasingWorker.run({ ...work, lease, perform }, "1 second"))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual({ started, limits }, { started: ["a", "b", "c"], limits: [3] })
      yield* Deferred.succeed(end, undefined)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual({ started, limits }, { started: ["a", "b", "c", "d"], limits: [3, 1] })
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
      assert.include(CapturedLogs.problems(entries)[0], "ERROR A task could not be completed and will be tried again")
      assert.deepStrictEqual(entries[0]?.annotations, { task: "bad" })
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
      assert.deepStrictEqual(yield* LeasingWorker.once(work, 2), { tasks: ["a", "b"], hasMore: true })
      assert.deepStrictEqual([started, leases()], [["a", "b"], 1])
    })
  )
})

describe("An interruption of the worker", () => {
  const ways = {
    run: (work: LeasingWorker.Work<string>) => LeasingWorker.run(work, "1 second"),
    once: (work: LeasingWorker.Work<string>) => LeasingWorker.once(work, 3)
  }

  for (const [name, start] of Object.entries(ways)) {
    it.effect(`ends the tasks of ${name}, releases them, and waits for that`, () =>
      Effect.gen(function* () {
        const { due, released, started, work } = make()
        const ended: Array<string> = []
        const perform = (task: string) =>
          Effect.zipRight(work.perform(task), Effect.never).pipe(
            Effect.onInterrupt(() => Effect.sync(() => ended.push(task)))
          )
        const release = (task: string) => Effect.zipRight(Effect.yieldNow(), work.release(task))
        due.push("a", "b")
        const worker = yield* Effect.fork(start({ ...work, perform, release }))
        yield* TestClock.adjust(0)
        assert.deepStrictEqual([started, released], [["a", "b"], []])
        yield* Fiber.interrupt(worker)
        assert.sameMembers(ended, ["a", "b"])
        assert.sameMembers(released, ["a", "b"])
      })
    )

    it.effect(`releases tasks of ${name} that were leased meanwhile, and does nothing of them`, () =>
      Effect.gen(function* () {
        const leased = yield* Deferred.make<void>()
        const { due, released, started, work } = make()
        const lease = (limit: number) => Effect.zipRight(Deferred.await(leased), work.lease(limit))
        due.push("a", "b")
        const worker = yield* Effect.fork(start({ ...work, lease }))
        yield* TestClock.adjust(0)
        yield* Fiber.interruptFork(worker)
        yield* Deferred.succeed(leased, undefined)
        yield* Fiber.await(worker)
        assert.deepStrictEqual([started, released.sort()], [[], ["a", "b"]])
      })
    )

    it.effect(`lets ${name} finish recording an outcome, and releases no task that has one`, () =>
      Effect.gen(function* () {
        const resumed = yield* Deferred.make<void>()
        const { due, released, work } = make()
        const recorded: Array<string> = []
        const recording = (task: string) =>
          Effect.zipRight(
            Deferred.await(resumed),
            Effect.sync(() => void recorded.push(task))
          )
        due.push("a", "b")
        const worker = yield* Effect.fork(start({ ...work, perform: (task) => Effect.succeed(recording(task)) }))
        yield* TestClock.adjust(0)
        yield* Fiber.interruptFork(worker)
        yield* TestClock.adjust(0)
        yield* Deferred.succeed(resumed, undefined)
        yield* Fiber.await(worker)
        assert.deepStrictEqual([recorded, released], [["a", "b"], []])
      })
    )
  }
})
