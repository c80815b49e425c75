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
interface Timed {
  readonly result: string
  readonly milliseconds: number
}
interface HashWorker {
  readonly hash: (task: Task<"hash">) => Promise<Timed>
  readonly verify: (task: Task<"verify">) => Promise<Timed>
  readonly verifyForeign: (task: Task<"verifyForeign">) => Promise<Timed>
}

// Plain JavaScript, which the type check of the tests does not include.
const path: string = "../src/internal/hashWorker.js"
const worker: HashWorker = await import(path)
const hash = async (task: Task<"hash">) => (await worker.hash(task)).result
const verify = async (task: Task<"verify">) => (await worker.verify(task)).result
const verifyForeign = async (task: Task<"verifyForeign">) => (await worker.verifyForeign(task)).result

const parameters = [
  { memorySize: 64, passes: 1, parallelism: 1 },
  { memorySize: 48, passes: 2, parallelism: 1 },
  { memorySize: 32, passes: 3, parallelism: 1 }
]
const hashes = (password: string) => Promise.all(parameters.map((parameters) => hash({ password, parameters })))
const samples = await hashes("another password")
const stored = await hashes("right")
const inOrder = ["m=64,t=1,p=1", "m=48,t=2,p=1", "m=32,t=3,p=1"]

describe("hashWorker.verify, with three sets of parameters in use", () => {
  beforeEach(() => void costs.splice(0))

  // The order alone exposed accounts with a legacy hash: by a third of a millisecond, of twenty-three.
  it.each([0, 1, 2])("computes one hash for each set, in the same order: hash of set %d", async (index) => {
    const phc = stored[index] ?? ""
    assert.strictEqual(await verify({ password: "wrong", phc, samples, index }), "differs")
    assert.deepStrictEqual(costs.splice(0), inOrder)
    assert.strictEqual(await verify({ password: "right", phc, samples, index }), "matches")
    assert.deepStrictEqual(costs, inOrder)
  })

  it.each([0, 1, 2])("does not accept the password of a sample: hash of set %d", async (index) => {
    assert.strictEqual(
      await verify({ password: "another password", phc: stored[index] ?? "", samples, index }),
      "differs"
    )
  })

  it.each([0, 1, 2])("takes as long for a hash that cannot be decoded: hash of set %d", async (index) => {
    const phc = `${stored[index]}!`
    assert.strictEqual(await verify({ password: "right", phc, samples, index }), "unreadable")
    // Once without a result, once for the time.
    const tried = inOrder.flatMap((cost, position) => (position === index ? [cost, cost] : [cost]))
    assert.deepStrictEqual(costs, tried)
  })
})

describe("Tasks that a thread gets at once", () => {
  it("are done one by one: the first has its result before the work on the next begins", async () => {
    costs.splice(0)
    const task = { password: "right", phc: stored[0] ?? "", samples, index: 0 }
    const first = verify(task)
    const next = verify(task)
    await first
    assert.lengthOf(costs, parameters.length)
    await next
    assert.lengthOf(costs, 2 * parameters.length)
  })
})

const base64 = (bytes: string, encoding: "utf8" | "hex") => Buffer.from(bytes, encoding).toString("base64")

const expectMatch = async (password: string, hash: Task<"verifyForeign">["stored"]["hash"]) => {
  const stored = { preparation: "typed", digestSalt: "", hash } as const
  assert.strictEqual(await verifyForeign({ passwords: [password], stored, phc: "" }), "matches")
  assert.strictEqual(await verifyForeign({ passwords: [`${password}x`], stored, phc: "" }), "differs")
}

describe("hashWorker.verifyForeign", () => {
  // RFC 7914, 12. The fourth vector takes a gigabyte: such hashes are not verified.
  it.each([
    [
      "",
      "",
      { logN: 4, r: 1, p: 1 },
      "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
    ],
    [
      "password",
      "NaCl",
      { logN: 10, r: 8, p: 16 },
      "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
    ],
    [
      "pleaseletmein",
      "SodiumChloride",
      { logN: 14, r: 8, p: 1 },
      "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
    ]
  ] as const)("derives the keys of RFC 7914: %s, %s, %o", async (password, salt, cost, key) => {
    await expectMatch(password, { name: "scrypt", ...cost, salt: base64(salt, "utf8"), digest: base64(key, "hex") })
  })

  // RFC 6070, 2. The fourth vector takes 16,777,216 iterations: such hashes are not verified.
  it.each([
    ["password", "salt", 1, "0c60c80f961f0e71f3a9b524af6012062fe037a6"],
    ["password", "salt", 2, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"],
    ["password", "salt", 4096, "4b007901b765489abead49d926f721d065a429c1"],
    [
      "passwordPASSWORDpassword",
      "saltSALTsaltSALTsaltSALTsaltSALTsalt",
      4096,
      "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038"
    ],
    ["pass\0word", "sa\0lt", 4096, "56fa6aa75548099dcc37d7f03425e0c3"]
  ] as const)("derives the keys of RFC 6070: %j, %j, %d iterations", async (password, salt, iterations, key) => {
    const hash = { name: "pbkdf2", function: "sha1", iterations } as const
    await expectMatch(password, { ...hash, salt: base64(salt, "utf8"), digest: base64(key, "hex") })
  })

  it("tries each text once, in the form that the other system hashed", async () => {
    const digest = base64("00".repeat(32), "hex")
    const salt = base64("salt", "utf8")
    const hash = {
      name: "argon2",
      variant: "argon2i",
      version: 19,
      parameters: { memorySize: 32, passes: 1, parallelism: 1 },
      salt,
      digest
    } as const
    const phc = `$argon2i$v=19$m=32,t=1,p=1$${base64("saltsalt", "utf8").replace(/=/g, "")}$${digest.replace(/=/g, "")}`
    const counted = async (passwords: ReadonlyArray<string>, preparation: "typed" | "nfkc") => {
      costs.splice(0)
      await verifyForeign({ passwords, stored: { preparation, digestSalt: "", hash }, phc })
      return costs.length
    }
    assert.strictEqual(await counted(["same", "same"], "typed"), 1)
    assert.strictEqual(await counted(["e\u0301", "\u00e9"], "typed"), 2)
    assert.strictEqual(await counted(["e\u0301", "\u00e9"], "nfkc"), 1)
  })

  it("does not throw for a hash that cannot be decoded", async () => {
    const hash = { name: "bcrypt", cost: 4, saltAndDigest: "" } as const
    const stored = { preparation: "typed", digestSalt: "", hash } as const
    assert.include(["differs", "unreadable"], await verifyForeign({ passwords: ["x"], stored, phc: "$2b$99$" }))
  })
})
