/** Runs a command as the program of this process. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { CommandError } from "./CommandError.ts"
import { ConfigErrors } from "./ConfigErrors.ts"

// Kubernetes and others kill a process 30 seconds after SIGTERM.
const shutdownLimitMillis = 25_000

let limit: NodeJS.Timeout | undefined

const limitShutdown = (delayMillis = 0) => {
  clearTimeout(limit)
  limit = setTimeout(() => {
    process.stderr.write("latchkey: the shutdown timed out; unfinished requests were aborted\n")
    process.exit(0)
  }, delayMillis + shutdownLimitMillis).unref()
}

/** Gives a shutdown that a signal began more time, from now on. Has no effect before a signal. */
export const delayShutdown = (millis: number): void => {
  if (limit !== undefined) limitShutdown(millis)
}

const isExpected = (error: unknown): error is CommandError | ConfigErrors =>
  error instanceof CommandError || error instanceof ConfigErrors

const report = (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Effect.sync(() => {
    if (Cause.isInterruptedOnly(cause)) return
    const text = Option.match(Option.filter(Cause.failureOption(cause), isExpected), {
      onNone: () => `unexpected error (please report it)\n${Cause.pretty(cause)}`,
      onSome: ({ message }) => message
    })
    process.stderr.write(`latchkey: ${text}\n`)
  })

/**
 * Runs a command. If it fails, prints the error to standard error, without a stack if the error is expected, and exits
 * with code 1. SIGTERM and SIGINT interrupt it: it has 25 seconds to finish, besides `delayShutdown`, and the exit code
 * is 0, or `interrupted`. A second signal ends it immediately.
 */
export const run = <E>(command: Effect.Effect<void, E>, { interrupted = 0 } = {}): void => {
  process.once("SIGTERM", () => limitShutdown())
  process.once("SIGINT", () => limitShutdown())
  NodeRuntime.runMain(Effect.tapErrorCause(command, report), {
    disableErrorReporting: true,
    disablePrettyLogger: true,
    teardown: (exit, end) => end(Exit.isSuccess(exit) ? 0 : Cause.isInterruptedOnly(exit.cause) ? interrupted : 1)
  })
}
