import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Memory } from "../../src/core/MemoryLimit.ts"
import * as HashingCheck from "../../src/password/HashingCheck.ts"

const mebibyte = 1024 ** 2

const memory = (limit: number, free = limit): Memory => ({
  limit: limit * mebibyte,
  free: free * mebibyte,
  setBy: "cgroup"
})

describe("The memory that hashing needs", () => {
  it("includes 19 MiB for Argon2 per thread", () => {
    assert.isAtLeast(HashingCheck.needed(5) - HashingCheck.needed(4), 19 * mebibyte)
    assert.isAtLeast(HashingCheck.needed(0), 0)
  })

  it.each([
    [2, 512, "ok"],
    [2, 200, "warning"],
    [2, 128, "failed"],
    [8, 256, "failed"],
    [8, 512, "ok"]
  ] as const)("of %s threads in a limit of %s MiB is %s", (threads, limit, result) => {
    const finding = HashingCheck.judgeMemory(threads, memory(limit))
    assert.strictEqual(finding.result, result)
    assert.include(finding.detail, `; this process may use ${limit} MiB`)
  })

  it("comes with advice if it exceeds the limit", () => {
    assert.include(HashingCheck.judgeMemory(8, memory(256)).detail, "lower HASH_CONCURRENCY or allow more memory")
  })
})

describe("The check of hashing", () => {
  it.live("measures the speed of this machine", () =>
    Effect.gen(function* () {
      const check = yield* HashingCheck.run({ hashConcurrency: Option.some(1) }, { cores: 8, memory: memory(1024) })
      assert.deepInclude(check, { name: "hashing", result: "ok" })
      assert.match(check.detail, /^1 thread needs .*; about \d+ passwords per second$/)
    })
  )

  it.effect("assumes a thread per core by default, and does not measure if too little memory is free", () =>
    Effect.gen(function* () {
      const check = yield* HashingCheck.run({ hashConcurrency: Option.none() }, { cores: 4, memory: memory(1024, 150) })
      assert.deepInclude(check, { name: "hashing", result: "ok" })
      assert.match(check.detail, /^4 threads .*; speed not measured: too little free memory$/)
    })
  )
})
