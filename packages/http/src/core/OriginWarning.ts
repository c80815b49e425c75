/**
 * Warns about mistakes in the set-up that show in a request: the page itself learns nothing but a status or a CORS
 * error. One line a minute for each origin, and ten at most for the whole process: anyone can make up origins.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * What is wrong.
 *
 * - `page`: a request of a page whose origin is not allowed.
 * - `return_url`: a return URL whose origin is not allowed.
 * - `no_cookies`: a signed-in user came to the sign-in page from an app on a host that gets no cookies.
 * - `host`: the request has another `Host` than its page, so something between them has replaced it.
 * - `dashboard_host`: the dashboard was requested at another host than that of the base URL.
 */
export type Mistake = "page" | "return_url" | "no_cookies" | "host" | "dashboard_host"

/**
 * - `mistake`: `page` by default.
 * - `origin`: the header of the request, which may contain anything.
 * - `allowed`: the origins that would not be refused.
 * - `setting`: where to add one.
 * - `instance`: the id of the instance, if it is known.
 * - `host`: the `Host` of the request, if that is wrong.
 */
export interface RefusedOrigin {
  readonly mistake?: Mistake
  readonly host?: string
  readonly origin: string | undefined
  readonly allowed: ReadonlyArray<string>
  readonly setting: string
  readonly instance?: string
}

const minute = 60_000
const maxPerMinute = 10
const maxLength = 100

/** Makes the text safe to print: in one line, and short. */
const printable = (text: string): string => text.slice(0, maxLength).replace(/[^\x20-\x7e]/g, "?")

const isNamed = (origin: string | undefined) => origin !== undefined && origin !== "null"

/** Returns what happened, and what to do. */
const textsOf = ({ mistake = "page", origin, setting }: RefusedOrigin): readonly [string, string] => {
  switch (mistake) {
    case "page":
      return isNamed(origin)
        ? ["Refused a page of an origin that is not allowed", `If it is yours, add the origin to ${setting}`]
        : ["Refused a page without an origin", "If it is yours, serve it from an allowed origin"]
    case "return_url":
      return [
        "Ignored a return URL of an origin that is not allowed: the user goes to the home of the instance",
        `If it is yours, add the origin to ${setting}`
      ]
    case "no_cookies":
      return [
        "A signed-in user came to sign in from an app whose host gets no cookies from Latchkey",
        "If the app reads the cookies itself, set COOKIE_DOMAIN (in an app, cookieDomain of HttpSettings) to a domain of both hosts"
      ]
    case "host":
      return [
        "A page has another host than its request: a proxy has replaced the Host header",
        "Make the proxy forward Host unchanged: it chooses the instance, and the dashboard is at its own host only"
      ]
    case "dashboard_host":
      return [
        "The dashboard was requested at another host than its own",
        "If users open it at the right one, a proxy has replaced the Host header: make it forward Host unchanged"
      ]
  }
}

/** `notLogged`: how many refusals of other origins had no line since the last one. */
const log = (refused: RefusedOrigin, notLogged: number) => {
  const { allowed, host, instance, origin } = refused
  return Effect.annotateLogs(Effect.logWarning(...textsOf(refused)), {
    origin: printable(origin ?? "none"),
    ...(host === undefined ? {} : { host: printable(host) }),
    allowed: allowed.join(", "),
    ...(instance === undefined ? {} : { instance }),
    ...(notLogged === 0 ? {} : { notLogged })
  })
}

/** Makes the function that warns. */
export const make = () => {
  /** When the lines of the last minute were written. */
  const lines = new Map<string, number>()
  let notLogged = 0

  const forget = (now: number) => {
    for (const [key, at] of lines) {
      // Also after the clock was set back.
      if (Math.abs(now - at) >= minute) lines.delete(key)
    }
  }

  return (refused: RefusedOrigin): Effect.Effect<void> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const { host, instance, mistake, origin } = refused
      const key = `${mistake} ${instance} ${printable(origin ?? "none")} ${printable(host ?? "")}`
      forget(now)
      if (lines.has(key)) return Effect.void
      if (lines.size >= maxPerMinute) {
        notLogged++
        return Effect.void
      }
      const others = notLogged
      notLogged = 0
      lines.set(key, now)
      return log(refused, others)
    })
}

/** The function that warns, one for the process. */
export class OriginWarning extends Context.Reference<OriginWarning>()("@latchkey/http/OriginWarning", {
  defaultValue: make
}) {}
