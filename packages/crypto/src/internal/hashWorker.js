/**
 * Runs in each hashing thread. Plain JavaScript, because a worker thread of Node 20 cannot load TypeScript: one file
 * serves both the sources and `dist`.
 */
import { setPriority } from "node:os"
import { hashSync, verifySync } from "@node-rs/argon2"

/** @typedef {{ password: string, parameters: import("../Argon2Parameters.ts").Argon2Parameters }} HashTask */
/**
 * `samples` holds one hash for each set of parameters in use. `phc` is verified in place of the sample at `index`; the
 * other samples are verified only for the time that it takes.
 *
 * @typedef {{ password: string, phc: string, samples: ReadonlyArray<string>, index: number }} VerifyTask
 */
/** @typedef {"matches" | "differs" | "unreadable"} VerifyOutcome */

// Of 19. While 32 clients sign in continuously next to other requests, half as many sign-ins succeed as without those
// requests, and the other requests hardly slow down.
const niceness = 7

// Hashing gives way to the event loop when there is more work than cores. Only Linux keeps a niceness for each thread;
// elsewhere this would slow down the whole process. If a sandbox forbids it, hashing runs at normal priority.
if (process.platform === "linux") {
  try {
    setPriority(niceness)
  } catch {}
}

/**
 * @param {HashTask} task
 * @returns {string} A PHC string with a salt of 16 random bytes.
 */
export const hash = ({ password, parameters }) =>
  hashSync(password, {
    // Argon2id. The library's `Algorithm` is a const enum, which exists in its types only.
    algorithm: 2,
    memoryCost: parameters.memorySize,
    timeCost: parameters.passes,
    parallelism: parameters.parallelism,
    outputLen: 32
  })

/**
 * @param {string} password
 * @param {string} phc
 * @returns {VerifyOutcome}
 */
const outcomeOf = (password, phc) => {
  try {
    return verifySync(phc, password) ? "matches" : "differs"
  } catch {
    // It throws for a hash that it cannot decode.
    return "unreadable"
  }
}

/**
 * Verifies in the order of the samples, whatever `index` is, because the time also depends on the order.
 *
 * @param {VerifyTask} task
 * @returns {VerifyOutcome}
 */
export const verify = ({ password, phc, samples, index }) => {
  /** @type {VerifyOutcome} */
  let outcome = "unreadable"
  samples.forEach((sample, position) => {
    if (position === index) outcome = outcomeOf(password, phc)
    // A hash that cannot be decoded takes as long as one that can.
    if (position !== index || outcome === "unreadable") verifySync(sample, password)
  })
  return outcome
}
