/** Each request on a new fiber. */
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as FiberId from "effect/FiberId"
import * as Runtime from "effect/Runtime"

export const makeRunOnNew = (runtime: Runtime.Runtime<never>) => {
  const fork = Runtime.runFork(runtime)
  return <A, E>(effect: Effect.Effect<A, E>, onExit: (exit: Exit.Exit<A, E>) => void) => {
    const fiber = fork(effect)
    fiber.addObserver(onExit)
    return (interruptor: FiberId.FiberId) => fiber.unsafeInterruptAsFork(interruptor)
  }
}

export const makeRun = (runtime: Runtime.Runtime<never>) => Effect.succeed(makeRunOnNew(runtime))
