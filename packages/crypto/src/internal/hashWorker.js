/**
 * What runs inside each hashing thread. Plain JavaScript, because a worker thread of Node 20 cannot load TypeScript:
 * so one file serves the sources and `dist`.
 */
import { setPriority } from "node:os"
import { hashSync, verifySync } from "@node-rs/argon2"

/** @typedef {{ password: string, parameters: import("../Argon2Parameters.ts").Argon2Parameters }} HashTask */
/**
 * `substitute` is verified when `phc` cannot be, and `others` are anyway: not for what comes out, but for what it costs.
 *
 * @typedef {{ password: string, phc: string, substitute: string, others: ReadonlyArray<string> }} VerifyTask
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
 * @param {VerifyTask} task
 * @returns {VerifyOutcome}
 */
const outcomeOf = ({ password, phc, substitute }) => {
  try {
    return verifySync(phc, password) ? "matches" : "differs"
  } catch {
    // It throws for a hash that it cannot decode.
    verifySync(substitute, password)
    return "unreadable"
  }
}

/**
 * @param {VerifyTask} task
 * @returns {VerifyOutcome}
 */
export const verify = (task) => {
  const outcome = outcomeOf(task)
  for (const other of task.others) verifySync(other, task.password)
  return outcome
}
