import { assert, describe, it } from "@effect/vitest"
import { PasswordScheme } from "@latchkey/domain/account/PasswordScheme"
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

const scrypt = PasswordScheme.make("$scrypt$ln=17,r=8,p=1")
const bcrypt = PasswordScheme.make("$2b$10")

describe("The memory that hashes of other systems need", () => {
  it.each([
    [2, 1024, "ok"],
    [2, 512, "ok"],
    [2, 440, "warning"],
    [1, 440, "ok"]
  ] as const)("of %s threads in a limit of %s MiB is %s with a scheme of 128 MiB", (threads, limit, result) => {
    const { detail, result: found } = HashingCheck.judgeMemory(threads, memory(limit), [bcrypt, scrypt])
    assert.strictEqual(found, result)
    assert.include(detail, "with scrypt ln=17,r=8,p=1 up to")
  })

  it("is a warning with the memory to allow, and no failure", () => {
    const { detail, result } = HashingCheck.judgeMemory(2, memory(300), [
      PasswordScheme.make("$argon2i$v=19$m=262144,t=3,p=1")
    ])
    assert.strictEqual(result, "warning")
    assert.include(detail, "up to 630 MiB, which is too much: allow 730 MiB or lower HASH_CONCURRENCY")
  })

  it("is not mentioned with bcrypt, which takes less than Latchkey's own", () => {
    assert.notInclude(HashingCheck.judgeMemory(2, memory(512), [bcrypt]).detail, "up to")
  })
})

describe("The check of hashing", () => {
  it.live("measures the speed of this machine", () =>
    Effect.gen(function* () {
      const check = yield* HashingCheck.run({ hashConcurrency: Option.some(1) }, { cores: 8, memory: memory(1024) }, [])
      assert.deepInclude(check, { name: "hashing", result: "ok" })
      assert.match(check.detail, /^1 thread needs .*; about [\d.]+ passwords per second$/)
    })
  )

  it.effect("assumes a thread per core by default, and does not measure if too little memory is free", () =>
    Effect.gen(function* () {
      const check = yield* HashingCheck.run(
        { hashConcurrency: Option.none() },
        { cores: 4, memory: memory(1024, 150) },
        []
      )
      assert.deepInclude(check, { name: "hashing", result: "ok" })
      assert.match(check.detail, /^4 threads .*; speed not measured: too little free memory$/)
    })
  )

  it.live("warns if the hashes of an instance are much slower than Latchkey's own, and names the slowest first", () =>
    Effect.gen(function* () {
      const share = (scheme: PasswordScheme, share: number) => ({ scheme, share })
      const own = PasswordScheme.make("$argon2id$v=19$m=19456,t=2,p=1")
      const check = yield* HashingCheck.run({ hashConcurrency: Option.some(1) }, { cores: 8, memory: memory(1024) }, [
        { instance: "own", shares: [share(own, 1)] },
        { instance: "some", shares: [share(bcrypt, 0.02), share(own, 0.98)] },
        { instance: "slow", shares: [share(PasswordScheme.make("$2b$12"), 0.98), share(own, 0.02)] }
      ])
      assert.deepInclude(check, { name: "hashing", ok: true, result: "warning" })
      assert.match(
        check.detail,
        /about [\d.]+ passwords per second; instance slow: about [\d.]+ passwords per second .*98 % bcrypt cost 12.*; instance some: .*2 % bcrypt cost 10/
      )
      assert.notInclude(check.detail, "instance own")
    })
  )
})
