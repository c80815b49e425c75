/** Checks whether there is enough memory for every hashing thread, and how fast they are. @since 0.1.0 */
import * as Argon2Parameters from "@latchkey/crypto/Argon2Parameters"
import * as HashingSpeed from "@latchkey/crypto/HashingSpeed"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Check from "../core/Check.ts"
import type { Memory } from "../core/MemoryLimit.ts"
import type { Settings } from "../core/Settings.ts"

const mebibyte = 1024 * 1024

// Measured with 1 to 16 threads: an idle process without its threads; a thread without the memory of Argon2; and what
// requests in flight and garbage add under many sign-ins.
const base = 100 * mebibyte
const thread = 9 * mebibyte
const load = 100 * mebibyte

/** Returns how many bytes `serve` needs while all hashing threads work. @since 0.1.0 */
export const needed = (threads: number): number =>
  base + threads * (thread + Argon2Parameters.defaults.memorySize * 1024)

const mebibytes = (bytes: number): string => `${Math.round(bytes / mebibyte)} MiB`

/**
 * Checks whether that many threads fit into the limit. Warns if there is too little left for a load of sign-ins.
 *
 * @since 0.1.0
 */
export const judgeMemory = (threads: number, { limit, setBy }: Memory): Check.Finding => {
  const need = needed(threads)
  const available = `${setBy === "cgroup" ? "this process may use" : "this machine has"} ${mebibytes(limit)}`
  const detail = `${threads === 1 ? "1 thread needs" : `${threads} threads need`} ${mebibytes(need)}; ${available}`
  if (need > limit) return Check.failed(`${detail}: lower HASH_CONCURRENCY or allow more memory`)
  return need + load > limit
    ? Check.warning(`${detail}, which is tight: allow ${mebibytes(need + load)}`)
    : Check.ok(detail)
}

/** Measuring needs the memory of every thread, so it is skipped if a service on this machine might need it. */
const speed = (threads: number, { free }: Memory) =>
  free < needed(threads)
    ? Effect.succeed(Check.ok("speed not measured: too little free memory"))
    : Effect.map(HashingSpeed.measure(threads), (perSecond) => Check.ok(`about ${perSecond} passwords per second`))

/** Runs the check `hashing`. Measures for some tenths of a second if enough memory is free. @since 0.1.0 */
export const run = (
  { hashConcurrency }: Pick<Settings, "hashConcurrency">,
  { cores, memory }: { readonly cores: number; readonly memory: Memory }
): Effect.Effect<Check.Check> => {
  const threads = Option.getOrElse(hashConcurrency, () => cores)
  return Check.run(
    "hashing",
    Effect.map(speed(threads, memory), (found) => Check.combine([judgeMemory(threads, memory), found]))
  )
}
