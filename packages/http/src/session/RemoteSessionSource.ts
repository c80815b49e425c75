/** Gets sessions from a Latchkey that runs elsewhere, for services that do not embed it. */
import * as Headers from "@effect/platform/Headers"
import type * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Origins from "../core/Origins.ts"
import { OriginWarning } from "../core/OriginWarning.ts"
import { problem, schemaOf } from "../core/Problem.ts"
import * as RequestReader from "../core/RequestReader.ts"
import { ActiveSessionResponse } from "./SessionApi.ts"
import * as PresentedCookies from "../core/PresentedCookies.ts"
import * as RemoteCheck from "./RemoteCheck.ts"
import * as SessionCookies from "./SessionCookies.ts"
import { type PresentedRequest, SessionSource } from "./SessionSource.ts"

/**
 * - `origins`: the origins of pages that may make unsafe requests to this service, including its own.
 */
export interface RemoteOptions extends RemoteCheck.RemoteOptions {
  readonly origins: ReadonlyArray<string>
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

const interpret = HttpClientResponse.matchStatus({
  200: (response) => Effect.map(decodeSession(response), Effect.succeedSome),
  401: () => Effect.succeed(Effect.succeedNone),
  403: (response) => Effect.as(decodeNotVerified(response), problem("email_not_verified")),
  orElse: RemoteCheck.unexpectedStatus
})

/**
 * Makes the source. It sends the two cookies of a request to `GET /v1/auth/session`, and nothing else; without both of
 * them it sends nothing. Fails with `email_not_verified` as Latchkey does, with `service_unavailable` for any other
 * response that is neither 200 nor 401, late or malformed, and with `forbidden_origin` for unsafe requests from pages
 * of other origins.
 */
export const make = (
  options: RemoteOptions
): Effect.Effect<typeof SessionSource.Service, never, HttpClient.HttpClient> =>
  Effect.gen(function* () {
    const { origins } = options
    const warnAboutOrigin = yield* OriginWarning
    const known = { isOwn: () => false, isAllowed: (origin: string) => origins.includes(origin) }
    const ask = yield* RemoteCheck.make(options, "sessions", interpret)

    const find = (request: PresentedRequest) => {
      const headers = Headers.fromInput(request.headers)
      const cookie = sessionCookies(headers)
      if (cookie === "") return Effect.succeedNone
      if (!RequestReader.isSafe(request.method) && Origins.isCrossOrigin(headers, known)) {
        const refused = { origin: headers["origin"], allowed: origins, setting: "origins of RemoteSessionSource" }
        return Effect.zipRight(warnAboutOrigin(refused), problem("forbidden_origin"))
      }
      return ask({ cookie })
    }

    return SessionSource.of({ find })
  })

/**
 * The source as a layer. Makes one request to Latchkey for each session and caches nothing, so that a sign-out takes
 * effect immediately.
 */
export const layer = (options: RemoteOptions): Layer.Layer<SessionSource, never, HttpClient.HttpClient> =>
  Layer.effect(SessionSource, make(options))
