import { assert, describe, it } from "@effect/vitest"
import * as HashingCheck from "@latchkey/server/password/HashingCheck"
import type { Memory } from "@latchkey/server/core/MemoryLimit"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

const mebibyte = 1024 ** 2

const memory = (limit: number, free = limit): Memory => ({
  limit: limit * mebibyte,
  free: free * mebibyte,
  setBy: "cgroup"
})

describe("The memory for hashing", () => {
  it("is 19 MiB of Argon2 for each thread, besides the threads and the process", () => {
    assert.isAtLeast(HashingCheck.needed(5) - HashingCheck.needed(4), 19 * mebibyte)
    assert.isAtLeast(HashingCheck.needed(0), 0)
  })

  it.each([
    [2, 512, "ok"],
    [2, 200, "warning"],
    [2, 128, "failed"],
    [8, 256, "failed"],
    [8, 512, "ok"]
  ] as const)("for %s threads is looked for in %s MiB: %s", (threads, limit, result) => {
    const finding = HashingCheck.judgeMemory(threads, memory(limit))
    assert.strictEqual(finding.result, result)
    assert.include(finding.detail, `of the ${limit} MiB that this process may use`)
  })

  it("says what to do when it is not there", () => {
    assert.include(HashingCheck.judgeMemory(8, memory(256)).detail, "lower HASH_CONCURRENCY, or allow more memory")
  })
})

describe("The check of hashing", () => {
  it.live("tells how fast this machine is", () =>
    Effect.gen(function* () {
      const check = yield* HashingCheck.run({ hashConcurrency: Option.some(1) }, { cores: 8, memory: memory(1024) })
      assert.deepInclude(check, { name: "hashing", result: "ok" })
      assert.match(check.detail, /^1 thread needs .*; about \d+ passwords a second$/)
    })
  )

  it.effect("takes a thread for each core when nothing else is set, and no memory that a service beside it needs", () =>
    Effect.gen(function* () {
      const check = yield* HashingCheck.run({ hashConcurrency: Option.none() }, { cores: 4, memory: memory(1024, 150) })
      assert.deepInclude(check, { name: "hashing", result: "ok" })
      assert.match(check.detail, /^4 threads .*not measured, because too little memory is free$/)
    })
  )
})
