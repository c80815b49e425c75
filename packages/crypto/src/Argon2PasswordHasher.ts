/**
 * The password hasher on Argon2id (RFC 9106), in threads of its own.
 *
 * @since 0.1.0
 */
import { availableParallelism } from "node:os"
import { PasswordHash } from "@latchkey/domain/account/UserRepository";
import { type Password } from "@latchkey/domain/password/Password"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import { traced } from "@latchkey/domain/core/Tracing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Argon2Parameters from "./Argon2Parameters.ts"
import { HasherOptionsRejected, type HasherSelfTestFailed } from "./HasherErrors.ts"
import * as HashMetrics from "./internal/hashMetrics.ts"
import * as HashingThreads from "./internal/HashingThreads.ts"
import * as SelfTest from "./internal/SelfTest.ts"
import * as WaitingLine from "./internal/WaitingLine.ts"
import * as WholeNumber from "./internal/wholeNumber.ts"
import * as Phc from "./internal/Phc.ts"

/**
 * How dear a hash is, and how many are made at once. Memory in use is about `parameters.memorySize` for each of
 * `concurrency`.
 *
 * @since 0.1.0
 */
export interface Options {
  /** What a new hash costs: OWASP's default if nothing is said, and never less than OWASP's floor. */
  readonly parameters?: Argon2Parameters.Argon2Parameters | undefined
  /**
   * What hashes cost before, as long as some of those are stored. Every verification then costs one of today's and one
   * of each of these, whichever it is about: otherwise the time would tell of an account that has a hash of them.
   */
  readonly earlierParameters?: ReadonlyArray<Argon2Parameters.Argon2Parameters> | undefined
  /** How many hashes are computed at a time, each in a thread of its own: one for each core if nothing is said. */
  readonly concurrency?: number | undefined
  /**
   * How many may wait; the next fails with `HasherOverloaded`. About one second of work if nothing is said, by what was
   * measured at the start, and at least 32.
   */
  readonly maxQueue?: number | undefined
}

/** For a machine that has something else to do while it is measured: a few people at once are no overload. */
const leastQueue = 32

const isCurrent =
  (today: Argon2Parameters.Argon2Parameters) =>
  ({ parameters, saltLength, tagLength }: Phc.Phc): boolean =>
    Argon2Parameters.areSame(parameters, today) &&
    saltLength === Argon2Parameters.saltLength &&
    tagLength === Argon2Parameters.tagLength

/** The parameters of a hash that may be verified. */
const costOf = (phc: string): Option.Option<Argon2Parameters.Argon2Parameters> =>
  Phc.parse(phc).pipe(
    Option.map(({ parameters }) => parameters),
    Option.filter(Argon2Parameters.isAffordable)
  )

const costsAsMuchAs = Option.getEquivalence(Argon2Parameters.areSame)

/**
 * Starts the threads, and tries whether Argon2 works and how fast: for some tenths of a second, and longer with dear
 * parameters. They end with the scope.
 *
 * Fails with `HasherOptionsRejected` for options below OWASP's floor or above the ceiling, and with
 * `HasherSelfTestFailed` where Argon2 does not work. The hasher itself fails with `HasherOverloaded` when its queue
 * is full, or when a quarter of it is waiting for the same address (`HashingFor`). Addresses take turns, so that one
 * that asks for much does not keep others waiting.
 *
 * @since 0.1.0
 */
export const make = ({
  parameters = Argon2Parameters.defaults,
  earlierParameters = [],
  concurrency = availableParallelism(),
  maxQueue
}: Options = {}): Effect.Effect<
  typeof PasswordHasher.Service,
  HasherOptionsRejected | HasherSelfTestFailed,
  Scope.Scope
> =>
  Effect.gen(function* () {
    const objections = [
      ...Argon2Parameters.objections(parameters),
      ...earlierParameters.flatMap(Argon2Parameters.objectionsToEarlier),
      ...WholeNumber.objections("concurrency", concurrency, 1, 1024),
      ...WholeNumber.objections("maxQueue", maxQueue ?? 0, 0, Number.MAX_SAFE_INTEGER)
    ]
    if (objections.length > 0) return yield* new HasherOptionsRejected({ objections })

    const threads = yield* HashingThreads.make(concurrency)
    const { hashesPerSecond, samples } = yield* SelfTest.run(threads, [parameters, ...earlierParameters], concurrency)
    const inLine = WaitingLine.make(concurrency, maxQueue ?? Math.max(leastQueue, hashesPerSecond))
    yield* HashMetrics.waiting({}, 0)

    const hash = Effect.fn("Argon2PasswordHasher.hash")(function* (password: Password) {
      const phc = yield* inLine(threads.hash({ password: Redacted.value(password), parameters }))
      return Schema.decodeSync(PasswordHash)(phc)
    })

    const verify = Effect.fnUntraced(function* (password: Password, stored: PasswordHash) {
      const phc = Redacted.value(stored)
      const cost = costOf(phc)
      // A hash that is not even tried costs as much as one that is, and any as much as one with each of the parameters
      // that are in use: the time must not tell them apart.
      const place = Math.max(
        0,
        samples.findIndex((sample) => costsAsMuchAs(cost, costOf(sample)))
      )
      const task = {
        password: Redacted.value(password),
        phc: Option.isSome(cost) ? phc : samples[0],
        samples,
        place
      }
      const outcome = yield* inLine(threads.verify(task))
      if (Option.isSome(cost) && outcome !== "unreadable") return outcome === "matches"
      yield* Effect.logError("A stored password hash cannot be verified: it is malformed, or costs too much")
      return false
    }, traced("Argon2PasswordHasher.verify"))

    const needsRehash = (stored: PasswordHash): boolean =>
      !Option.exists(Phc.parse(Redacted.value(stored)), isCurrent(parameters))

    return PasswordHasher.of({ hash, verify, needsRehash })
  })

/** `make` as a layer: the threads live as long as it does. @since 0.1.0 */
export const layerWith = (
  options: Options
): Layer.Layer<PasswordHasher, HasherOptionsRejected | HasherSelfTestFailed> =>
  Layer.scoped(PasswordHasher, make(options))

/** With OWASP's parameters, on every core. @since 0.1.0 */
export const layer: Layer.Layer<PasswordHasher, HasherOptionsRejected | HasherSelfTestFailed> = layerWith({})
