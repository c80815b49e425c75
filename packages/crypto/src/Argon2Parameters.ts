/** The cost of an Argon2id hash (RFC 9106), with a lower and an upper limit. */
import * as WholeNumber from "./internal/wholeNumber.ts"

/**
 * The cost of one hash (RFC 9106, 3.1).
 *
 * - `memorySize`: memory in KiB, the parameter `m`.
 * - `passes`: passes over that memory, the parameter `t`.
 * - `parallelism`: lanes, the parameter `p`.
 */
export interface Argon2Parameters {
  readonly memorySize: number
  readonly passes: number
  readonly parallelism: number
}

/** The default of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
export const defaults: Argon2Parameters = { memorySize: 19_456, passes: 2, parallelism: 1 }

/** 16: the length of the random salt in bytes (RFC 9106, 3.1). */
export const saltLength = 16

/** 32: the length of the hash itself in bytes. */
export const tagLength = 32

/** The maximum cost of one hash: 256 MiB, 16 passes, 16 lanes. A stored hash that costs more is not computed. */
export const ceiling: Argon2Parameters = { memorySize: 262_144, passes: 16, parallelism: 16 }

/** The minimum memory for a number of passes, in KiB (OWASP ASVS 5.0, appendix C). */
const minimumMemorySize = (passes: number): number => {
  if (passes === 1) return 47_104
  return passes === 2 ? 19_456 : 12_288
}

/** Returns `true` if the cost is within `ceiling`. */
export const isWithinCeiling = ({ memorySize, passes, parallelism }: Argon2Parameters): boolean =>
  memorySize <= ceiling.memorySize && passes <= ceiling.passes && parallelism <= ceiling.parallelism

/** Returns `true` if both have the same memory, passes and lanes. */
export const isEqual = (one: Argon2Parameters, other: Argon2Parameters): boolean =>
  one.memorySize === other.memorySize && one.passes === other.passes && one.parallelism === other.parallelism

/** Returns why new hashes must not have these parameters: one sentence for each broken limit, none if they may. */
export const violations = ({ memorySize, passes, parallelism }: Argon2Parameters): ReadonlyArray<string> => [
  ...WholeNumber.violations("passes", passes, 1, ceiling.passes),
  ...WholeNumber.violations("memorySize", memorySize, minimumMemorySize(passes), ceiling.memorySize),
  ...WholeNumber.violations("parallelism", parallelism, 1, ceiling.parallelism)
]

/** Returns the same for the parameters of legacy hashes, which may be below OWASP's minimum. */
export const legacyViolations = ({ memorySize, passes, parallelism }: Argon2Parameters): ReadonlyArray<string> => [
  ...WholeNumber.violations("legacy passes", passes, 1, ceiling.passes),
  // The minimum that Argon2 accepts (RFC 9106, 3.1).
  ...WholeNumber.violations("legacy memorySize", memorySize, 8 * parallelism, ceiling.memorySize),
  ...WholeNumber.violations("legacy parallelism", parallelism, 1, ceiling.parallelism)
]
