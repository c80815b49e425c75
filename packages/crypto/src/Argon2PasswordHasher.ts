/**
 * The password hasher on Argon2id (RFC 9106), in its own threads. It also verifies hashes that other systems made, with
 * Argon2, bcrypt, scrypt or PBKDF2.
 */
import { availableParallelism } from "node:os"
import * as PasswordScheme from "@latchkey/domain/account/PasswordScheme"
import { PasswordHash } from "@latchkey/domain/account/UserRepository"
import { PasswordHashRejected } from "@latchkey/domain/password/PasswordErrors"
import { traced } from "@latchkey/domain/core/Tracing"
import { asTyped, parse, type Password } from "@latchkey/domain/password/Password"
import { type HashingOptions, PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Argon2Parameters from "./Argon2Parameters.ts"
import { HasherOptionsRejected, type HasherSelfTestFailed } from "./HasherErrors.ts"
import * as BoundedFairQueue from "./internal/BoundedFairQueue.ts"
import * as ForeignForms from "./internal/ForeignForms.ts"
import * as HashingThreads from "./internal/HashingThreads.ts"
import * as HashMetrics from "./internal/hashMetrics.ts"
import type { VerifyOutcome } from "./internal/hashWorker.js"
import * as Phc from "./internal/Phc.ts"
import * as SelfTest from "./internal/SelfTest.ts"
import * as StoredHash from "./internal/StoredHash.ts"
import * as WholeNumber from "./internal/wholeNumber.ts"

/**
 * What a hash costs, and how many are computed concurrently. The memory in use is about `parameters.memorySize` times
 * `concurrency`.
 *
 * - `parameters`: the cost of a new hash, by default OWASP's, and never below OWASP's minimum.
 * - `legacyParameters`: what hashes cost before, for as long as some of those are stored. Every verification then costs
 *   one hash with the current parameters and one with each of these: otherwise the time would expose accounts that have
 *   a legacy hash.
 * - `concurrency`: how many hashes are computed concurrently, each in its own thread. By default one for each core.
 * - `queueCapacity`: how many passwords may be queued at most. By default only their time counts: the queue has room
 *   while recent work promises a result in about a second.
 */
export interface Options {
  readonly parameters?: Argon2Parameters.Argon2Parameters | undefined
  readonly legacyParameters?: ReadonlyArray<Argon2Parameters.Argon2Parameters> | undefined
  readonly concurrency?: number | undefined
  readonly queueCapacity?: number | undefined
}

const isCurrent =
  (current: Argon2Parameters.Argon2Parameters) =>
  ({ parameters, saltLength, tagLength }: Phc.Phc): boolean =>
    Argon2Parameters.isEqual(parameters, current) &&
    saltLength === Argon2Parameters.saltLength &&
    tagLength === Argon2Parameters.tagLength

/** Returns the parameters of a hash that may be verified. */
const costOf = (phc: string): Option.Option<Argon2Parameters.Argon2Parameters> =>
  Phc.parse(phc).pipe(
    Option.map(({ parameters }) => parameters),
    Option.filter(Argon2Parameters.isWithinCeiling)
  )

const toHash = Schema.decodeSync(PasswordHash)

/** Returns a hash of another system that may be verified. */
const foreignOf = (phc: string): Option.Option<StoredHash.StoredHash> =>
  Option.filter(StoredHash.parse(phc), StoredHash.isVerifiable)

const isVerifiable = (phc: string): boolean => Option.isSome(costOf(phc)) || Option.isSome(foreignOf(phc))

/** Returns what to store for a fast hash, whose digest was hashed to `phc`. */
const wrap = ({ digest, salt }: ForeignForms.FastHash, phc: string): PasswordHash =>
  toHash(
    Option.getOrThrow(
      Option.map(StoredHash.parse(`$latchkey$typed${phc}`), ({ hash }) =>
        StoredHash.format({ preparation: digest, digestSalt: salt, hash })
      )
    )
  )

/** Of the usual length: bcrypt and scrypt take as long for any. */
const measuredPassword = Either.getOrThrow(parse("correct horse battery"))

const hasEqualCost = Option.getEquivalence(Argon2Parameters.isEqual)

/**
 * Makes the hasher: starts its threads, tests Argon2 and measures its speed. This takes some tenths of a second, and
 * longer with expensive parameters. The threads end with the scope.
 *
 * Fails with `HasherOptionsRejected` for options below OWASP's minimum or above the ceiling, and with
 * `HasherSelfTestFailed` if Argon2 does not work. The hasher itself fails with `HasherOverloaded` if its queue has
 * no room, or if one fairness key takes a quarter of it. Fairness keys take turns.
 */
export const make = Effect.fnUntraced(function* ({
  parameters = Argon2Parameters.defaults,
  legacyParameters = [],
  concurrency = availableParallelism(),
  queueCapacity
}: Options = {}) {
  const violations = [
    ...Argon2Parameters.violations(parameters),
    ...legacyParameters.flatMap(Argon2Parameters.legacyViolations),
    ...WholeNumber.violations("concurrency", concurrency, 1, 1024),
    ...WholeNumber.violations("queueCapacity", queueCapacity ?? 0, 0, Number.MAX_SAFE_INTEGER)
  ]
  if (violations.length > 0) return yield* new HasherOptionsRejected({ violations })

  const threads = yield* HashingThreads.make(concurrency)
  const { hashesPerSecond, samples } = yield* SelfTest.run(threads, [parameters, ...legacyParameters], concurrency)
  const takePlace = BoundedFairQueue.make({
    threads: concurrency,
    tasksPerThread: HashingThreads.tasksPerThread,
    capacity: queueCapacity,
    usualMillis: (1000 * concurrency) / hashesPerSecond
  })
  yield* HashMetrics.queued({}, 0)

  const hashIn = Effect.fnUntraced(function* (place: BoundedFairQueue.Place, password: Password) {
    const run = threads.hash({ password: Redacted.value(password), parameters })
    return toHash(yield* place.run({ run, size: 1, kind: "hash" }))
  }, traced("Argon2PasswordHasher.hash"))

  /** Takes the time of the hash's own scheme only: `decoy` is why that tells nothing. */
  const verifyForeign = (password: Password, stored: StoredHash.StoredHash) =>
    threads.verifyForeign({
      passwords: [Redacted.value(asTyped(password)), Redacted.value(password)],
      stored,
      phc: StoredHash.formatSlow(stored.hash)
    })

  const verifyOwn = (password: Password, phc: string) => {
    const cost = costOf(phc)
    // A hash that is not even tried costs as much as one that is, and each as much as one with all parameters in use:
    // the time must not tell them apart.
    const index = Math.max(
      0,
      samples.findIndex((sample) => hasEqualCost(cost, costOf(sample)))
    )
    const task = { password: Redacted.value(password), phc: Option.isSome(cost) ? phc : samples[0], samples, index }
    return Option.isSome(cost)
      ? threads.verify(task)
      : Effect.map(threads.verify(task), (verified) => ({ ...verified, result: "unreadable" as const }))
  }

  const verification = (password: Password, stored: PasswordHash): BoundedFairQueue.Work<VerifyOutcome> => {
    const phc = Redacted.value(stored)
    return Option.match(foreignOf(phc), {
      onNone: () => ({ run: verifyOwn(password, phc), size: 1, kind: "verify" }),
      // It may take long, so the thread gets no next one.
      onSome: (foreign) => ({
        run: verifyForeign(password, foreign),
        size: HashingThreads.tasksPerThread,
        kind: PasswordScheme.ofHash(stored)
      })
    })
  }

  const verifyIn = Effect.fnUntraced(function* (
    place: BoundedFairQueue.Place,
    password: Password,
    stored: PasswordHash
  ) {
    const outcome = yield* place.run(verification(password, stored))
    if (outcome !== "unreadable") return outcome === "matches"
    yield* Effect.logError("A stored password hash cannot be verified: it is malformed, or costs too much")
    return false
  }, traced("Argon2PasswordHasher.verify"))

  const withPlace: (typeof PasswordHasher.Service)["withPlace"] = ({ fairnessKey }, use) =>
    takePlace(fairnessKey, (place) =>
      use({
        hash: (password) => hashIn(place, password),
        verify: (password, stored) => verifyIn(place, password, stored)
      })
    )

  const hash = (password: Password, options: HashingOptions) => withPlace(options, (place) => place.hash(password))

  const verify = (password: Password, stored: PasswordHash, options: HashingOptions) =>
    withPlace(options, (place) => place.verify(password, stored))

  const needsRehash = (stored: PasswordHash): boolean =>
    !Option.exists(Phc.parse(Redacted.value(stored)), isCurrent(parameters))

  const hashDigest = Effect.fnUntraced(function* (fast: ForeignForms.FastHash, { fairnessKey }: HashingOptions) {
    const work = { run: threads.hash({ password: fast.hex, parameters }), size: 1, kind: "hash" }
    return wrap(fast, yield* takePlace(fairnessKey, (place) => place.run(work)))
  }, traced("Argon2PasswordHasher.hashDigest"))

  const adopt: (typeof PasswordHasher.Service)["adopt"] = (foreign, options) =>
    Either.match(ForeignForms.read(Redacted.value(foreign)), {
      onLeft: (reason) => new PasswordHashRejected({ reason }),
      onRight: (found) =>
        found._tag === "Fast"
          ? hashDigest(found.fast, options)
          : Effect.succeed(toHash(StoredHash.format(found.stored)))
    })

  const rewrite: (typeof PasswordHasher.Service)["rewrite"] = (foreign) =>
    Either.mapBoth(ForeignForms.read(Redacted.value(foreign)), {
      onLeft: (reason) => new PasswordHashRejected({ reason }),
      onRight: (found) => (found._tag === "Fast" ? Option.none() : Option.some(toHash(StoredHash.format(found.stored))))
    })

  const decoy: (typeof PasswordHasher.Service)["decoy"] = (scheme) =>
    Option.liftPredicate(scheme + StoredHash.decoyEnd(scheme), isVerifiable).pipe(Option.map(toHash))

  const scheme = PasswordScheme.ofHash(toHash(samples[0]))
  const speeds = new Map<PasswordScheme.PasswordScheme, number>([[scheme, hashesPerSecond]])

  const measure = Effect.fnUntraced(function* (measured: PasswordScheme.PasswordScheme, hash: PasswordHash) {
    const { run, ...work } = verification(measuredPassword, hash)
    const timed = Effect.map(run, ({ milliseconds }) => ({ result: milliseconds, milliseconds }))
    const milliseconds = yield* takePlace("the speed of a scheme", (place) => place.run({ ...work, run: timed }))
    const perSecond = (1000 * concurrency) / milliseconds
    speeds.set(measured, perSecond)
    return perSecond
  }, traced("Argon2PasswordHasher.speed"))

  const speed: (typeof PasswordHasher.Service)["speed"] = (measured) =>
    Option.match(Option.fromNullable(speeds.get(measured)), {
      onSome: Effect.succeed,
      onNone: () =>
        Option.match(decoy(measured), {
          onNone: () => Effect.succeed<number>(hashesPerSecond),
          onSome: (hash) => measure(measured, hash)
        })
    })

  return PasswordHasher.of({ withPlace, hash, verify, needsRehash, adopt, rewrite, decoy, scheme, speed })
})

/** The hasher as a layer. The threads end when the layer is released. */
export const layerWith = (
  options: Options
): Layer.Layer<PasswordHasher, HasherOptionsRejected | HasherSelfTestFailed> =>
  Layer.scoped(PasswordHasher, make(options))

/** The hasher with OWASP's parameters, on every core. */
export const layer: Layer.Layer<PasswordHasher, HasherOptionsRejected | HasherSelfTestFailed> = layerWith({})
