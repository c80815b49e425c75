import { assert, beforeEach, describe, it, vi } from "vitest"
import type { HashingThreads } from "../src/internal/HashingThreads.ts"

// The threads give way to others; this process does not.
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

// Plain JavaScript, which the tests are compiled without.
const path: string = "../src/internal/hashWorker.js"
const { hash, verify }: HashWorker = await import(path)

const parameters = [
  { memorySize: 64, passes: 1, parallelism: 1 },
  { memorySize: 48, passes: 2, parallelism: 1 },
  { memorySize: 32, passes: 3, parallelism: 1 }
]
const hashes = (password: string) => parameters.map((parameters) => hash({ password, parameters }))
const samples = hashes("somebody else's")
const stored = hashes("right")
const inOrder = ["m=64,t=1,p=1", "m=48,t=2,p=1", "m=32,t=3,p=1"]

describe("Verifying a hash of any of the parameters in use", () => {
  beforeEach(() => void costs.splice(0))

  // By another order alone, accounts with an earlier hash were told apart: a third of a millisecond of twenty-three.
  it.each([0, 1, 2])("costs one of each, always in the same order: number %d", (place) => {
    const phc = stored[place] ?? ""
    assert.strictEqual(verify({ password: "wrong", phc, samples, place }), "differs")
    assert.deepStrictEqual(costs.splice(0), inOrder)
    assert.strictEqual(verify({ password: "right", phc, samples, place }), "matches")
    assert.deepStrictEqual(costs, inOrder)
  })

  it.each([0, 1, 2])("never takes a sample for the account's: number %d", (place) => {
    assert.strictEqual(verify({ password: "somebody else's", phc: stored[place] ?? "", samples, place }), "differs")
  })

  it.each([0, 1, 2])("costs as much when it cannot be decoded: number %d", (place) => {
    const phc = `${stored[place]}!`
    assert.strictEqual(verify({ password: "right", phc, samples, place }), "unreadable")
    // Once to no avail, once for the time.
    const tried = inOrder.flatMap((cost, index) => (index === place ? [cost, cost] : [cost]))
    assert.deepStrictEqual(costs, tried)
  })
})
