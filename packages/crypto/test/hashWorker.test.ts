import { assert, beforeEach, describe, it, vi } from "vitest"
import type { HashingThreads } from "../src/internal/HashingThreads.ts"

// Hashing threads lower their priority; the test process must not.
vi.mock("node:os", async (original) => ({ ...(await original<typeof import("node:os")>()), setPriority: () => {} }))

const costs: Array<string> = []
vi.mock("@node-rs/argon2", async (original) => {
  const argon2 = await original<typeof import("@node-rs/argon2")>()
  const verifySync: typeof argon2.verifySync = (phc, ...rest) => {
    costs.push(String(phc).split("$")[3] ?? "")
    return argon2.verifySync(phc, ...rest)
  }
  return { ...argon2, verifySync }
})

type Task<Name extends keyof HashingThreads> = Parameters<HashingThreads[Name]>[0]
interface HashWorker {
  readonly hash: (task: Task<"hash">) => string
  readonly verify: (task: Task<"verify">) => string
}

// Plain JavaScript, which the type check of the tests does not include.
const path: string = "../src/internal/hashWorker.js"
const { hash, verify }: HashWorker = await import(path)

const parameters = [
  { memorySize: 64, passes: 1, parallelism: 1 },
  { memorySize: 48, passes: 2, parallelism: 1 },
  { memorySize: 32, passes: 3, parallelism: 1 }
]
const hashes = (password: string) => parameters.map((parameters) => hash({ password, parameters }))
const samples = hashes("another password")
const stored = hashes("right")
const inOrder = ["m=64,t=1,p=1", "m=48,t=2,p=1", "m=32,t=3,p=1"]

describe("hashWorker.verify, with three sets of parameters in use", () => {
  beforeEach(() => void costs.splice(0))

  // The order alone exposed accounts with a legacy hash: by a third of a millisecond, of twenty-three.
  it.each([0, 1, 2])("computes one hash for each set, in the same order: hash of set %d", (index) => {
    const phc = stored[index] ?? ""
    assert.strictEqual(verify({ password: "wrong", phc, samples, index }), "differs")
    assert.deepStrictEqual(costs.splice(0), inOrder)
    assert.strictEqual(verify({ password: "right", phc, samples, index }), "matches")
    assert.deepStrictEqual(costs, inOrder)
  })

  it.each([0, 1, 2])("does not accept the password of a sample: hash of set %d", (index) => {
    assert.strictEqual(verify({ password: "another password", phc: stored[index] ?? "", samples, index }), "differs")
  })

  it.each([0, 1, 2])("takes as long for a hash that cannot be decoded: hash of set %d", (index) => {
    const phc = `${stored[index]}!`
    assert.strictEqual(verify({ password: "right", phc, samples, index }), "unreadable")
    // Once without a result, once for the time.
    const tried = inOrder.flatMap((cost, position) => (position === index ? [cost, cost] : [cost]))
    assert.deepStrictEqual(costs, tried)
  })
})
