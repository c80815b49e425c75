import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Metric from "effect/Metric"
import * as MetricState from "effect/MetricState"
import * as BoundedFairQueue from "../src/internal/BoundedFairQueue.ts"
import { taking } from "./support/queue.ts"

/** Returns a function that takes a place and immediately runs work in it. */
const enqueueIn =
  (queue: BoundedFairQueue.BoundedFairQueue) =>
  <A, E, R>(fairnessKey: string, work: Effect.Effect<A, E, R>) =>
    queue(fairnessKey, (place) => place.run(taking(0, work)))

/**
 * A queue, and work that records its start and continues until the latch opens. Its fairness key is its first letter.
 */
const observed = (threads: number, capacity: number, tasksPerThread = 1) => {
  const queue = BoundedFairQueue.make({ threads, tasksPerThread, capacity })
  const started: Array<string> = []
  const latch = Effect.unsafeMakeLatch()
  const start = (name: string, { size = 1, until = latch } = {}) =>
    queue(name.charAt(0), ({ run }) =>
      run(
        taking(
          0,
          Effect.zipRight(
            Effect.sync(() => started.push(name)),
            until.await
          ),
          size
        )
      )
    ).pipe(Effect.fork, Effect.tap(Effect.yieldNow()))
  /** Takes a place whose work is only ready when the returned latch opens. */
  const reserve = Effect.fnUntraced(function* (name: string) {
    const isReady = Effect.unsafeMakeLatch()
    const use = (place: BoundedFairQueue.Place) =>
      Effect.zipRight(
        isReady.await,
        place.run(
          taking(
            0,
            Effect.sync(() => started.push(name))
          )
        )
      )
    const fiber = yield* Effect.fork(queue(name.charAt(0), use))
    yield* Effect.yieldNow()
    return { fiber, isReady }
  })
  return { latch, queue, reserve, start, started }
}

const metric = (name: string) =>
  Effect.map(Metric.snapshot, (pairs) => {
    const state: unknown = pairs.find(({ metricKey }) => metricKey.name === name)?.metricState
    return MetricState.isGaugeState(state as never)
      ? (state as { readonly value: number }).value
      : ((state as { readonly count: number } | undefined)?.count ?? 0)
  })

const overloaded = <A, E extends { readonly _tag: string }>(fiber: Fiber.Fiber<A, E>) =>
  Effect.map(Effect.flip(Fiber.join(fiber)), ({ _tag }) => _tag === "HasherOverloaded")

describe("BoundedFairQueue", () => {
  it.effect("runs no more work concurrently than allowed, and the rest in order of arrival", () =>
    Effect.gen(function* () {
      const { latch, start, started } = observed(2, 12)
      const fibers = yield* Effect.forEach(["a", "b", "c", "d", "e"], (name) => start(name))
      assert.deepStrictEqual(started, ["a", "b"])
      yield* latch.open
      yield* Fiber.joinAll(fibers)
      assert.deepStrictEqual(started, ["a", "b", "c", "d", "e"])
    })
  )

  it.effect("gives each thread its next work while it does another, and keeps fairness keys taking turns", () =>
    Effect.gen(function* () {
      const { latch, start, started } = observed(1, 40, 2)
      const fibers = yield* Effect.forEach(["a1", "a2", "a3", "a4", "b1"], (name) => start(name))
      assert.deepStrictEqual(started, ["a1", "a2"])
      yield* latch.open
      yield* Fiber.joinAll(fibers)
      assert.deepStrictEqual(started, ["a1", "a2", "a3", "b1", "a4"])
    })
  )

  it.effect("counts what threads have next as queued", () =>
    Effect.gen(function* () {
      const { latch, reserve, start, started } = observed(1, 8, 2)
      const fibers = [yield* start("running"), yield* start("a1"), (yield* reserve("a2")).fiber]
      assert.deepStrictEqual(started, ["running", "a1"])
      assert.strictEqual(yield* metric("latchkey_hash_waiting"), 2)
      assert.isTrue(yield* overloaded(yield* start("a3")))
      yield* latch.open
      yield* Fiber.interruptAll(fibers)
      assert.strictEqual(yield* metric("latchkey_hash_waiting"), 0)
    })
  )

  it.effect("no longer counts as queued what a thread goes on with", () =>
    Effect.gen(function* () {
      const { latch, start, started } = observed(1, 4, 2)
      const first = Effect.unsafeMakeLatch()
      const running = yield* start("first", { until: first })
      const fibers = [yield* start("a1")]
      assert.isTrue(yield* overloaded(yield* start("a2")))
      yield* first.open
      yield* Fiber.join(running)
      assert.strictEqual(yield* metric("latchkey_hash_waiting"), 0)
      fibers.push(yield* start("a3"))
      assert.deepStrictEqual(started, ["first", "a1", "a3"])
      yield* latch.open
      yield* Fiber.joinAll(fibers)
    })
  )

  it.effect("gives a thread that has a large piece of work no other one", () =>
    Effect.gen(function* () {
      const { latch, start, started } = observed(3, 40, 2)
      const first = Effect.unsafeMakeLatch()
      const large = yield* start("large", { size: 2, until: first })
      const names = ["a", "b", "c", "d", "e", "f"]
      const fibers = yield* Effect.forEach(names, (name) => start(name))
      assert.deepStrictEqual(started, ["large", "a", "b", "c", "d"])
      yield* first.open
      yield* Fiber.join(large)
      assert.deepStrictEqual(started, ["large", ...names])
      yield* latch.open
      yield* Fiber.joinAll(fibers)
    })
  )

  it.effect("finishes what a thread has next when its caller is interrupted, and gives the thread other work", () =>
    Effect.gen(function* () {
      const { latch, start, started } = observed(1, 8, 2)
      const running = yield* start("running")
      const interrupting = yield* Effect.fork(Fiber.interrupt(yield* start("a")))
      const last = yield* start("b")
      yield* Effect.repeatN(Effect.yieldNow(), 10)
      assert.deepStrictEqual(started, ["running", "a"])
      yield* latch.open
      yield* Fiber.joinAll([running, interrupting, last])
      assert.deepStrictEqual(started, ["running", "a", "b"])
    })
  )

  it.effect("lets fairness keys take turns, however much work each of them has queued", () =>
    Effect.gen(function* () {
      const { latch, start, started } = observed(1, 40)
      const names = ["running", "a1", "a2", "a3", "a4", "b1", "b2", "c1"]
      const fibers = yield* Effect.forEach(names, (name) => start(name))
      yield* latch.open
      yield* Fiber.joinAll(fibers)
      assert.deepStrictEqual(started, ["running", "a1", "b1", "c1", "a2", "b2", "a3", "a4"])
    })
  )

  it.effect.each([1, 2])("tells refused callers to come back as fast as work is done: %d tasks per thread", (tasks) =>
    Effect.gen(function* () {
      const { latch, queue } = observed(1, 4, tasks)
      const enqueue = enqueueIn(queue)
      yield* queue("first", ({ run }) => run(taking(2000, Effect.void)))
      const running = yield* Effect.forEach(["a", "b", "c", "d", "e"], (key) =>
        Effect.zipLeft(Effect.fork(enqueue(key, latch.await)), Effect.yieldNow())
      )
      const refused = yield* Effect.forEach(["f", "g", "h"], (key) => Effect.flip(enqueue(key, Effect.void)))
      assert.deepStrictEqual(
        refused.map(({ retryAfterSeconds }) => retryAfterSeconds),
        [1, 3, 5]
      )
      yield* latch.open
      yield* Fiber.joinAll(running)
    })
  )

  it.effect("refuses a fairness key that takes a quarter of the capacity, and accepts others", () =>
    Effect.gen(function* () {
      const { latch, start } = observed(1, 8)
      const fibers = yield* Effect.forEach(["running", "a1", "a2", "b1", "b2"], (name) => start(name))
      const tooMany = yield* start("a3")
      assert.strictEqual((yield* Effect.flip(Fiber.join(tooMany)))._tag, "HasherOverloaded")
      yield* Fiber.interrupt(fibers[1] ?? tooMany)
      fibers.push(yield* start("a4"), yield* start("c1"))
      yield* latch.open
      assert.lengthOf((yield* Fiber.awaitAll(fibers)).filter(Exit.isSuccess), 6)
    })
  )

  it.effect("limits the empty fairness key like every other", () =>
    Effect.gen(function* () {
      const { latch, start } = observed(1, 8)
      const fibers = yield* Effect.forEach(["", "", ""], (name) => start(name))
      const tooMany = yield* start("")
      assert.strictEqual((yield* Effect.flip(Fiber.join(tooMany)))._tag, "HasherOverloaded")
      yield* latch.open
      yield* Fiber.joinAll(fibers)
    })
  )

  it.effect("refuses every fairness key while the queue is full", () =>
    Effect.gen(function* () {
      const { latch, start } = observed(1, 2)
      const fibers = yield* Effect.forEach(["running", "a", "b"], (name) => start(name))
      assert.strictEqual((yield* Effect.flip(Fiber.join(yield* start("c"))))._tag, "HasherOverloaded")
      yield* latch.open
      yield* Fiber.joinAll(fibers)
    })
  )

  it.effect("skips work that was interrupted while queued", () =>
    Effect.gen(function* () {
      const { latch, start, started } = observed(1, 8)
      const running = yield* start("running")
      const first = yield* start("first")
      const second = yield* start("second")
      yield* Fiber.interrupt(second)
      assert.deepStrictEqual(started, ["running"])
      yield* latch.open
      yield* Fiber.joinAll([running, first])
      assert.deepStrictEqual(started, ["running", "first"])
    })
  )

  it.effect("counts queued and refused work in its metrics", () =>
    Effect.gen(function* () {
      const refusedBefore = yield* metric("latchkey_hash_refused_total")
      const { latch, start } = observed(1, 2)
      const fibers = yield* Effect.forEach(["running", "a", "b", "c"], (name) => start(name))
      assert.strictEqual(yield* metric("latchkey_hash_waiting"), 2)
      assert.strictEqual((yield* metric("latchkey_hash_refused_total")) - refusedBefore, 1)
      yield* latch.open
      yield* Fiber.awaitAll(fibers)
      assert.strictEqual(yield* metric("latchkey_hash_waiting"), 0)
    })
  )

  it.effect("runs the next work after one that failed or died", () =>
    Effect.gen(function* () {
      const enqueue = enqueueIn(BoundedFairQueue.make({ threads: 1, tasksPerThread: 1, capacity: 0 }))
      assert.strictEqual(yield* Effect.flip(enqueue("a", Effect.fail("failed"))), "failed")
      yield* Effect.exit(enqueue("a", Effect.die("died")))
      assert.strictEqual(yield* enqueue("a", Effect.succeed("done")), "done")
    })
  )
})

describe("A place in the queue", () => {
  it.effect("is refused before `use` begins if the queue is full", () =>
    Effect.gen(function* () {
      const { queue, reserve } = observed(1, 1)
      const first = yield* reserve("a")
      const second = yield* reserve("b")
      let isUsed = false
      const refused = yield* Effect.flip(
        queue("c", () =>
          Effect.sync(() => {
            isUsed = true
          })
        )
      )
      assert.strictEqual(refused._tag, "HasherOverloaded")
      assert.isFalse(isUsed)
      yield* Fiber.interruptAll([first.fiber, second.fiber])
    })
  )

  it.effect("counts towards the capacity and a key's quarter before its work is ready", () =>
    Effect.gen(function* () {
      const { latch, reserve, start } = observed(1, 8)
      const fibers: Array<Fiber.Fiber<unknown, unknown>> = [yield* start("running")]
      for (const name of ["a1", "a2"]) fibers.push((yield* reserve(name)).fiber)
      assert.isTrue(yield* overloaded(yield* start("a3")))
      for (const name of ["b1", "b2", "c1", "c2", "d1", "d2"]) fibers.push((yield* reserve(name)).fiber)
      assert.isTrue(yield* overloaded(yield* start("e1")))
      yield* latch.open
      yield* Fiber.interruptAll(fibers)
    })
  )

  it.effect("occupies no thread before its work is ready: work that is ready runs first", () =>
    Effect.gen(function* () {
      const { latch, reserve, start, started } = observed(1, 8)
      const first = yield* reserve("a")
      const second = yield* start("b")
      assert.deepStrictEqual(started, ["b"])
      yield* latch.open
      yield* first.isReady.open
      yield* Fiber.join(second)
      yield* Fiber.join(first.fiber)
      assert.deepStrictEqual(started, ["b", "a"])
    })
  )

  it.effect("is free again when its attempt ends without work, or is interrupted", () =>
    Effect.gen(function* () {
      const { queue, reserve, start, latch } = observed(1, 0)
      yield* queue("a", () => Effect.void)
      yield* Effect.exit(queue("a", () => Effect.fail("failed")))
      yield* Fiber.interrupt((yield* reserve("a")).fiber)
      yield* latch.open
      yield* Fiber.join(yield* start("b"))
    })
  )

  it.effect("runs further work without being refused, in turn", () =>
    Effect.gen(function* () {
      const { queue, start, started, latch } = observed(1, 4)
      yield* latch.open
      const work = (name: string) =>
        taking(
          0,
          Effect.zipRight(
            Effect.sync(() => started.push(name)),
            Effect.yieldNow()
          )
        )
      const two = yield* Effect.fork(queue("a", ({ run }) => Effect.zipRight(run(work("a1")), run(work("a2")))))
      const others = yield* Effect.forEach(["b", "c", "d"], (name) => start(name))
      yield* Fiber.joinAll([two, ...others])
      assert.deepStrictEqual([...started].sort(), ["a1", "a2", "b", "c", "d"])
    })
  )
})
