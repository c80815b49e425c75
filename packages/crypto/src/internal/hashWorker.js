/**
 * What runs inside each hashing thread. Plain JavaScript, because a worker thread of Node 20 cannot load TypeScript:
 * so one file serves the sources and `dist`.
 */
import { setPriority } from "node:os"
import { hashSync, verifySync } from "@node-rs/argon2"

/** @typedef {{ password: string, parameters: import("../Argon2Parameters.ts").Argon2Parameters }} HashTask */
/**
 * `samples` has a hash for each of the parameters that are in use; `phc` takes the place of one of them. The others are
 * verified not for what comes out, but for what it costs.
 *
 * @typedef {{ password: string, phc: string, samples: ReadonlyArray<string>, place: number }} VerifyTask
 */
/** @typedef {"matches" | "differs" | "unreadable"} VerifyOutcome */

// Of 19. While 32 clients sign in all the time, half as many get in as alone, and others hardly notice.
const niceness = 7

// Hashing gives way to the event loop when there are fewer cores than work. Linux alone keeps a niceness for each
// thread; elsewhere this would slow down the whole process. Where a sandbox forbids it, hashing goes on as it is.
if (process.platform === "linux") {
  try {
    setPriority(niceness)
  } catch {}
}

/**
 * @param {HashTask} task
 * @returns {string} A PHC string; the salt is 16 random bytes.
 */
export const hash = ({ password, parameters }) =>
  hashSync(password, {
    // Argon2id. The library's `Algorithm` is a const enum, which only its types have.
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
 * Always in the order of the samples, whichever of them is the real one: the time depends on the order as well.
 *
 * @param {VerifyTask} task
 * @returns {VerifyOutcome}
 */
export const verify = ({ password, phc, samples, place }) => {
  /** @type {VerifyOutcome} */
  let outcome = "unreadable"
  samples.forEach((sample, index) => {
    if (index === place) outcome = outcomeOf(password, phc)
    // What cannot be decoded takes as long as what can.
    if (index !== place || outcome === "unreadable") verifySync(sample, password)
  })
  return outcome
}
