/**
 * A command as the program that this process runs.
 *
 * @since 0.1.0
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { CommandError } from "./CommandError.ts"
import { SettingsRejected } from "./SettingsRejected.ts"

// Kubernetes and others kill a process 30 seconds after they asked it to end.
const shutdownLimitMillis = 25_000

const endAtLast = () => {
  setTimeout(() => {
    process.stderr.write("latchkey: the shutdown took too long and was cut short\n")
    process.exit(0)
  }, shutdownLimitMillis).unref()
}

const isForPeople = (error: unknown): error is CommandError | SettingsRejected =>
  error instanceof CommandError || error instanceof SettingsRejected

const report = (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Effect.sync(() => {
    if (Cause.isInterruptedOnly(cause)) return
    const text = Option.match(Option.filter(Cause.failureOption(cause), isForPeople), {
      onNone: () => `this should not have happened.\n${Cause.pretty(cause)}`,
      onSome: ({ message }) => message
    })
    process.stderr.write(`latchkey: ${text}\n`)
  })

/**
 * Runs a command. What stops it is written to standard error, without a stack if it is meant for people, and makes the
 * exit code 1. SIGTERM and SIGINT interrupt it, and the exit code is 0; it has 25 seconds to end, and a second signal
 * ends it at once.
 *
 * @since 0.1.0
 */
export const run = <E>(command: Effect.Effect<void, E>): void => {
  process.once("SIGTERM", endAtLast)
  process.once("SIGINT", endAtLast)
  NodeRuntime.runMain(Effect.tapErrorCause(command, report), {
    disableErrorReporting: true,
    disablePrettyLogger: true
  })
}
