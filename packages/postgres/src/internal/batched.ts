/**
 * Natural batching: calls that come while batches are on their way wait for the first that returns, and go together in
 * the next one. Nothing waits for a window of time to pass: a call on an idle process goes in the same turn of the
 * event loop, with those that came in that turn.
 */
import { isTracing } from "@latchkey/domain/core/Tracing"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Runtime from "effect/Runtime"

/** The most calls in one batch. */
export const maxSize = 64

/** The most batches on their way at one time. */
export const maxBatches = 2

export interface Options<In, Out, E> {
  /** The span of a batch with several calls. A batch with one call has none: what it runs belongs to the call. */
  readonly span: string
  /** Runs a batch. Returns one output for each input, in their order. If it fails, so does every call of the batch. */
  readonly run: (inputs: Arr.NonEmptyReadonlyArray<In>) => Effect.Effect<ReadonlyArray<Out>, E>
  /**
   * After this time, a second unless given, a batch no longer counts as one of `maxBatches`. Otherwise two silent
   * connections would delay every call, though others respond.
   */
  readonly patienceMillis?: number
}

interface Call<out In, in Out, in E> {
  readonly input: In
  readonly fiber: Fiber.RuntimeFiber<unknown, unknown>
  readonly resume: (exit: Exit.Exit<Out, E>) => void
}

type Calls<In, Out, E> = Arr.NonEmptyReadonlyArray<Call<In, Out, E>>

/** The calls of a batch in sampled traces. The calls of one process have one tracer. */
const tracedIn = (calls: Calls<unknown, never, never>) =>
  calls.filter(({ fiber }) => fiber.currentSpan !== undefined && isTracing(fiber))

/**
 * Runs a batch on its own fiber, which ends with none of its callers. It has the fiber refs of the first call that is
 * traced, or else of the first, so that tracer and loggers are those of the app, but not its context: a batch is never
 * part of a caller's transaction.
 */
const fork = (calls: Calls<unknown, never, never>, batch: Effect.Effect<void>): void => {
  const [{ fiber } = calls[0]] = tracedIn(calls)
  const { runtimeFlags } = Runtime.defaultRuntime
  Runtime.runFork(Runtime.make({ context: Context.empty(), fiberRefs: fiber.getFiberRefs(), runtimeFlags }), batch)
}

/**
 * A batch of several calls in traces has a root span, with a link to the span of each: no call is the parent of what
 * others asked for. If one call is in a trace, the batch belongs to it. If none is, it has no span, nor has its
 * statement.
 */
const inSpan =
  (name: string, calls: Calls<unknown, never, never>) =>
  <A, E>(batch: Effect.Effect<A, E>): Effect.Effect<A, E> => {
    const parents = tracedIn(calls).flatMap(({ fiber }) => fiber.currentSpan ?? [])
    if (!Arr.isNonEmptyArray(parents)) {
      return calls.some(({ fiber }) => fiber.currentSpan !== undefined) ? Effect.withTracerEnabled(batch, false) : batch
    }
    if (calls.length === 1) return Effect.withParentSpan(batch, parents[0])
    const place =
      parents.length === 1
        ? { parent: parents[0] }
        : { root: true, links: parents.map((span) => ({ _tag: "SpanLink" as const, span, attributes: {} })) }
    return Effect.withSpan(batch, name, {
      ...place,
      attributes: { "db.operation.batch.size": calls.length },
      captureStackTrace: false
    })
  }

/**
 * An interrupted fiber has mostly ended before its call is sent. One that has not may need the output, because it
 * cannot be interrupted there; for any other, the call is sent in vain.
 */
const isRunning = (fiber: Fiber.RuntimeFiber<unknown, unknown>): boolean => fiber.unsafePoll() === null

const complete = <Out, E>(calls: Calls<unknown, Out, E>, exit: Exit.Exit<ReadonlyArray<Out>, E>): void => {
  if (Exit.isFailure(exit)) for (const { resume } of calls) resume(Exit.failCause(exit.cause))
  else calls.forEach(({ resume }, index) => void resume(Exit.succeed(exit.value[index] as Out)))
}

/**
 * Makes a function that runs its calls in batches: at most two at a time, with at most 64 calls each. A call that is
 * interrupted leaves, and the others of its batch go on.
 */
export const batched = <In, Out, E>({
  span,
  run,
  patienceMillis = 1000
}: Options<In, Out, E>): ((input: In) => Effect.Effect<Out, E>) => {
  // No set: V8 links the old table of a set to the next, and so keeps what was in any of them until a full collection.
  let waiting: Array<Call<In, Out, E>> = []
  let batches = 0
  let isScheduled = false

  const send = (calls: Calls<In, Out, E>): void => {
    let isCounted = true
    const discount = () => {
      if (isCounted) batches--
      isCounted = false
      schedule()
    }
    batches++
    const timer = setTimeout(discount, patienceMillis)
    const batch = Effect.suspend(() => run(Arr.map(calls, ({ input }) => input)))
    const sent = Effect.exit(inSpan(span, calls)(batch))
    fork(
      calls,
      Effect.map(sent, (exit) => {
        clearTimeout(timer)
        discount()
        complete(calls, exit)
      })
    )
  }

  const take = (): Array<Call<In, Out, E>> => {
    const [calls, others] = Arr.splitAt(
      waiting.filter(({ fiber }) => isRunning(fiber)),
      maxSize
    )
    waiting = others
    return calls
  }

  const sendWaiting = (): void => {
    isScheduled = false
    while (batches < maxBatches) {
      const calls = take()
      if (!Arr.isNonEmptyArray(calls)) return
      send(calls)
    }
  }

  // After the other events of this turn: requests that were read together go together.
  const schedule = (): void => {
    if (isScheduled || batches === maxBatches || waiting.length === 0) return
    isScheduled = true
    setImmediate(sendWaiting)
  }

  return (input) =>
    Effect.withFiberRuntime((fiber) =>
      // No finalizer marks the call of an interrupted fiber: it would be a quarter of the steps of a call.
      Effect.async((resume) => {
        waiting.push({ input, fiber, resume })
        schedule()
      })
    )
}
