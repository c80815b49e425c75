/**
 * Whether there is memory for every hashing thread, and how fast they are.
 *
 * @since 0.1.0
 */
import * as Argon2Parameters from "@latchkey/crypto/Argon2Parameters"
import * as HashingSpeed from "@latchkey/crypto/HashingSpeed"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Check from "../command/Check.ts"
import type { Memory } from "../core/MemoryLimit.ts"
import type { Settings } from "../core/Settings.ts"

const mebibyte = 1024 * 1024

// Measured, with 1 to 16 threads: what a process that does nothing holds besides its threads, what a thread holds besides
// the memory of Argon2, and what requests in flight and garbage add in a storm of sign-ins.
const base = 100 * mebibyte
const thread = 9 * mebibyte
const storm = 100 * mebibyte

/** What `serve` needs with all its threads at work, in bytes. @since 0.1.0 */
export const needed = (threads: number): number =>
  base + threads * (thread + Argon2Parameters.defaults.memorySize * 1024)

const mebibytes = (bytes: number): string => `${Math.round(bytes / mebibyte)} MiB`

/**
 * Whether that many threads fit: a failure when they do not, a warning when a storm of sign-ins would not.
 *
 * @since 0.1.0
 */
export const judgeMemory = (threads: number, { limit, setBy }: Memory): Check.Finding => {
  const need = needed(threads)
  const where = setBy === "cgroup" ? "this process may use" : "this machine has"
  const detail = `${threads === 1 ? "1 thread needs" : `${threads} threads need`} ${mebibytes(need)} of the ${mebibytes(limit)} that ${where}`
  if (need > limit) return Check.failed(`${detail}: lower HASH_CONCURRENCY, or allow more memory`)
  return need + storm > limit
    ? Check.warning(`${detail}, which is tight: allow ${mebibytes(need + storm)}`)
    : Check.ok(detail)
}

/** Measuring takes the memory of every thread: not where that would cost a service beside it its own. */
const speed = (threads: number, { free }: Memory) =>
  free < needed(threads)
    ? Effect.succeed(Check.ok("their speed was not measured, because too little memory is free"))
    : Effect.map(HashingSpeed.measure(threads), (perSecond) => Check.ok(`about ${perSecond} passwords a second`))

/** The check `hashing`. It measures for some tenths of a second, if enough memory is free. @since 0.1.0 */
export const run = (
  { hashConcurrency }: Pick<Settings, "hashConcurrency">,
  { cores, memory }: { readonly cores: number; readonly memory: Memory }
): Effect.Effect<Check.Check> => {
  const threads = Option.getOrElse(hashConcurrency, () => cores)
  return Check.run(
    "hashing",
    Effect.map(speed(threads, memory), (found) => Check.together([judgeMemory(threads, memory), found]))
  )
}
