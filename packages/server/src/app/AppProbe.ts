/** Asks an app and what is in front of it, as a browser would: for `latchkey doctor --app`. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Check from "../core/Check.ts"

const timeout = "3 seconds"

/** `Date` has whole seconds. */
const maxClockDifferenceMillis = 5_000

/** What came back. `at`: when, by the clock of this machine, in milliseconds. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly at: number
}

/** Why nothing came back, in brackets, or in words with a space before them. */
type Answered = Effect.Effect<Answer, string>

const reasonOf = (error: unknown): string => {
  const cause = Predicate.hasProperty(error, "cause") ? error.cause : error
  return Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? ` (${cause.code})` : ""
}

/** Requests a path of the app, as one of its pages. Follows no redirect, and waits three seconds at most. */
export const get = (origin: string, path: string): Answered =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(`${origin}${path}`, { headers: { origin }, signal, redirect: "manual" })
      return { status: response.status, headers: response.headers, text: await response.text() }
    },
    catch: reasonOf
  }).pipe(
    Effect.timeoutFail({ duration: timeout, onTimeout: () => ` within ${timeout}` }),
    Effect.flatMap((answer) => Effect.map(Clock.currentTimeMillis, (at) => ({ ...answer, at })))
  )

/** Checks whether the app answers. */
export const judgeAnswer = (origin: string, { status }: Answer): Check.Finding =>
  status < 500
    ? Check.ok(`${origin} answers with HTTP ${status}`)
    : Check.warning(`${origin} answers with HTTP ${status}`)

/** Checks the clock of the app, which decides what "recently signed in" means there. */
export const judgeClock = ({ at, headers }: Answer): Check.Finding => {
  const difference = Date.parse(headers.get("date") ?? "") - at
  if (Number.isNaN(difference)) return Check.ok("not checked: the app sends no Date")
  const seconds = Math.round(Math.abs(difference) / 1000)
  return Math.abs(difference) <= maxClockDifferenceMillis
    ? Check.ok("the app has the time of this machine, to the few seconds that Date shows")
    : Check.warning(
        `the clock of the app is ${seconds} s ${difference < 0 ? "behind" : "ahead of"} this machine's: it takes access tokens and recent sign-ins for older or newer than they are. Synchronize it with NTP`
      )
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns `true` if an answer to the optional session is Latchkey's: the session, or one of its problems. */
export const isLatchkey = ({ text }: Answer): boolean => {
  const body = parse(text)
  if (Predicate.hasProperty(body, "emailVerificationRequired")) return Predicate.hasProperty(body, "session")
  const type = Predicate.hasProperty(body, "type") ? body.type : undefined
  return Predicate.isString(type) && type.startsWith("urn:latchkey:problem:")
}
