/**
 * Warns about origins that are refused: the page itself learns nothing but a status or a CORS error. One line for each
 * origin, and ten a minute at most for the whole process: anyone can make up origins.
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
const maxPerMinute = 10
const maxRemembered = 1000
const maxLength = 100

/** Makes the text safe to print: in one line, and short. */
const printable = (text: string): string => text.slice(0, maxLength).replace(/[^\x20-\x7e]/g, "?")

const isNamed = (origin: string | undefined) => origin !== undefined && origin !== "null"

/** `notLogged`: how many refusals of other origins had no line since the last one. */
const log = ({ allowed, instance, origin, setting }: RefusedOrigin, notLogged: number) => {
  const line = isNamed(origin)
    ? Effect.logWarning(
        "Refused a page of an origin that is not allowed",
        `If it is yours, add the origin to ${setting}`
      )
    : Effect.logWarning("Refused a page without an origin", "If it is yours, serve it from an allowed origin")
  return Effect.annotateLogs(line, {
    origin: printable(origin ?? "none"),
    allowed: allowed.join(", "),
    ...(instance === undefined ? {} : { instance }),
    ...(notLogged === 0 ? {} : { notLogged })
  })
}

/** Makes the function that warns. */
export const make = () => {
  const logged = new Set<string>()
  let minuteBegan = Number.NEGATIVE_INFINITY
  let lines = 0
  let notLogged = 0

  const remember = (key: string) => {
    logged.add(key)
    for (const oldest of logged) {
      if (logged.size <= maxRemembered) return
      logged.delete(oldest)
    }
  }

  const isLimited = (now: number) => {
    // Also after the clock was set back.
    if (Math.abs(now - minuteBegan) >= minute) {
      minuteBegan = now
      lines = 0
    }
    return lines >= maxPerMinute
  }

  return (refused: RefusedOrigin): Effect.Effect<void> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const key = `${refused.instance} ${printable(refused.origin ?? "none")}`
      if (logged.has(key)) return Effect.void
      if (isLimited(now)) {
        notLogged++
        return Effect.void
      }
      const others = notLogged
      lines++
      notLogged = 0
      remember(key)
      return log(refused, others)
    })
}

/** The function that warns, one for the process. */
export class OriginWarning extends Context.Reference<OriginWarning>()("@latchkey/http/OriginWarning", {
  defaultValue: make
}) {}
