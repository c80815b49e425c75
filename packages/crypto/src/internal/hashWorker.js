/**
 * Runs in each hashing thread. Plain JavaScript, because a worker thread of Node 20 cannot load TypeScript: one file
 * serves both the sources and `dist`.
 */
import { createCipheriv, hash as digestOf, pbkdf2Sync, scryptSync, timingSafeEqual } from "node:crypto"
import { setPriority } from "node:os"
import { setImmediate } from "node:timers/promises"
import { hashSync, verifySync } from "@node-rs/argon2"
import { verifySync as verifyBcrypt } from "@node-rs/bcrypt"

/** @typedef {{ password: string, parameters: import("../Argon2Parameters.ts").Argon2Parameters }} HashTask */
/**
 * `samples` holds one hash for each set of parameters in use. `phc` is verified in place of the sample at `index`; the
 * other samples are verified only for the time that it takes.
 *
 * @typedef {{ password: string, phc: string, samples: ReadonlyArray<string>, index: number }} VerifyTask
 */
/** @typedef {"matches" | "differs" | "unreadable"} VerifyOutcome */
/**
 * A result, and how long this thread worked on it. A task may have waited for the one before it.
 *
 * @template A
 * @typedef {{ result: A, milliseconds: number }} Timed
 */
/**
 * `passwords`: the texts that the other system may have hashed, such as the text that the user typed and its NFC.
 *
 * @typedef {{ passwords: ReadonlyArray<string>, stored: import("./StoredHash.ts").StoredHash, phc: string }} ForeignTask
 */

// Of 19. While 32 clients sign in, four others check sessions twice to three times as often as beside threads of
// niceness 0, and as many sign in (decision 0070).
const niceness = 7

// Hashing gives way to the event loop when there is more work than cores. Only Linux keeps a niceness for each thread;
// elsewhere this would slow down the whole process. If a sandbox forbids it, hashing runs at normal priority.
if (process.platform === "linux") {
  try {
    setPriority(niceness)
  } catch {}
}

/**
 * Piscina begins all tasks that it reads at once. Without the turn of the event loop, it would send no result before
 * the work on all of them is done.
 *
 * @template Task, A
 * @param {(task: Task) => A} work
 * @returns {(task: Task) => Promise<Timed<A>>}
 */
const timed = (work) => async (task) => {
  await setImmediate()
  const start = performance.now()
  const result = work(task)
  return { result, milliseconds: performance.now() - start }
}

/**
 * @param {HashTask} task
 * @returns {string} A PHC string with a salt of 16 random bytes.
 */
const hashPassword = ({ password, parameters }) =>
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
const verifyPassword = ({ password, phc, samples, index }) => {
  /** @type {VerifyOutcome} */
  let outcome = "unreadable"
  samples.forEach((sample, position) => {
    if (position === index) outcome = outcomeOf(password, phc)
    // A hash that cannot be decoded takes as long as one that can.
    if (position !== index || outcome === "unreadable") verifySync(sample, password)
  })
  return outcome
}

/** @param {string} base64 */
const bytes = (base64) => Buffer.from(base64, "base64")

/**
 * @param {import("./StoredHash.ts").Digest} digest
 * @param {string} password
 * @param {string} salt In base64.
 */
export const digestHex = ({ name, salt: place }, password, salt) => {
  const parts = [Buffer.from(password), bytes(salt)]
  return digestOf(name, Buffer.concat(place === "first" ? parts.reverse() : parts), "hex")
}

/**
 * @param {import("./StoredHash.ts").StoredHash} stored
 * @returns {(password: string) => string}
 */
const prepare =
  ({ digestSalt, preparation }) =>
  (password) => {
    if (preparation === "typed") return password
    return preparation === "nfkc" ? password.normalize("NFKC") : digestHex(preparation, password, digestSalt)
  }

/**
 * @param {string} password
 * @param {Buffer} salt
 * @param {number} length
 * @param {import("./StoredHash.ts").ScryptCost} cost
 */
const scrypt = (password, salt, length, { logN, p, r }) =>
  scryptSync(password, salt, length, { N: 2 ** logN, r, p, maxmem: 2 ** 29 })

/**
 * @param {string} password
 * @param {Exclude<import("./StoredHash.ts").SlowHash, { name: "argon2" | "bcrypt" }>} hash
 * @returns {Buffer}
 */
const derive = (password, hash) => {
  switch (hash.name) {
    case "scrypt":
      return scrypt(password, bytes(hash.salt), bytes(hash.digest).length, hash)
    case "firebase": {
      // Firebase encrypts the signer key of the project with the key that scrypt derives.
      const salt = Buffer.concat([bytes(hash.salt), bytes(hash.separator)])
      const cipher = createCipheriv("aes-256-ctr", scrypt(password, salt, 32, hash), Buffer.alloc(16))
      return Buffer.concat([cipher.update(bytes(hash.signerKey)), cipher.final()])
    }
    case "pbkdf2":
      return pbkdf2Sync(password, bytes(hash.salt), hash.iterations, bytes(hash.digest).length, hash.function)
  }
}

/**
 * @param {string} password
 * @param {ForeignTask} task
 * @returns {boolean}
 */
const matches = (password, { phc, stored: { hash } }) => {
  if (hash.name === "argon2") return verifySync(phc, password)
  // It ignores what is after 72 bytes, as every implementation of bcrypt does.
  if (hash.name === "bcrypt") return verifyBcrypt(password, phc)
  return timingSafeEqual(derive(password, hash), bytes(hash.digest))
}

/**
 * Verifies a hash of another system. `phc`: the hash without its preparation.
 *
 * @param {ForeignTask} task
 * @returns {VerifyOutcome}
 */
const verifyForeignHash = (task) => {
  try {
    const candidates = new Set(task.passwords.map(prepare(task.stored)))
    return [...candidates].some((password) => matches(password, task)) ? "matches" : "differs"
  } catch {
    return "unreadable"
  }
}

export const hash = timed(hashPassword)
export const verify = timed(verifyPassword)
export const verifyForeign = timed(verifyForeignHash)
