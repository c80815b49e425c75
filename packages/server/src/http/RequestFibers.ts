/**
 * Fibers that run one request after the other. A new fiber costs a session check a tenth of its time: it copies all
 * fiber refs of the app, and the set in which Effect holds fibers without a parent keeps its old tables, with what was
 * in them, until a full garbage collection.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as FiberId from "effect/FiberId"
import * as Runtime from "effect/Runtime"
import type * as Scope from "effect/Scope"

/** Interrupts what was run. Does nothing once that has ended. */
export type Interrupt = (interruptor: FiberId.FiberId) => void

/** Runs an effect in the background, and calls `onExit` once it has ended. */
export type Run = <A, E>(effect: Effect.Effect<A, E>, onExit: (exit: Exit.Exit<A, E>) => void) => Interrupt

/** What a fiber runs. */
interface Task {
  readonly effect: Effect.Effect<unknown, unknown>
  readonly onExit: (exit: Exit.Exit<never, never>) => void
}

/** A fiber, and its task while it has one. `wake`: gives it the next one while it waits. */
interface Worker {
  task: Task | undefined
  wake: (next: Effect.Effect<void>) => void
  interrupt: Interrupt
}

/** The most fibers that wait for a task. */
export const maxFree = 100

/** Makes the function that runs each effect on a new fiber. */
export const makeRunOnNew = (runtime: Runtime.Runtime<never>): Run => {
  const fork = Runtime.runFork(runtime)
  return (effect, onExit) => {
    const fiber = fork(effect)
    fiber.addObserver(onExit)
    return (interruptor) => fiber.unsafeInterruptAsFork(interruptor)
  }
}

const makeFibers = (runtime: Runtime.Runtime<never>): { readonly run: Run; readonly close: () => void } => {
  const runOnNew = makeRunOnNew(runtime)
  const free: Array<Worker> = []
  let isClosed = false

  const end = (worker: Worker, exit: Exit.Exit<unknown, unknown>): void => {
    const { task } = worker
    worker.task = undefined
    task?.onExit(exit as Exit.Exit<never, never>)
  }

  const wait = (worker: Worker) =>
    Effect.async<void>((resume) => {
      worker.wake = resume
      free.push(worker)
    })

  /** An interrupted fiber does not get here: it ends. */
  const finish = (worker: Worker, exit: Exit.Exit<unknown, unknown>): Effect.Effect<void> => {
    end(worker, exit)
    return isClosed || free.length >= maxFree ? Effect.void : wait(worker)
  }

  const work = (worker: Worker, { effect }: Task): Effect.Effect<void> =>
    Effect.matchCauseEffect(effect, {
      onFailure: (cause) => finish(worker, Exit.failCause(cause)),
      onSuccess: (value) => finish(worker, Exit.succeed(value))
    })

  const start = (task: Task): Worker => {
    const worker: Worker = { task, wake: () => {}, interrupt: () => {} }
    worker.interrupt = runOnNew(work(worker, task), (exit) => {
      end(worker, exit)
      // What interrupts all fibers of the process interrupts those that wait, too.
      const index = free.indexOf(worker)
      if (index !== -1) free.splice(index, 1)
    })
    return worker
  }

  const wake = (worker: Worker, task: Task): Worker => {
    worker.task = task
    worker.wake(work(worker, task))
    return worker
  }

  const runTask = (task: Task): Interrupt => {
    const freeWorker = free.pop()
    const worker = freeWorker === undefined ? start(task) : wake(freeWorker, task)
    return (interruptor) => {
      if (worker.task === task) worker.interrupt(interruptor)
    }
  }

  const close = () => {
    isClosed = true
    for (const { wake } of free.splice(0)) wake(Effect.void)
  }

  return { run: (effect, onExit) => runTask({ effect, onExit }), close }
}

/**
 * Makes the function that runs an effect on a fiber that is free, or else on a new one. The effect must leave the fiber
 * refs as they were, because the next one runs with them, and `onExit` must not throw. The runtime must be
 * interruptible. When the scope closes, free fibers end immediately, and the others after their effect.
 */
export const makeRun = (runtime: Runtime.Runtime<never>): Effect.Effect<Run, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => makeFibers(runtime)),
    ({ close }) => Effect.sync(close)
  ).pipe(Effect.map(({ run }) => run))
