/**
 * The cost of an Argon2id hash (RFC 9106), what is too little and what is too much.
 *
 * @since 0.1.0
 */
import * as WholeNumber from "./internal/wholeNumber.ts"

/** What one hash costs (RFC 9106 section 3.1). @since 0.1.0 */
export interface Argon2Parameters {
  /** KiB of memory for one hash: `m`. */
  readonly memorySize: number
  /** How often the memory is gone through: `t`. */
  readonly passes: number
  /** Lanes: `p`. */
  readonly parallelism: number
}

/** The default of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane. @since 0.1.0 */
export const defaults: Argon2Parameters = { memorySize: 19_456, passes: 2, parallelism: 1 }

/** The length of the random salt, in bytes (RFC 9106 section 3.1). @since 0.1.0 */
export const saltLength = 16

/** The length of the hash itself, in bytes. @since 0.1.0 */
export const tagLength = 32

/**
 * The most that one hash may cost, whoever asks for it: 256 MiB, 16 passes, 16 lanes. A stored hash that costs more
 * is not computed.
 *
 * @since 0.1.0
 */
export const ceiling: Argon2Parameters = { memorySize: 262_144, passes: 16, parallelism: 16 }

/** The least memory for a number of passes, in KiB (OWASP ASVS 5.0, appendix C). */
const leastMemorySize = (passes: number): number => {
  if (passes === 1) return 47_104
  return passes === 2 ? 19_456 : 12_288
}

/** Whether it stays within `ceiling`, so that nobody has to be afraid to compute it. @since 0.1.0 */
export const isAffordable = ({ memorySize, passes, parallelism }: Argon2Parameters): boolean =>
  memorySize <= ceiling.memorySize && passes <= ceiling.passes && parallelism <= ceiling.parallelism

/** Whether two cost the same in each respect. @since 0.1.0 */
export const areSame = (one: Argon2Parameters, other: Argon2Parameters): boolean =>
  one.memorySize === other.memorySize && one.passes === other.passes && one.parallelism === other.parallelism

/** Why new hashes may not be made with these parameters: one sentence for each reason, none when they may. @since 0.1.0 */
export const objections = ({ memorySize, passes, parallelism }: Argon2Parameters): ReadonlyArray<string> => [
  ...WholeNumber.objections("passes", passes, 1, ceiling.passes),
  ...WholeNumber.objections("memorySize", memorySize, leastMemorySize(passes), ceiling.memorySize),
  ...WholeNumber.objections("parallelism", parallelism, 1, ceiling.parallelism)
]

/** The same for parameters that hashes were made with before: those may be below today's floor. @since 0.1.0 */
export const objectionsToEarlier = ({ memorySize, passes, parallelism }: Argon2Parameters): ReadonlyArray<string> => [
  ...WholeNumber.objections("earlier passes", passes, 1, ceiling.passes),
  // The least that Argon2 works with (RFC 9106 section 3.1).
  ...WholeNumber.objections("earlier memorySize", memorySize, 8 * parallelism, ceiling.memorySize),
  ...WholeNumber.objections("earlier parallelism", parallelism, 1, ceiling.parallelism)
]
