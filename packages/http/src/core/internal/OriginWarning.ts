/**
 * Warns about origins that are refused: the page itself learns nothing but a status or a CORS error. One line a minute
 * for the whole process, however many requests there are.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * - `origin`: the header of the request, which may contain anything.
 * - `allowed`: the origins that would not be refused.
 * - `setting`: where to add one.
 * - `instance`: the id of the instance, if it is known.
 */
export interface RefusedOrigin {
  readonly origin: string | undefined
  readonly allowed: ReadonlyArray<string>
  readonly setting: string
  readonly instance?: string
}

const minute = 60_000
const maxLength = 100

/** Makes the text safe to print: in one line, and short. */
const printable = (text: string): string => text.slice(0, maxLength).replace(/[^\x20-\x7e]/g, "?")

const isNamed = (origin: string | undefined) => origin !== undefined && origin !== "null"

const log = ({ allowed, instance, origin, setting }: RefusedOrigin) => {
  const line = isNamed(origin)
    ? Effect.logWarning(
        "Refused a page of an origin that is not allowed",
        `If it is yours, add the origin to ${setting}`
      )
    : Effect.logWarning("Refused a page without an origin", "If it is yours, serve it from an allowed origin")
  return Effect.annotateLogs(line, {
    origin: printable(origin ?? "none"),
    allowed: allowed.join(", "),
    ...(instance === undefined ? {} : { instance })
  })
}

/** Makes the function that warns. */
export const make = () => {
  let lastAt = Number.NEGATIVE_INFINITY
  return (refused: RefusedOrigin): Effect.Effect<void> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      // Also after the clock was set back.
      if (Math.abs(now - lastAt) < minute) return Effect.void
      lastAt = now
      return log(refused)
    })
}

/** The function that warns, one for the process. */
export class OriginWarning extends Context.Reference<OriginWarning>()("@latchkey/http/OriginWarning", {
  defaultValue: make
}) {}
