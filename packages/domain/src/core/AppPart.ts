/** A part of the app that use cases run, such as a hook. What goes wrong with it is in the log of the app. */
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { PersistenceError } from "./Errors.ts"

const patience = Duration.seconds(10)

const used = new WeakSet<object>()

/** Reads the part, for a use case. */
export const read = <A extends object, E, R>(part: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.tap(part, (value) => Effect.sync(() => used.add(value)))

const warnUnlessUsed = (name: string, part: object) =>
  Effect.suspend(() =>
    used.has(part)
      ? Effect.void
      : Effect.logWarning(`${name} has no effect where it is provided`, "Provide it to Domain.layer")
  )

// An app is one build of layers, and each build has its own memo map.
const builds = new WeakMap<Layer.MemoMap, Deferred.Deferred<void>>()

const builtUseCases = Effect.map(Layer.CurrentMemoMap, (build) => {
  const known = builds.get(build) ?? Deferred.unsafeMake<void>(FiberId.none)
  builds.set(build, known)
  return known
})

/** Says that the use cases of this build of layers exist: they have read every part that they get. */
export const useCasesAreBuilt: Effect.Effect<void> = Effect.flatMap(builtUseCases, (built) =>
  Deferred.succeed(built, undefined)
)

/**
 * Makes the layer of a part, which warns if no use case has read the part: when the use cases of the same build are
 * complete, and otherwise after ten seconds.
 */
export const layer = <I, A extends object, E, R>(
  name: string,
  tag: Context.Tag<I, A>,
  make: Effect.Effect<A, E, R>
): Layer.Layer<I, E, Exclude<R, Scope.Scope>> =>
  Layer.scoped(
    tag,
    Effect.tap(make, (part) =>
      builtUseCases.pipe(
        Effect.flatMap((built) => Effect.timeoutOption(Deferred.await(built), patience)),
        Effect.zipRight(warnUnlessUsed(name, part)),
        Effect.forkScoped
      )
    )
  )

/**
 * Logs a failure or a defect with its cause, as the app made it: callers get no more than 503 or 500. The failure names
 * the part, so that nothing blames the store for it.
 */
export const logFailure = <A, E extends PersistenceError, R>(
  part: string,
  run: () => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.suspend(run).pipe(
    // `E` is this error, or `never`.
    Effect.mapError((error) => PersistenceError.ofPart(error, part) as E),
    Effect.tapErrorCause((cause) =>
      Cause.isInterruptedOnly(cause) ? Effect.void : Effect.logError(`${part} failed`, cause)
    )
  )
