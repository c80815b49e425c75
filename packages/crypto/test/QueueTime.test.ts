import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import * as BoundedFairQueue from "../src/internal/BoundedFairQueue.ts"
import { taking } from "./support/queue.ts"

/** A queue in which as many pieces of work as it remembers took that long. */
const experienced = Effect.fnUntraced(function* (threads: number, milliseconds: number, kind?: string) {
  const queue = BoundedFairQueue.make({ threads, tasksPerThread: 1 })
  for (let piece = 0; piece < 16 * threads + 32; piece++) {
    yield* queue("before", ({ run }) => run(taking(milliseconds, Effect.void, 1, kind)))
  }
  return queue
})

/** Returns how many places the queue gives to different callers, and frees them. */
const placesIn = Effect.fnUntraced(function* (queue: BoundedFairQueue.BoundedFairQueue, fairnessKey?: string) {
  const fibers: Array<Fiber.RuntimeFiber<unknown, unknown>> = []
  for (let places = 0; ; places++) {
    const fiber = yield* Effect.fork(queue(fairnessKey ?? `caller ${places}`, () => Effect.never))
    yield* Effect.yieldNow()
    if (Option.isSome(yield* Fiber.poll(fiber))) {
      yield* Fiber.interruptAll(fibers)
      return places
    }
    fibers.push(fiber)
  }
})

/** How many places 700 ms of work have room for: the last one is given while less is in front of it. */
const roomFor = (threads: number, milliseconds: number) => Math.ceil((700 * threads) / milliseconds)

describe("The queue is bounded by time, and", () => {
  it.effect("gives a place only if recent work promises that what is in front is done soon", () =>
    Effect.gen(function* () {
      const sizes = FastCheck.record({
        threads: FastCheck.integer({ min: 1, max: 8 }),
        milliseconds: FastCheck.integer({ min: 1, max: 1000 })
      })
      for (const { milliseconds, threads } of FastCheck.sample(sizes, 20)) {
        const places = yield* placesIn(yield* experienced(threads, milliseconds))
        const most = threads + Math.max(32, 16 * threads)
        assert.strictEqual(places, Math.min(most, Math.max(threads, roomFor(threads, milliseconds))))
      }
    })
  )

  it.effect("gives a caller a quarter of the room, whatever that is", () =>
    Effect.gen(function* () {
      const queue = yield* experienced(2, 50)
      assert.strictEqual(yield* placesIn(queue), 28)
      // Two more, because threads are free.
      assert.strictEqual(yield* placesIn(queue, "one caller"), 7)
      assert.strictEqual(yield* placesIn(yield* experienced(2, 1000), "one caller"), 2)
    })
  )

  it.effect("gives a burst of places before any work was done, however slow the machine seemed at the start", () =>
    Effect.gen(function* () {
      for (const usualMillis of [0, 10, 60_000]) {
        assert.isAtLeast(yield* placesIn(BoundedFairQueue.make({ threads: 2, tasksPerThread: 2, usualMillis })), 32)
      }
    })
  )

  it.effect("gives few users a place after one piece of work that took long", () =>
    Effect.gen(function* () {
      const queue = yield* experienced(2, 10)
      yield* queue("slow", ({ run }) => run(taking(60_000, Effect.void)))
      assert.isAtLeast(yield* placesIn(queue), 30)

      const cold = BoundedFairQueue.make({ threads: 2, tasksPerThread: 1, usualMillis: 10 })
      yield* cold("slow", ({ run }) => run(taking(60_000, Effect.void)))
      assert.isAtLeast(yield* placesIn(cold), 30)
    })
  )

  it.effect("forgets what was slow while no one signed in", () =>
    Effect.gen(function* () {
      const queue = yield* experienced(2, 1000)
      assert.strictEqual(yield* placesIn(queue), 2)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(yield* placesIn(queue), 34)
    })
  )

  it.effect("counts queued work of a slow kind with its own time", () =>
    Effect.gen(function* () {
      const queue = yield* experienced(1, 10)
      for (let piece = 0; piece < 16; piece++) {
        yield* queue("slow", ({ run }) => run(taking(600, Effect.void, 1, "slow")))
      }
      const latch = Effect.unsafeMakeLatch()
      const running = yield* Effect.fork(
        Effect.all(
          [1, 2].map((key) => queue(String(key), ({ run }) => run(taking(600, latch.await, 1, "slow")))),
          { concurrency: "unbounded" }
        )
      )
      yield* Effect.repeatN(Effect.yieldNow(), 10)
      const places = yield* placesIn(queue)
      yield* latch.open
      yield* Fiber.join(running)
      assert.strictEqual(places, 0)
    })
  )

  it.effect("gives more places while queries take long, because threads get on with the work meanwhile", () =>
    Effect.gen(function* () {
      const queue = yield* experienced(1, 100)
      assert.strictEqual(yield* placesIn(queue), 7)
      const attempt = queue("a", ({ run }) => Effect.delay(run(taking(100, Effect.void)), "200 millis"))
      for (let times = 0; times < 16; times++) {
        const fiber = yield* Effect.fork(attempt)
        yield* Effect.yieldNow()
        yield* TestClock.adjust("200 millis")
        yield* Fiber.join(fiber)
      }
      // 600 ms for the queue, and 200 ms for the queries.
      assert.strictEqual(yield* placesIn(queue), 8)
    })
  )
})
