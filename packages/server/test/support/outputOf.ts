import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"

/** Runs a command in this process, and returns what it prints, or the message of its error. */
export const outputOf = async (command: Effect.Effect<void, { readonly message: string }>): Promise<string> => {
  const out: Array<string> = []
  const real = await Effect.runPromise(Effect.console)
  const recording: Console.Console = { ...real, log: (...args) => Effect.sync(() => void out.push(args.join(" "))) }
  const result = await Effect.runPromise(Effect.either(Effect.withConsole(command, recording)))
  return Either.match(result, { onLeft: ({ message }) => message, onRight: () => out.join("\n") })
}
