import { createRequire } from "node:module"
import { availableParallelism } from "node:os"

interface Pool {
  readonly run: (task: unknown, options: { readonly name: string }) => Promise<{ readonly result: string }>
}

type Piscina = new (options: Record<string, unknown>) => Pool

const hasher = import.meta.resolve("@latchkey/crypto/Crypto")
const { Piscina } = createRequire(hasher)("piscina") as { readonly Piscina: Piscina }

const threads = availableParallelism()
const pool = new Piscina({
  filename: new URL("internal/hashWorker.js", hasher).href,
  minThreads: threads,
  maxThreads: threads,
  // As many as Latchkey gives them.
  concurrentTasksPerWorker: 2
})
const parameters = { memorySize: 19_456, passes: 2, parallelism: 1 }

/** Hashes a password, in the same threads as Latchkey. */
export const hash = async (password: string): Promise<string> =>
  (await pool.run({ password, parameters }, { name: "hash" })).result

/** Returns whether the password has that hash. */
export const verify = async (password: string, phc: string): Promise<boolean> =>
  (await pool.run({ password, phc, samples: [phc], index: 0 }, { name: "verify" })).result === "matches"
