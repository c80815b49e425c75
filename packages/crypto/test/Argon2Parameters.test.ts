import { assert, describe, it } from "@effect/vitest"
import * as Argon2Parameters from "@latchkey/crypto/Argon2Parameters"

describe("Argon2Parameters", () => {
  it("defaults to 19 MiB, two passes and one lane", () => {
    assert.deepStrictEqual(Argon2Parameters.defaults, { memorySize: 19_456, passes: 2, parallelism: 1 })
  })

  it.each([
    { memorySize: 47_104, passes: 1, parallelism: 1 },
    { memorySize: 19_456, passes: 2, parallelism: 1 },
    { memorySize: 12_288, passes: 3, parallelism: 1 },
    { memorySize: 12_288, passes: 4, parallelism: 2 },
    { memorySize: 262_144, passes: 16, parallelism: 16 }
  ])("allows $memorySize KiB with $passes passes and $parallelism lanes", (parameters) => {
    assert.deepStrictEqual(Argon2Parameters.violations(parameters), [])
  })

  it.each([
    { memorySize: 47_103, passes: 1, parallelism: 1 },
    { memorySize: 19_455, passes: 2, parallelism: 1 },
    { memorySize: 12_287, passes: 3, parallelism: 1 },
    { memorySize: 12_287, passes: 16, parallelism: 1 },
    { memorySize: 262_145, passes: 2, parallelism: 1 },
    { memorySize: 19_456.5, passes: 2, parallelism: 1 },
    { memorySize: 262_144, passes: 0, parallelism: 1 },
    { memorySize: 19_456, passes: 17, parallelism: 1 },
    { memorySize: 19_456, passes: 2, parallelism: 0 },
    { memorySize: 19_456, passes: 2, parallelism: 17 }
  ])("rejects $memorySize KiB with $passes passes and $parallelism lanes", (parameters) => {
    assert.lengthOf(Argon2Parameters.violations(parameters), 1)
  })

  it("reports all violations together", () => {
    assert.deepStrictEqual(Argon2Parameters.violations({ memorySize: 1024, passes: 2, parallelism: 99 }), [
      "memorySize must be a whole number from 19456 to 262144, and is 1024",
      "parallelism must be a whole number from 1 to 16, and is 99"
    ])
  })
})
