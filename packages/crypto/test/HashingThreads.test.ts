import { setImmediate } from "node:timers/promises"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HashingThreads from "../src/internal/HashingThreads.ts"

const parameters = { memorySize: 1024, passes: 1, parallelism: 1 }
const task = { password: "a long password", parameters }

const heavyTask = { ...task, parameters: { memorySize: 65_536, passes: 4, parallelism: 1 } }

/** Takes a hundred times as long as `task`, and as long on every machine, because its digest is wrong. */
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

describe("HashingThreads", () => {
  it.scopedLive("go on with the next task while the event loop is busy", () =>
    Effect.gen(function* () {
      const threads = yield* HashingThreads.make(1)
      yield* threads.hash(task)
      const done: Array<string> = []
      const run = (name: string) => Effect.runPromise(Effect.map(threads.hash(task), () => done.push(name)))
      const tasks = [run("first"), run("next")]
      // Blocks this thread.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
      yield* Effect.promise(() => Promise.race(tasks))
      yield* Effect.promise(() => setImmediate())
      assert.deepStrictEqual(done, ["first", "next"])
    })
  )

  it.scopedLive("give no thread a second task while another has none", () =>
    Effect.gen(function* () {
      const threads = yield* HashingThreads.make(2)
      yield* Effect.all([threads.hash(task), threads.hash(task)], { concurrency: "unbounded" })
      const done: Array<string> = []
      const heavy = Effect.map(threads.hash(heavyTask), () => done.push("heavy"))
      const light = Effect.map(threads.hash(task), () => done.push("light"))
      yield* Effect.all([heavy, light], { concurrency: "unbounded" })
      assert.deepStrictEqual(done, ["light", "heavy"])
    })
  )

  it.scopedLive("let no task wait behind a slow hash of another system", () =>
    Effect.gen(function* () {
      const threads = yield* HashingThreads.make(2)
      yield* Effect.all([threads.hash(task), threads.hash(task)], { concurrency: "unbounded" })
      const done: Array<string> = []
      const record = <A>(name: string, work: Effect.Effect<A>) => Effect.map(work, () => done.push(name))
      const slow = record("slow", threads.verifyForeign(slowTask))
      const others = Array.from({ length: 4 }, () => record("other", threads.hash(task)))
      yield* Effect.all([slow, ...others], { concurrency: "unbounded" })
      assert.deepStrictEqual(done, ["other", "other", "other", "other", "slow"])
    })
  )

  it.scopedLive("measure how long they work on a task, without the time that it waits", () =>
    Effect.gen(function* () {
      const threads = yield* HashingThreads.make(1)
      const [slow, next] = yield* Effect.all([threads.verifyForeign(slowTask), threads.hash(task)], {
        concurrency: "unbounded"
      })
      assert.isAbove(slow.milliseconds, next.milliseconds)
    })
  )
})
