/** Gets sessions from a Latchkey that runs elsewhere, for services that do not embed it. */
import * as Headers from "@effect/platform/Headers"
import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientError from "@effect/platform/HttpClientError"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Data from "effect/Data"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { ParseError } from "effect/ParseResult"
import * as Origins from "../core/Origins.ts"
import { OriginWarning } from "../core/OriginWarning.ts"
import * as OutageLog from "../core/OutageLog.ts"
import { problem, schemaOf } from "../core/Problem.ts"
import * as RequestReader from "../core/RequestReader.ts"
import { ActiveSessionResponse, sessionPath } from "./SessionApi.ts"
import * as PresentedCookies from "../core/PresentedCookies.ts"
import * as SessionCookies from "./SessionCookies.ts"
import { type PresentedRequest, SessionSource } from "./SessionSource.ts"

/**
 * - `url`: where this service reaches Latchkey, such as `http://latchkey:3000`, with its prefix if it has one. The host
 *   chooses the instance.
 * - `origins`: the origins of pages that may make unsafe requests to this service, including its own.
 * - `timeout`: how long to wait for Latchkey; 2 seconds by default.
 */
export interface RemoteOptions {
  readonly url: string
  readonly origins: ReadonlyArray<string>
  readonly timeout?: Duration.DurationInput
}

const decodeSession = HttpClientResponse.schemaBodyJson(ActiveSessionResponse)
// A proxy between the two services may respond with 403, too.
const decodeNotVerified = HttpClientResponse.schemaBodyJson(schemaOf("email_not_verified"))

/**
 * Returns the `Cookie` header with both cookies, by either name: Latchkey ignores those that its settings do not name,
 * so planted ones grant nothing. Empty without any.
 */
const sessionCookies = (headers: Headers.Headers): string =>
  (["host", "none"] as const)
    .flatMap((cookiePrefix) => {
      const presented = PresentedCookies.read({ cookiePrefix }, headers)
      return Option.toArray(SessionCookies.toHeader({ cookiePrefix }, presented))
    })
    .join("; ")

class Unexpected extends Data.Error<{ readonly message: string }> {
  constructor(message: string) {
    super({ message })
  }
}

/** Returns what may be logged of a failed request: nothing of a body, which a `ParseError` prints. */
const describe = (error: HttpClientError.HttpClientError | ParseError | Unexpected): string => {
  if (error instanceof Unexpected) return error.message
  if (error._tag === "ParseError" || error._tag === "ResponseError") return "the response is not Latchkey's"
  const { cause } = error
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  return inner instanceof Error ? inner.message : "no connection"
}

/**
 * Makes the source. It sends the two cookies of a request to `GET /v1/auth/session`, and nothing else; without both of
 * them it sends nothing. Fails with `email_not_verified` as Latchkey does, with `service_unavailable` for any other
 * response that is neither 200 nor 401, late or malformed, and with `forbidden_origin` for unsafe requests from pages
 * of other origins.
 */
export const make = ({
  origins,
  timeout = "2 seconds",
  url
}: RemoteOptions): Effect.Effect<typeof SessionSource.Service, never, HttpClient.HttpClient> =>
  Effect.gen(function* () {
    const client = yield* HttpClient.HttpClient
    const warnAboutOrigin = yield* OriginWarning
    const known = { isOwn: () => false, isAllowed: (origin: string) => origins.includes(origin) }
    const session = `${url.replace(/\/+$/, "")}${sessionPath}`
    const unavailable = problem("service_unavailable", { retryAfterSeconds: 2 })
    const logOutage = OutageLog.make(`Cannot check sessions at ${session}`)

    const ask = (cookie: string) =>
      client.execute(HttpClientRequest.get(session).pipe(HttpClientRequest.setHeaders({ cookie }))).pipe(
        Effect.flatMap(
          HttpClientResponse.matchStatus({
            200: (response) => Effect.map(decodeSession(response), Effect.succeedSome),
            401: () => Effect.succeed(Effect.succeedNone),
            403: (response) => Effect.as(decodeNotVerified(response), problem("email_not_verified")),
            orElse: ({ status }) => Effect.fail(new Unexpected(`status ${status}`))
          })
        ),
        Effect.scoped,
        Effect.timeoutFail({ duration: timeout, onTimeout: () => new Unexpected("no response in time") }),
        Effect.tapError((error) => logOutage(describe(error))),
        // A failure between the two services must not look like a missing session.
        Effect.mapError(() => unavailable),
        Effect.flatten
      )

    const find = (request: PresentedRequest) => {
      const headers = Headers.fromInput(request.headers)
      const cookie = sessionCookies(headers)
      if (cookie === "") return Effect.succeedNone
      if (!RequestReader.isSafe(request.method) && Origins.isCrossOrigin(headers, known)) {
        const refused = { origin: headers["origin"], allowed: origins, setting: "origins of RemoteSessionSource" }
        return Effect.zipRight(warnAboutOrigin(refused), problem("forbidden_origin"))
      }
      return ask(cookie)
    }

    return SessionSource.of({ find })
  })

/**
 * The source as a layer. Makes one request to Latchkey for each session and caches nothing, so that a sign-out takes
 * effect immediately.
 */
export const layer = (options: RemoteOptions): Layer.Layer<SessionSource, never, HttpClient.HttpClient> =>
  Layer.effect(SessionSource, make(options))
