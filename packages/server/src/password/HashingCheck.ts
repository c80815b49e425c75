/**
 * Checks whether there is enough memory for every hashing thread, and how fast they are with the hashes that the
 * accounts have.
 */
import * as Argon2PasswordHasher from "@latchkey/crypto/Argon2PasswordHasher"
import * as HashingMemory from "@latchkey/crypto/HashingMemory"
import * as Argon2Parameters from "@latchkey/crypto/Argon2Parameters"
import * as PasswordScheme from "@latchkey/domain/account/PasswordScheme"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as SignInRate from "@latchkey/domain/password/SignInRate"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import * as Check from "../core/Check.ts"
import type { Memory } from "../core/MemoryLimit.ts"
import type { DatabaseSettings, Settings } from "../core/Settings.ts"
import * as Database from "../database/Database.ts"

const mebibyte = 1024 * 1024

// Measured with 1 to 16 threads: an idle process without its threads; a thread without the memory of Argon2; and what
// requests in flight and garbage add under many sign-ins.
const base = 100 * mebibyte
const thread = 9 * mebibyte
const load = 100 * mebibyte

const ownHash = Argon2Parameters.defaults.memorySize * 1024

/** Returns how many bytes `serve` needs while all hashing threads verify hashes that take `hash` bytes. */
export const needed = (threads: number, hash = ownHash): number => base + threads * (thread + hash)

const mebibytes = (bytes: number): string => `${Math.round(bytes / mebibyte)} MiB`

/** The shares of the schemes of one instance. */
export interface InstanceShares {
  readonly instance: string
  readonly shares: ReadonlyArray<PasswordScheme.SchemeShare>
}

type Schemes = ReadonlyArray<PasswordScheme.PasswordScheme>

const largestOf = (schemes: Schemes) =>
  Arr.reduce(schemes, { scheme: "", hash: ownHash }, (largest, scheme) => {
    const hash = HashingMemory.ofScheme(scheme)
    return hash > largest.hash ? { scheme, hash } : largest
  })

/** Judges the hashes of other systems, which may need more. They do not keep the service from starting. */
const judgeForeign = (threads: number, limit: number, schemes: Schemes): ReadonlyArray<Check.Finding> => {
  const { hash, scheme } = largestOf(schemes)
  if (hash === ownHash) return []
  const need = needed(threads, hash)
  const detail = `with ${PasswordScheme.describe(PasswordScheme.PasswordScheme.make(scheme))} up to ${mebibytes(need)}`
  return need + load > limit
    ? [Check.warning(`${detail}, which is too much: allow ${mebibytes(need + load)} or lower HASH_CONCURRENCY`)]
    : [Check.ok(detail)]
}

const judgeOwn = (threads: number, { limit, setBy }: Memory): Check.Finding => {
  const need = needed(threads)
  const available = `${setBy === "cgroup" ? "this process may use" : "this machine has"} ${mebibytes(limit)}`
  const detail = `${threads === 1 ? "1 thread needs" : `${threads} threads need`} ${mebibytes(need)}; ${available}`
  if (need > limit) return Check.failed(`${detail}: lower HASH_CONCURRENCY or allow more memory`)
  return need + load > limit
    ? Check.warning(`${detail}, which is tight: allow ${mebibytes(need + load)}`)
    : Check.ok(detail)
}

/**
 * Checks whether that many threads fit into the limit. Warns if there is too little left for a load of sign-ins, and if
 * one of the schemes that the accounts have needs more than there is.
 */
export const judgeMemory = (threads: number, memory: Memory, schemes: Schemes = []): Check.Finding =>
  Check.combine([judgeOwn(threads, memory), ...judgeForeign(threads, memory.limit, schemes)])

/** The most instances that are named. */
const maxNamed = 3

const byRate = Order.mapInput(Order.number, ({ rate }: { readonly rate: SignInRate.SignInRate }) => rate.now)

const judgeRate = ({ instance, rate }: { readonly instance: string; readonly rate: SignInRate.SignInRate }) => {
  const detail = `instance ${instance}: ${SignInRate.describe(rate)}`
  return SignInRate.isLow(rate) ? Check.warning(detail) : Check.ok(detail)
}

const measure = (threads: number, all: ReadonlyArray<InstanceShares>) =>
  Effect.gen(function* () {
    const own = yield* SignInRate.ofShares([])
    const rates = yield* Effect.forEach(all, ({ instance, shares }) =>
      Effect.map(SignInRate.ofShares(shares), (rate) => ({ instance, rate }))
    )
    const mixed = Arr.sort(
      rates.filter(({ rate }) => rate.others.length > 0),
      byRate
    )
    return [Check.ok(SignInRate.describe(own)), ...mixed.slice(0, maxNamed).map(judgeRate)]
  }).pipe(Effect.provide(Argon2PasswordHasher.layerWith({ concurrency: threads })))

/** Measuring needs the memory of every thread, so it is skipped if a service on this machine might need it. */
const speed = (threads: number, { free }: Memory, all: ReadonlyArray<InstanceShares>, schemes: Schemes) =>
  free < needed(threads, largestOf(schemes).hash)
    ? Effect.succeed([Check.ok("speed not measured: too little free memory")])
    : measure(threads, all)

/** The most instances whose accounts are counted. */
const maxInstances = 100

/**
 * Returns the schemes of the hashes that the accounts have. Of none if the database cannot be read: other checks tell
 * that.
 */
export const sharesIn = (database: DatabaseSettings): Effect.Effect<ReadonlyArray<InstanceShares>> =>
  Effect.gen(function* () {
    const { passwordSchemes } = yield* UserRepository
    const instances = yield* Effect.flatMap(InstanceRepository, ({ list }) => list)
    return yield* Effect.forEach(instances.slice(0, maxInstances), ({ id }) =>
      Effect.map(passwordSchemes(id), ({ shares }) => ({ instance: id, shares }))
    )
  }).pipe(
    Effect.provide(Postgres.layer.pipe(Layer.provide(Database.layerServer({ ...database, poolSize: 1 }, false)))),
    Effect.orElseSucceed(() => [])
  )

/** Runs the check `hashing`. Measures for some tenths of a second if enough memory is free. */
export const run = (
  { hashConcurrency }: Pick<Settings, "hashConcurrency">,
  { cores, memory }: { readonly cores: number; readonly memory: Memory },
  all: ReadonlyArray<InstanceShares>
): Effect.Effect<Check.Check> => {
  const threads = Option.getOrElse(hashConcurrency, () => cores)
  const schemes = Arr.dedupe(all.flatMap(({ shares }) => shares.map(({ scheme }) => scheme)))
  return Check.run(
    "hashing",
    Effect.map(speed(threads, memory, all, schemes), (found) =>
      Check.combine([judgeMemory(threads, memory, schemes), ...found])
    )
  )
}
