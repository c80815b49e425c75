/** Log entries of every level, as a log collector gets them. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as List from "effect/List"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"

export interface Entry {
  readonly level: string
  readonly message: ReadonlyArray<unknown>
  readonly annotations: Readonly<Record<string, unknown>>
  readonly cause: string
  readonly spans: ReadonlyArray<string>
}

/** Runs `effect`, and returns its value and what it logged. */
export const capture = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const entries: Array<Entry> = []
    const logger = Logger.make(({ annotations, cause, logLevel, message, spans }) => {
      entries.push({
        level: logLevel.label,
        message: Array.isArray(message) ? message : [message],
        annotations: Object.fromEntries(HashMap.toEntries(annotations)),
        cause: Cause.pretty(cause, { renderErrorCause: true }),
        spans: List.toArray(spans).map(({ label }) => label)
      })
    })
    const layer = Layer.merge(Logger.add(logger), Logger.minimumLogLevel(LogLevel.All))
    return Effect.map(Effect.provide(effect, layer), (value) => ({ entries, value }))
  })

/** Returns the entries of attempts, each in one line. */
export const attempts = (entries: ReadonlyArray<Entry>): ReadonlyArray<string> =>
  entries
    .filter(({ annotations }) => "outcome" in annotations)
    .map(({ annotations, message }) => `${message.join(" ")} ${annotations["outcome"]}`)

/** Returns the warnings and errors, each in one line with its reason. */
export const problems = (entries: ReadonlyArray<Entry>): ReadonlyArray<string> =>
  entries
    .filter(({ level }) => level === "WARN" || level === "ERROR")
    .map(({ annotations, level, message }) => [level, ...message, annotations["reason"] ?? ""].join(" ").trim())

/** Returns those of the texts that occur in the entries. */
export const leaks = (entries: ReadonlyArray<Entry>, texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const printed = JSON.stringify(entries)
  return texts.filter((text) => printed.includes(text))
}
