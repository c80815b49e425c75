/**
 * Forms that a browser sends twice. A second press makes the browser drop the first response, with the cookies in it:
 * a used link and no session would be left. So a form of one page view takes effect once, and each repetition by the
 * same client gets the response of the first. Responses are kept in memory, and for a short time.
 */
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { nonceName } from "../Page.ts"
import * as RequestReader from "../RequestReader.ts"

type Response = HttpServerResponse.HttpServerResponse

type Cookies = ReadonlyMap<string, string>

/**
 * - `clients`: the cookies of the client before and after the response. Whether the browser has stored them when it
 *   drops the response depends on the moment.
 * - `until`: when it is forgotten, in milliseconds; not while it is handled.
 */
interface Submission<E> {
  clients: ReadonlyArray<string>
  until: number
  readonly response: Deferred.Deferred<Response, E>
}

/** 30 seconds: how long a response is repeated. */
export const lifetime = Duration.seconds(30)

/** 1,000: how many responses are kept. The oldest leave. */
export const maxKept = 1000

const nonce = /^[A-Za-z0-9+/]{22}==$/

const cookiesOf = ({ headers }: RequestReader.IncomingRequest): Cookies =>
  new Map((headers["cookie"] ?? "").split(/; */).map((pair) => [pair.split("=", 1).join(), pair]))

const nameOf = (cookies: Cookies): string =>
  [...cookies.values()]
    .filter((pair) => pair !== "")
    .sort()
    .join("; ")

/** Returns the cookies that a client has after a response. */
const after = (cookies: Cookies, response: Response): Cookies => {
  const changed = new Map(cookies)
  for (const { name, valueEncoded } of Object.values(response.cookies.cookies)) {
    if (valueEncoded === "") changed.delete(name)
    else changed.set(name, `${name}=${valueEncoded}`)
  }
  return changed
}

const sha256 = (text: string): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))),
    (digest) => String.fromCharCode(...new Uint8Array(digest))
  )

/** Makes the function that handles a form once. `isLasting`: whether an error is the same if the form is sent again. */
export const make = <E>(isLasting: (error: E) => boolean) => {
  const submissions = new Map<string, Submission<E>>()

  const forget = (now: number) => {
    for (const [key, { until }] of submissions) if (until <= now) submissions.delete(key)
    for (const key of submissions.keys()) {
      if (submissions.size < maxKept) return
      submissions.delete(key)
    }
  }

  const isKept = (exit: Exit.Exit<Response, E>): boolean =>
    Exit.match(exit, {
      onSuccess: ({ status }) => status < 500,
      onFailure: (cause) => cause._tag === "Fail" && isLasting(cause.error)
    })

  /** Handles the form, and keeps the response. It does not end with the client: only the request does. */
  const begin = <R>(key: string, cookies: Cookies, handled: Effect.Effect<Response, E, R>) =>
    Effect.gen(function* () {
      const response = yield* Deferred.make<Response, E>()
      const submission: Submission<E> = { clients: [nameOf(cookies)], until: Number.POSITIVE_INFINITY, response }
      submissions.set(key, submission)
      const settle = (exit: Exit.Exit<Response, E>) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          submission.until = isKept(exit) ? now + Duration.toMillis(lifetime) : now
          if (!isKept(exit) && submissions.get(key) === submission) submissions.delete(key)
          if (Exit.isSuccess(exit)) submission.clients = [nameOf(cookies), nameOf(after(cookies, exit.value))]
        })
      yield* Effect.forkDaemon(Effect.intoDeferred(Effect.onExit(handled, settle), response))
      return yield* Deferred.await(response)
    })

  /** Handles a posted form, or returns the response to the same one. A form without a page view is always handled. */
  return Effect.fnUntraced(function* <R>(
    instanceId: string,
    request: RequestReader.IncomingRequest,
    form: URLSearchParams,
    handled: Effect.Effect<Response, E, R>
  ) {
    const view = RequestReader.single(form, nonceName)
    if (!Option.exists(view, (text) => nonce.test(text))) return yield* handled
    const key = yield* sha256([instanceId, RequestReader.path(request.originalUrl), form.toString()].join(" "))
    const cookies = cookiesOf(request)
    const now = yield* Clock.currentTimeMillis
    const known = submissions.get(key)
    if (known !== undefined && known.until > now) {
      return yield* known.clients.includes(nameOf(cookies)) ? Deferred.await(known.response) : handled
    }
    forget(now)
    return yield* begin(key, cookies, handled)
  })
}
