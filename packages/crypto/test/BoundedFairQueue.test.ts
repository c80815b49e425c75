import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Metric from "effect/Metric"
import * as MetricState from "effect/MetricState"
import * as BoundedFairQueue from "../src/internal/BoundedFairQueue.ts"

/** A queue, and work that records its start and continues until the latch opens. Its fairness key is its first letter. */
const observed = (concurrency: number, capacity: number) => {
  const enqueue = BoundedFairQueue.make(concurrency, capacity)
  const started: Array<string> = []
  const latch = Effect.unsafeMakeLatch()
  const start = (name: string) =>
    enqueue(
      name.charAt(0),
      Effect.zipRight(
        Effect.sync(() => started.push(name)),
        latch.await
      )
    ).pipe(Effect.fork, Effect.tap(Effect.yieldNow()))
  return { latch, start, started }
}

const metric = (name: string) =>
  Effect.map(Metric.snapshot, (pairs) => {
    const state: unknown = pairs.find(({ metricKey }) => metricKey.name === name)?.metricState
    return MetricState.isGaugeState(state as never)
      ? (state as { readonly value: number }).value
      : ((state as { readonly count: number } | undefined)?.count ?? 0)
  })

describe("BoundedFairQueue", () => {
  it.effect("runs no more work concurrently than allowed, and the rest in order of arrival", () =>
    Effect.gen(function* () {
      const { latch, start, started } = observed(2, 12)
      const fibers = yield* Effect.forEach(["a", "b", "c", "d", "e"], start)
      assert.deepStrictEqual(started, ["a", "b"])
      yield* latch.open
      yield* Fiber.joinAll(fibers)
      assert.deepStrictEqual(started, ["a", "b", "c", "d", "e"])
    })
  )

  it.effect("lets fairness keys take turns, however much work each of them has queued", () =>
    Effect.gen(function* () {
      const { latch, start, started } = observed(1, 40)
      const names = ["running", "a1", "a2", "a3", "a4", "b1", "b2", "c1"]
      const fibers = yield* Effect.forEach(names, start)
      yield* latch.open
      yield* Fiber.joinAll(fibers)
      assert.deepStrictEqual(started, ["running", "a1", "b1", "c1", "a2", "b2", "a3", "a4"])
    })
  )

  it.effect("refuses a fairness key that takes a quarter of the capacity, and accepts others", () =>
    Effect.gen(function* () {
      const { latch, start } = observed(1, 8)
      const fibers = yield* Effect.forEach(["running", "a1", "a2", "b1", "b2"], start)
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
      const fibers = yield* Effect.forEach(["", "", ""], start)
      const tooMany = yield* start("")
      assert.strictEqual((yield* Effect.flip(Fiber.join(tooMany)))._tag, "HasherOverloaded")
      yield* latch.open
      yield* Fiber.joinAll(fibers)
    })
  )

  it.effect("refuses every fairness key while the queue is full", () =>
    Effect.gen(function* () {
      const { latch, start } = observed(1, 2)
      const fibers = yield* Effect.forEach(["running", "a", "b"], start)
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
      const fibers = yield* Effect.forEach(["running", "a", "b", "c"], start)
      assert.strictEqual(yield* metric("latchkey_hash_waiting"), 2)
      assert.strictEqual((yield* metric("latchkey_hash_refused_total")) - refusedBefore, 1)
      yield* latch.open
      yield* Fiber.awaitAll(fibers)
      assert.strictEqual(yield* metric("latchkey_hash_waiting"), 0)
    })
  )

  it.effect("runs the next work after one that failed or died", () =>
    Effect.gen(function* () {
      const enqueue = BoundedFairQueue.make(1, 0)
      assert.strictEqual(yield* Effect.flip(enqueue("a", Effect.fail("failed"))), "failed")
      yield* Effect.exit(enqueue("a", Effect.die("died")))
      assert.strictEqual(yield* enqueue("a", Effect.succeed("done")), "done")
    })
  )
})

const queueOf = (items: ReadonlyArray<string>) => {
  const queue = new BoundedFairQueue.FairQueue<string>()
  for (const item of items) queue.add(item.charAt(0), item)
  return queue
}

const drain = (queue: BoundedFairQueue.FairQueue<string>): ReadonlyArray<string> => {
  const item = queue.take()
  return item === undefined ? [] : [item, ...drain(queue)]
}

describe("FairQueue", () => {
  it("returns the items of one key in order of arrival, and of several keys in turns", () => {
    assert.deepStrictEqual(drain(queueOf(["a1", "a2", "a3", "b1", "b2", "c1"])), ["a1", "b1", "c1", "a2", "b2", "a3"])
  })

  it("puts a key that returns behind those that are queued", () => {
    const queue = queueOf(["a1", "b1", "b2"])
    assert.strictEqual(queue.take(), "a1")
    queue.add("a", "a2")
    assert.deepStrictEqual(drain(queue), ["b1", "a2", "b2"])
  })

  it("counts its items, in total and for each key", () => {
    const queue = queueOf(["a1", "a2", "b1"])
    assert.deepStrictEqual([queue.size, queue.sizeOf("a"), queue.sizeOf("b"), queue.sizeOf("c")], [3, 2, 1, 0])
    queue.take()
    assert.deepStrictEqual([queue.size, queue.sizeOf("a")], [2, 1])
  })

  it("deletes an item once, and only under its own key", () => {
    const queue = queueOf(["a1", "a2"])
    assert.isTrue(queue.delete("a", "a1"))
    assert.isFalse(queue.delete("a", "a1"))
    assert.isFalse(queue.delete("b", "a2"))
    assert.deepStrictEqual(drain(queue), ["a2"])
    assert.strictEqual(queue.size, 0)
    assert.isUndefined(queue.take())
  })
})
