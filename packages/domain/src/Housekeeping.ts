/**
 * Deletes what is over: sessions, browsers, links and budgets. Nothing that is over works anyway; this keeps the store
 * small.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { PersistenceError } from "./Errors.ts"
import { InstanceRepository } from "./InstanceRepository.ts"
import { MagicLinkRepository } from "./MagicLinkRepository.ts"
import { RateLimitStore } from "./RateLimitStore.ts"
import { SessionRepository } from "./SessionRepository.ts"

/** @since 0.1.0 */
export class Housekeeping extends Context.Tag("@latchkey/domain/Housekeeping")<
  Housekeeping,
  {
    /** Sweeps in small batches until nothing is left, and answers how many rows went. */
    readonly sweep: Effect.Effect<number, PersistenceError>
  }
>() {}

const batch = 500

/** @since 0.1.0 */
export const make = Effect.gen(function* () {
  const instances = yield* InstanceRepository
  const links = yield* MagicLinkRepository
  const limits = yield* RateLimitStore
  const sessions = yield* SessionRepository

  const sweep = Effect.gen(function* () {
    const now = yield* DateTime.now
    const idleLifetimes = (yield* instances.list).map((instance) => instance.sessionConfig.idleLifetimeSeconds)
    // Instances differ in how long a session may idle: the longest is safe for all of them.
    const idleSince = DateTime.subtract(now, { seconds: Math.max(0, ...idleLifetimes) })
    const sweeps = [sessions.sweep({ now, idleSince, limit: batch }), links.sweep(now, batch), limits.sweep(now, batch)]
    let total = 0
    for (const sweepBatch of sweeps) {
      let swept = 0
      do {
        swept = yield* sweepBatch
        total += swept
      } while (swept > 0)
    }
    return total
  }).pipe(Effect.withSpan("Housekeeping.sweep"))

  return Housekeeping.of({ sweep })
})

/** @since 0.1.0 */
export const layer: Layer.Layer<
  Housekeeping,
  never,
  InstanceRepository | MagicLinkRepository | RateLimitStore | SessionRepository
> = Layer.effect(Housekeeping, make)

/** Sweeps in the background every `interval`, for as long as the layer lives. @since 0.1.0 */
export const layerWorker = (interval: Duration.DurationInput): Layer.Layer<never, never, Housekeeping> =>
  Layer.scopedDiscard(
    Effect.flatMap(Housekeeping, ({ sweep }) =>
      sweep.pipe(
        Effect.catchAllCause(() => Effect.logWarning("The sweep did not finish")),
        Effect.zipRight(Effect.sleep(interval)),
        Effect.forever,
        Effect.forkScoped
      )
    )
  )
