/**
 * The order of a shutdown: the service reports that it is not ready, stops accepting connections, finishes the requests
 * in flight, and then closes the database.
 */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { delayShutdown } from "./Program.ts"

/** Whether the service is shutting down. */
export class Shutdown extends Context.Tag("@latchkey/server/Shutdown")<
  Shutdown,
  {
    /** Whether `begin` was called. From then on `GET /health/ready` returns 503. */
    readonly hasBegun: Effect.Effect<boolean>
    /** Marks the shutdown. It cannot be undone. */
    readonly begin: Effect.Effect<void>
  }
>() {}

/** The state of a service that is not shutting down yet. */
export const layer: Layer.Layer<Shutdown> = Layer.effect(
  Shutdown,
  Effect.map(Ref.make(false), (flag) => ({ hasBegun: Ref.get(flag), begin: Ref.set(flag, true) }))
)

/**
 * Marks and logs the shutdown when the layer is released, waits `delay` so that load balancers notice, then runs
 * `drain`. Build it last, so that it is released first.
 */
export const layerOnClose = <R>(
  delay: Duration.DurationInput,
  drain: Effect.Effect<void, never, R>
): Layer.Layer<never, never, Shutdown | R> =>
  Layer.scopedDiscard(
    Effect.flatMap(Shutdown, ({ begin }) =>
      Effect.addFinalizer(() =>
        Effect.gen(function* () {
          yield* begin
          yield* Effect.annotateLogs(Effect.logInfo("Latchkey is stopping"), {
            delaySeconds: Duration.toSeconds(delay)
          })
          delayShutdown(Duration.toMillis(delay))
          yield* Effect.sleep(delay)
          yield* drain
        })
      )
    )
  )

/** Logs the end of a shutdown when the layer is released. Build it first, so that it is released last. */
export const layerLogEnd: Layer.Layer<never> = Layer.scopedDiscard(
  Effect.addFinalizer(() => Effect.logInfo("Latchkey has stopped"))
)
