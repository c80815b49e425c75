/**
 * The order in which the service ends: it says that it is not ready, stops accepting, finishes what is in flight, and
 * only then closes the database.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"

/** Whether the service is ending. @since 0.1.0 */
export class Shutdown extends Context.Tag("@latchkey/server/Shutdown")<
  Shutdown,
  {
    /** Whether `begin` was called. From then on `GET /health/ready` says 503. */
    readonly hasBegun: Effect.Effect<boolean>
    /** Marks the shutdown. It cannot be taken back. */
    readonly begin: Effect.Effect<void>
  }
>() {}

/** A service that is not ending yet. @since 0.1.0 */
export const layer: Layer.Layer<Shutdown> = Layer.effect(
  Shutdown,
  Effect.map(Ref.make(false), (flag) => ({ hasBegun: Ref.get(flag), begin: Ref.set(flag, true) }))
)

/**
 * Runs when it is closed, so it has to be built last: marks the shutdown, gives load balancers `delay` to notice, then
 * runs `drain`.
 *
 * @since 0.1.0
 */
export const layerOnClose = <R>(
  delay: Duration.DurationInput,
  drain: Effect.Effect<void, never, R>
): Layer.Layer<never, never, Shutdown | R> =>
  Layer.scopedDiscard(
    Effect.flatMap(Shutdown, ({ begin }) =>
      Effect.addFinalizer(() => begin.pipe(Effect.zipRight(Effect.sleep(delay)), Effect.zipRight(drain)))
    )
  )
