import { setImmediate } from "node:timers/promises"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HashingThreads from "../src/internal/HashingThreads.ts"

const parameters = { memorySize: 1024, passes: 1, parallelism: 1 }
const task = { password: "a long password", parameters }

const heavyTask = { ...task, parameters: { memorySize: 65_536, passes: 4, parallelism: 1 } }

/** Takes about a hundred times as long as `task`. The digest is wrong, which changes nothing. */
const slowTask = {
  passwords: [task.password],
  phc: "",
  stored: {
    preparation: "typed",
    digestSalt: "",
    hash: {
      name: "pbkdf2",
      function: "sha256",
      iterations: 500_000,
      salt: "c2FsdA==",
      digest: Buffer.alloc(32).toString("base64")
    }
  }
} as const

/** Threads that have started, and a function that records the order in which work is done. */
const started = (count: number) =>
  Effect.gen(function* () {
    const threads = yield* HashingThreads.make(count)
    yield* Effect.all(
      Array.from({ length: count }, () => threads.hash(task)),
      { concurrency: "unbounded" }
    )
    const done: Array<string> = []
    const record = <A>(name: string, work: Effect.Effect<A>) => Effect.map(work, () => done.push(name))
    return { done, record, threads }
  })

describe("HashingThreads", () => {
  it.scopedLive("go on with the next task while the event loop is busy", () =>
    Effect.gen(function* () {
      const { done, record, threads } = yield* started(1)
      const tasks = ["first", "next"].map((name) => Effect.runPromise(record(name, threads.hash(task))))
      // Blocks this thread.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
      yield* Effect.promise(() => Promise.race(tasks))
      yield* Effect.promise(() => setImmediate())
      assert.deepStrictEqual(done, ["first", "next"])
    })
  )

  it.scopedLive("give no thread a second task while another has none", () =>
    Effect.gen(function* () {
      const { done, record, threads } = yield* started(2)
      const tasks = [record("heavy", threads.hash(heavyTask)), record("light", threads.hash(task))]
      yield* Effect.all(tasks, { concurrency: "unbounded" })
      assert.deepStrictEqual(done, ["light", "heavy"])
    })
  )

  it.scopedLive("let no task wait behind a slow hash of another system", () =>
    Effect.gen(function* () {
      const { done, record, threads } = yield* started(2)
      const others = Array.from({ length: 4 }, () => record("other", threads.hash(task)))
      yield* Effect.all([record("slow", threads.verifyForeign(slowTask)), ...others], { concurrency: "unbounded" })
      assert.deepStrictEqual(done, ["other", "other", "other", "other", "slow"])
    })
  )

  it.scopedLive("measure how long they work on a task, without the time that it waits", () =>
    Effect.gen(function* () {
      const { threads } = yield* started(1)
      const [slow, next] = yield* Effect.all([threads.verifyForeign(slowTask), threads.hash(task)], {
        concurrency: "unbounded"
      })
      assert.isAbove(slow.milliseconds, next.milliseconds)
    })
  )
})
